package algo

import "collsim/sim/units"

// Tree all-reduce: a binomial reduce to rank 0 and a binomial broadcast from it (Chan, Heimlich, Purkayastha, van de
// Geijn 2007). A lane goes up, a lane goes down; rank 0's second waits for its first, slice by slice.
//
//	round 0        round 1     round 2     round 3
//	1 -> 0         2 -> 0      0 -> 2      0 -> 1
//	3 -> 2                                 2 -> 3
//
//	  0
//	 / \
//	1   2
//	     \
//	      3
var _ = register(Algorithm{
	Collective: AllReduce, Name: "tree", Sliced: true,
	Doc:    "Sums climb a binomial tree to one rank, which sends the result down again. It needs few rounds but moves the whole buffer in each.",
	Source: "Chan, Heimlich, Purkayastha, van de Geijn 2007, Collective communication: theory, practice, and experience",
	build:  func(call Call) (*Schedule, error) { return upDown(call, true) },
	form: form{
		rounds: func(call Call) int { _, l, _ := logs(call); return 2 * l },
		lockStep: func(call Call, c Cost) units.Duration {
			_, l, _ := logs(call)
			return times(l, c.merge(call.Bytes)) + times(l, c.Message(call.Bytes))
		},
		dataflow: powerOfTwo,
	},
})
