package algo

import "collsim/sim/units"

// Ring all-gather: every rank's chunk goes round the ring once (Chan, Heimlich, Purkayastha, van de Geijn 2007).
//
//	round 0          round 1          round 2
//	0 --c0--> 1      0 --c3--> 1      0 --c2--> 1
//	1 --c1--> 2      1 --c0--> 2      1 --c3--> 2
//	2 --c2--> 3      2 --c1--> 3      2 --c0--> 3
//	3 --c3--> 0      3 --c2--> 0      3 --c1--> 0
var _ = register(Algorithm{
	Collective: AllGather, Name: "ring", Sliced: true, Loops: true,
	Doc:    "Every rank's chunk goes round the ring until all have it. It uses neighbours only, in p-1 rounds.",
	Source: "Chan, Heimlich, Purkayastha, van de Geijn 2007, Collective communication: theory, practice, and experience",
	build:  func(call Call) (*Schedule, error) { return buildRing(call, true, int32(call.Ranks)-1, 0, 0) },
	form: form{
		rounds:   func(call Call) int { return call.Ranks - 1 },
		lockStep: func(call Call, c Cost) units.Duration { return ringLockStep(call, c, 0, call.Ranks-1) },
		dataflow: always,
	},
})
