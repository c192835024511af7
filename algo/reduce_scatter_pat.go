package algo

import "collsim/sim/units"

// PAT reduce-scatter, parallel aggregated trees (Jeaugey 2025; NCCL's PAT): the reverse of the all-gather. Sums of every
// chunk climb a binomial tree up to its owner, the largest distance last; so many go in one message (Call.Together) that the
// number of rounds lies between log2 p and p-1.
//
//	round 0            round 1
//	1 --c2,0--> 0      2 --c0--> 0
//	2 --c3,1--> 1      3 --c1--> 1
//	3 --c0,2--> 2      0 --c2--> 2
//	0 --c1,3--> 3      1 --c3--> 3
var _ = register(Algorithm{
	Collective: ReduceScatter, Name: "pat", Sliced: true, Loops: true, Aggregates: true,
	Doc:    "Sums of every chunk climb a tree of their own, the farthest hop last, and chunks that go the same way share messages. Few rounds while chunks are small, and never more than a ring's.",
	Source: "Jeaugey 2025, PAT: a new algorithm for all-gather and reduce-scatter operations at scale; NCCL src/device/reduce_scatter.h",
	build:  func(call Call) (*Schedule, error) { return buildPat(call, true) },
	form: form{
		rounds:   patRounds,
		lockStep: func(call Call, c Cost) units.Duration { return patLockStep(call, c.merge) },
		dataflow: always,
	},
})
