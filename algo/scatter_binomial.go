package algo

import "collsim/sim/units"

// Binomial scatter: the root sends half of the chunks away, then both send a half of theirs, and so on (Thakur,
// Rabenseifner, Gropp 2005).
//
//	round 0            round 1
//	0 --c2,3--> 2      0 --c1--> 1
//	                   2 --c3--> 3
var _ = register(Algorithm{
	Collective: Scatter, Name: "binomial", Rooted: true,
	Doc:    "Everyone who holds chunks sends half of them on, until each rank has its own. It needs log2 p rounds, rounded up.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		b, l := binomial{p: p}, newLayout(call, p, true)
		return l.schedule(1, func(rank, lane, i int32) (s Step, ok bool) {
			c, _, q := l.spot(rank, lane)
			root := l.root(c)
			if ok = b.scatter(&s, mod(q-root, p), i, root); ok {
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
