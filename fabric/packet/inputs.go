package packet

import "math/bits"

// inputs is the set of inputs of a device that have a packet to offer to one lane of one output, and where their queues
// are. Inputs come in banks of 64; the queues of a bank exist once a path uses one of them. Most devices have one bank.
type inputs struct {
	bank
	far []bank // inputs 64 and up
}

type bank struct {
	set   uint64
	queue int32 // of the bank's first input; -1 = none yet
}

func newInputs(n int32) inputs {
	s := inputs{bank: bank{queue: -1}}
	for i := int32(64); i < n; i += 64 {
		s.far = append(s.far, bank{queue: -1})
	}
	return s
}

func (s *inputs) empty() bool { return s.set == 0 && (s.far == nil || s.first(64) < 0) }

// lone reports whether s has a single member.
func (s *inputs) lone() bool { return s.set&(s.set-1) == 0 && s.far == nil }

func (s *inputs) add(i int32)    { s.bankOf(i).set |= 1 << uint(i&63) }
func (s *inputs) remove(i int32) { s.bankOf(i).set &^= 1 << uint(i&63) }

// queueOf is the queue of input i.
func (s *inputs) queueOf(i int32) int32 { return s.bankOf(i).queue + i&63 }

func (s *inputs) bankOf(i int32) *bank {
	if i < 64 {
		return &s.bank
	}
	return &s.far[i>>6-1]
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
	for b := i >> 6; int(b) <= len(s.far); b++ {
		set := s.bankOf(b << 6).set
		if b == i>>6 {
			set = set >> uint(i&63) << uint(i&63)
		}
		if set != 0 {
			return b<<6 + int32(bits.TrailingZeros64(set))
		}
	}
	return -1
}
