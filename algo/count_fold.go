package algo

import (
	"slices"

	"collsim/sim/units"
)

// likeness is the finest fold under which ranks send and receive alike, and whether messages are of equal size then.
func (s *Schedule) likeness() (fold Fold, even bool) {
	l := s.layout
	if l == nil || l.unit == 0 || s.Seats > 0 || s.Call.Ranks == 1 {
		return s.whole(), true
	}
	return Fold{Ranks: l.p, Stride: l.period, Xor: l.xor}, l.larger == nil
}

// unfold counts what all ranks do from what the representatives did.
func (c *counter) unfold(s *Schedule, even bool) {
	n := s.Call.Ranks
	copies := n / int(c.ranks)
	c.Messages *= int64(copies)
	if even {
		c.Bytes *= units.Bytes(copies)
		c.settle()
		c.SentBy = slices.Repeat(c.SentBy, copies)
		return
	}
	c.ranks, c.Bytes = int32(n), 0
	c.SentBy, c.received, c.reduced = make([]units.Bytes, n), make([]units.Bytes, n), make([]units.Bytes, n)
	c.weighAll(s, c.ranks)
	c.settle()
}

// Messages is how many messages a schedule has. It takes no memory, and stops at the first one beyond so many.
func (s *Schedule) Messages(most int64) (messages int64) {
	fold, _ := s.likeness()
	one, copies := s, int64(fold.Copies())
	if s.layout != nil && s.Seats == 0 {
		one, copies = s.channel(), copies*int64(s.Call.Channels)
	}
	for _, st := range one.Steps(fold.Stride) {
		if st.Send < 0 {
			continue
		}
		if messages += copies; messages > most {
			break
		}
	}
	return messages
}

// Larger tells whether some message of a schedule has more than so many bytes. It takes no memory, and stops at the first one.
func (s *Schedule) Larger(than units.Bytes) bool {
	parties := s.Parties()
	if fold, even := s.likeness(); even {
		parties = fold.Stride
	}
	for _, st := range s.Steps(parties) {
		if st.Send >= 0 && st.Bytes > than {
			return true
		}
	}
	return false
}
