package algo

import "collsim/sim/units"

// Recursive halving reduce-scatter (Thakur, Rabenseifner, Gropp 2005): partners p/2, p/4, ... apart exchange halves of
// what they still work on. Powers of two only.
//
//	round 0               round 1
//	0 --c2,3--> 2         0 --c1--> 1
//	2 --c0,1--> 0         1 --c0--> 0
//	1 --c2,3--> 3         2 --c3--> 3
//	3 --c0,1--> 1         3 --c2--> 2
var _ = register(Algorithm{
	Collective: ReduceScatter, Name: "recursive_halving", PowerOfTwo: true,
	Doc:    "Partners exchange halves of what they still work on, at a distance that halves every round. It needs log2 p rounds, and a power of two of ranks.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		l := newLayout(call, p, true)
		return l.regular(flipping(flip), 1, func(rank, lane, i int32) (s Step, ok bool) {
			c, _, q, away := l.home(rank, lane)
			if ok = i < 2*floorLog(p); ok {
				exchange(&s, q, i, p>>1>>(i/2), true)
				l.settle(&s, c, away)
			}
			return s, ok
		}), nil
	},
	form: form{
		rounds: func(call Call) int { f, _, _ := logs(call); return f },
		lockStep: func(call Call, c Cost) (total units.Duration) {
			for pieces := 2; pieces <= call.Ranks; pieces *= 2 {
				total += c.merge(ceil(call.Bytes, pieces))
			}
			return total
		},
		dataflow: always,
	},
})
