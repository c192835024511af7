package algo

import "math/bits"

// A regular algorithm does the same everywhere. Its step function is asked at home only, at positions 0..unit-1, so it cannot
// know where it really is; carry moves what it says to a position that is o away, a multiple of unit. That the
// schedule looks the same from every rank needs no other proof.
type motion struct {
	unit  int32 // positions 0..unit-1 are home; 0 = irregular
	xor   bool  // positions move by o xor, not by o plus
	drift drift
	block int32  // of turning labels
	why   string // there is none
}

// drift is how the labels of a step move with its position.
type drift uint8

const (
	stay   drift = iota
	turn         // one label a unit, round a block of labels; a set as large as its block stays
	flip         // with plain numbers, by xor: sets are aligned to their size
	mirror       // as flip, by the bits of the position in reverse order
)

// rotating is a motion of positions by multiples of unit round the circle.
func rotating(unit int32, how drift, block int32) motion {
	return motion{unit: unit, drift: how, block: block}
}

// flipping is a motion by exclusive or; positions are a power of two.
func flipping(how drift) motion { return motion{unit: 1, xor: true, drift: how} }

// irregular says why a schedule does not look the same from every rank.
func irregular(why string) motion { return motion{why: why} }

// regular is schedule for an algorithm that is asked at home.
func (l *layout) regular(m motion, lanes int32, step func(rank, lane, index int32) (Step, bool)) *Schedule {
	l.motion, l.period = m, l.p
	if m.unit > 0 {
		l.period = l.least()
	}
	return l.schedule(lanes, step)
}

// home is spot for a regular algorithm: the position at home, and how far the real one is away.
func (l *layout) home(rank, lane int32) (c, k, q, away int32) {
	c, k, q = l.spot(rank, lane)
	switch l.unit {
	case 0:
		return c, k, q, 0
	case 1:
		return c, k, 0, q
	}
	at := q % l.unit
	return c, k, at, q - at
}

// settle is finish for a step at home that belongs o away.
func (l *layout) settle(s *Step, c, o int32) {
	if o != 0 {
		l.carry(s, o)
	}
	l.finish(s, c)
}

// carry moves peers and labels o on.
func (l *layout) carry(s *Step, o int32) {
	if l.xor {
		l.cross(s, o)
		return
	}
	s.Recv, s.Send = l.peer(s.Recv, o), l.peer(s.Send, o)
	if set := &s.Chunks; set.Count < l.block {
		if l.unit > 1 {
			l.turn(set, o/l.unit)
		} else if set.First += o; set.First >= l.p { // one label a position
			set.First -= l.p
		}
	}
}

// peer carries a position round the circle; -1 is nobody.
func (l *layout) peer(q, o int32) int32 {
	if q < 0 {
		return q
	}
	if q += o; q >= l.p {
		q -= l.p
	}
	return q
}

// turn carries labels round their block.
func (l *layout) turn(set *Chunks, o int32) {
	base := set.First - set.First%l.block
	set.First = base + mod(set.First-base+o, l.block)
}

// cross carries peers and labels by exclusive or.
func (l *layout) cross(s *Step, o int32) {
	if s.Recv >= 0 {
		s.Recv ^= o
	}
	if s.Send >= 0 {
		s.Send ^= o
	}
	switch set := &s.Chunks; l.drift {
	case flip:
		set.First ^= o &^ (set.Run - 1)
	case mirror:
		reversed := int32(bits.Reverse32(uint32(o)) >> (32 - floorLog(l.p)))
		set.First ^= reversed &^ (set.Run - 1)
	}
}
