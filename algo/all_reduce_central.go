package algo

// Central all-reduce: everybody sends everything to rank 0, which reduces and sends everything to everybody: what a
// parameter server does (Li et al. 2014). Its messages collide at rank 0: no closed form beyond two rounds.
//
//	round 0                    round 1
//	1 -> 0   2 -> 0   3 -> 0   0 -> 1   0 -> 2   0 -> 3
var _ = register(Algorithm{
	Collective: AllReduce, Name: "central",
	Doc:    "Everybody sends everything to one rank, which adds up and sends the result to everybody. Two rounds, but one rank's port carries (p-1) buffers each way.",
	Source: "Li et al. 2014, Scaling distributed machine learning with the parameter server",
	build:  func(call Call) (*Schedule, error) { return central(call, true) },
	form:   form{rounds: func(Call) int { return 2 }},
})
