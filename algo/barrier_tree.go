package algo

import "collsim/sim/units"

// Tree barrier: arrivals climb a binomial tree to rank 0, which sends the release down (Hensgen, Finkel, Manber 1988
// compare it with dissemination).
//
//	round 0        round 1     round 2     round 3
//	1 -> 0         2 -> 0      0 -> 2      0 -> 1
//	3 -> 2                                 2 -> 3
var _ = register(Algorithm{
	Collective: Barrier, Name: "tree",
	Doc:    "Arrivals climb a binomial tree to one rank, which sends the release down. It needs 2(p-1) messages, the fewest, in 2 log2 p rounds.",
	Source: "Hensgen, Finkel, Manber 1988, Two algorithms for barrier synchronization",
	build:  func(call Call) (*Schedule, error) { return upDown(call, false) },
	form: form{
		rounds:   func(call Call) int { _, l, _ := logs(call); return 2 * l },
		lockStep: func(call Call, c Cost) units.Duration { _, l, _ := logs(call); return times(2*l, c.Message(0)) },
		dataflow: powerOfTwo,
	},
})
