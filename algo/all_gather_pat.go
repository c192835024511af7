package algo

import "collsim/sim/units"

// PAT all-gather, parallel aggregated trees (Jeaugey 2025; NCCL's PAT): every chunk goes down a binomial tree below its owner,
// the largest distance first. Far messages carry few chunks, near ones many; so many of them go in one message
// (Call.Together) that the number of rounds lies between log2 p and p-1.
//
//	round 0          round 1
//	0 --c0--> 2      0 --c2,0--> 1
//	1 --c1--> 3      1 --c3,1--> 2
//	2 --c2--> 0      2 --c0,2--> 3
//	3 --c3--> 1      3 --c1,3--> 0
var _ = register(Algorithm{
	Collective: AllGather, Name: "pat", Sliced: true, Loops: true, Aggregates: true,
	Doc:    "Every chunk goes down a tree of its own, the farthest hop first, and chunks that go the same way share messages. Few rounds while chunks are small, and never more than a ring's.",
	Source: "Jeaugey 2025, PAT: a new algorithm for all-gather and reduce-scatter operations at scale; NCCL src/device/all_gather.h",
	build:  func(call Call) (*Schedule, error) { return buildPat(call, false) },
	form: form{
		rounds:   patRounds,
		lockStep: func(call Call, c Cost) units.Duration { return patLockStep(call, c.Message) },
		dataflow: always,
	},
})
