package algo

import "collsim/sim/units"

// Ring all-reduce: a reduce-scatter around the ring, then an all-gather around it (Patarasuk, Yuan 2009). Chunk i
// starts at rank i, collects one contribution a hop, is complete at rank i-1 after p-1 hops, and goes round once more.
//
//	round 0          round 1          round 2          rounds 3-5
//	0 --c0--> 1      0 --c3--> 1      0 --c2--> 1      the complete chunks
//	1 --c1--> 2      1 --c0--> 2      1 --c3--> 2      c1 c2 c3 c0 of ranks
//	2 --c2--> 3      2 --c1--> 3      2 --c0--> 3      0  1  2  3 go round
//	3 --c3--> 0      3 --c2--> 0      3 --c1--> 0      the same way
var _ = register(Algorithm{
	Collective: AllReduce, Name: "ring", Sliced: true, Loops: true,
	Doc:    "Every rank passes chunks to its neighbour: first sums travel round the ring, then results. It moves the fewest bytes possible, in 2(p-1) rounds.",
	Source: "Patarasuk, Yuan 2009, Bandwidth optimal all-reduce algorithms for clusters of workstations",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		return buildRing(call, false, 2*(p-1), p-1, 0)
	},
	form: form{
		rounds: func(call Call) int { return 2 * (call.Ranks - 1) },
		lockStep: func(call Call, c Cost) units.Duration {
			return ringLockStep(call, c, call.Ranks-1, call.Ranks-1)
		},
		dataflow: always,
	},
})
