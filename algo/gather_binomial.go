package algo

import "collsim/sim/units"

// Binomial gather: every round half of those who hold chunks send all of them on (Thakur, Rabenseifner, Gropp 2005).
//
//	round 0            round 1
//	1 --c1--> 0        2 --c2,3--> 0
//	3 --c3--> 2
var _ = register(Algorithm{
	Collective: Gather, Name: "binomial", Rooted: true,
	Doc:    "Chunks climb a binomial tree, each message carrying twice as many as the round before. It needs log2 p rounds, rounded up.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		b, l := binomial{p: p}, newLayout(call, p, true)
		return l.schedule(1, func(rank, lane, i int32) (s Step, ok bool) {
			c, _, q := l.spot(rank, lane)
			root := l.root(c)
			if ok = b.gather(&s, mod(q-root, p), i, root); ok {
				s.shift(root, p)
				l.finish(&s, c)
			}
			return s, ok
		}), nil
	},
	form: form{
		rounds:   func(call Call) int { _, l, _ := logs(call); return l },
		lockStep: func(call Call, c Cost) units.Duration { return subtreeLockStep(call, c) },
		dataflow: powerOfTwo,
	},
})
