package packet

import "math/bits"

// inputs is the set of inputs of a device that have a packet to offer to one lane of one output, and where their queues
// are. Inputs come in banks of 64; the queues of a bank exist once a path uses one of them. Most devices have one bank.
type inputs struct {
	set   uint64 // inputs 0 to 63
	queue int32  // of input 0; -1 = none yet
	turn  int32  // the input that goes first
	far   *[]bank
}

// bank is 64 further inputs.
type bank struct {
	set   uint64
	queue int32 // of the first of them; -1 = none yet
}

func newInputs(n int32) inputs {
	s := inputs{queue: -1}
	if n > 64 {
		far := make([]bank, (n-1)>>6)
		for b := range far {
			far[b].queue = -1
		}
		s.far = &far
	}
	return s
}

// grow makes room for n inputs.
func (s *inputs) grow(n int32) {
	if n <= 64 {
		return
	}
	if s.far == nil {
		s.far = new([]bank)
	}
	for len(*s.far) < int(n-1)>>6 {
		*s.far = append(*s.far, bank{queue: -1})
	}
}

func (s *inputs) empty() bool { return s.set == 0 && (s.far == nil || s.first(64) < 0) }

// lone reports whether s has a single member.
func (s *inputs) lone() bool { return s.set&(s.set-1) == 0 && s.far == nil }

func (s *inputs) add(i int32)    { *s.word(i) |= 1 << uint(i&63) }
func (s *inputs) remove(i int32) { *s.word(i) &^= 1 << uint(i&63) }

// queueOf is the queue of input i.
func (s *inputs) queueOf(i int32) int32 { return *s.bankQueue(i) + i&63 }

// word is the part of the set that has input i.
func (s *inputs) word(i int32) *uint64 {
	if i < 64 {
		return &s.set
	}
	return &(*s.far)[i>>6-1].set
}

// bankQueue is the first queue of the bank that has input i; -1 = none yet.
func (s *inputs) bankQueue(i int32) *int32 {
	if i < 64 {
		return &s.queue
	}
	return &(*s.far)[i>>6-1].queue
}

// from returns the first member at or after i, cyclically. The set must not be empty.
func (s *inputs) from(i int32) int32 {
	if s.far != nil {
		return s.fromFar(i)
	}
	up := s.set >> uint(i) << uint(i)
	if up == 0 {
		up = s.set
	}
	return int32(bits.TrailingZeros64(up))
}

func (s *inputs) fromFar(i int32) int32 {
	if j := s.first(i); j >= 0 {
		return j
	}
	return s.first(0)
}

// first returns the first member at or after i; -1 = none.
func (s *inputs) first(i int32) int32 {
	banks := 1
	if s.far != nil {
		banks += len(*s.far)
	}
	for b := i >> 6; int(b) < banks; b++ {
		set := *s.word(b << 6)
		if b == i>>6 {
			set = set >> uint(i&63) << uint(i&63)
		}
		if set != 0 {
			return b<<6 + int32(bits.TrailingZeros64(set))
		}
	}
	return -1
}
