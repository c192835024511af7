package algo

import "collsim/sim/units"

// Ring reduce-scatter: chunk i starts at rank i+1, collects one contribution a hop and ends, complete, at rank i
// (Thakur, Rabenseifner, Gropp 2005).
//
//	round 0          round 1          round 2
//	0 --c3--> 1      0 --c2--> 1      0 --c1--> 1
//	1 --c0--> 2      1 --c3--> 2      1 --c2--> 2
//	2 --c1--> 3      2 --c0--> 3      2 --c3--> 3
//	3 --c2--> 0      3 --c1--> 0      3 --c0--> 0
var _ = register(Algorithm{
	Collective: ReduceScatter, Name: "ring", Sliced: true, Loops: true,
	Doc:    "Partial sums travel round the ring, each ending at the rank that keeps it. It uses neighbours only, in p-1 rounds.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build:  func(call Call) (*Schedule, error) { p := int32(call.Ranks); return buildRing(call, true, p-1, p-1, 1) },
	form: form{
		rounds:   func(call Call) int { return call.Ranks - 1 },
		lockStep: func(call Call, c Cost) units.Duration { return ringLockStep(call, c, call.Ranks-1, 0) },
		dataflow: always,
	},
})
