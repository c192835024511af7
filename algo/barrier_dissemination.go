package algo

import "collsim/sim/units"

// Dissemination barrier: in round k every rank tells the rank 2^k ahead what it knows (Hensgen, Finkel, Manber 1988).
//
//	round 0                      round 1
//	0 -> 1 -> 2 -> 3 -> 0        0 -> 2   1 -> 3   2 -> 0   3 -> 1
var _ = register(Algorithm{
	Collective: Barrier, Name: "dissemination",
	Doc:    "In each round every rank tells one other, twice as far away as before, that it has arrived. After log2 p rounds, rounded up, everybody has heard of everybody.",
	Source: "Hensgen, Finkel, Manber 1988, Two algorithms for barrier synchronization",
	build:  barrierDissemination,
	form: form{
		rounds:   func(call Call) int { _, l, _ := logs(call); return l },
		lockStep: func(call Call, c Cost) units.Duration { _, l, _ := logs(call); return times(l, c.Message(0)) },
		dataflow: always,
	},
})

func barrierDissemination(call Call) (*Schedule, error) {
	p := int32(call.Ranks)
	last := ceilLog(p)
	l := newLayout(call, 1, false)
	return l.regular(rotating(1, stay, 0), 1, func(rank, lane, t int32) (s Step, ok bool) {
		if t > last {
			return s, false
		}
		c, _, q, away := l.home(rank, lane)
		s.still()
		s.Chunks, s.Round = one(0), t
		if t > 0 {
			s.Recv = mod(q-1<<(t-1), p)
		}
		if t < last {
			s.Send = mod(q+1<<t, p)
		} else {
			s.Round = t - 1
		}
		l.settle(&s, c, away)
		return s, true
	}), nil
}
