package algo

import "collsim/sim/units"

// Pairwise all-to-all: in round t every rank sends one block straight to the rank t+1 ahead and receives one from the
// rank t+1 behind (Thakur, Rabenseifner, Gropp 2005). Slot d stands for the block for the rank d ahead.
//
//	round 0 (slot 1)             round 1 (slot 2)             round 2 (slot 3)
//	0 -> 1 -> 2 -> 3 -> 0        0 <-> 2   1 <-> 3            0 -> 3 -> 2 -> 1 -> 0
var _ = register(Algorithm{
	Collective: AllToAll, Name: "pairwise",
	Doc:    "Every rank sends each block straight to its destination, one destination a round. No byte travels twice, in p-1 rounds.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build:  pairwise,
	form: form{
		rounds:   func(call Call) int { return call.Ranks - 1 },
		lockStep: func(call Call, c Cost) units.Duration { return ringLockStep(call, c, 0, call.Ranks-1) },
		dataflow: always,
	},
})

func pairwise(call Call) (*Schedule, error) {
	p := int32(call.Ranks)
	l := newLayout(call, p, true)
	return l.regular(rotating(1, stay, 0), 1, func(rank, lane, i int32) (s Step, ok bool) {
		slot := i/2 + 1
		if slot == p {
			return s, false
		}
		c, _, q, away := l.home(rank, lane)
		to := q
		if i%2 == 0 {
			to = mod(q+slot, p)
			s.send(to, one(slot), slot-1)
		} else {
			s.receive(mod(q-slot, p), one(slot), slot-1, false)
		}
		block := one(l.peer(to, away)) // as large as its destination's chunk
		s.Bytes = l.size(c, 0, &block)
		l.carry(&s, away)
		l.place(&s, c)
		return s, true
	}), nil
}
