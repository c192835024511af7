package algo

// Grouped scatter, NCCL's send and receive of a group: the root sends each rank its chunk, to many at the same time
// (Call.Peers). The chunks share the root's port: no closed form.
//
//	round 0, a lane each
//	0 --c1--> 1   0 --c2--> 2   0 --c3--> 3
var _ = register(Algorithm{
	Collective: Scatter, Name: "grouped", Sliced: true, Groups: true, Rooted: true,
	Doc:    "The root sends each rank its chunk straight, to many ranks at the same time. No byte travels twice, and all of them leave by the root's port.",
	Source: "NVIDIA/nccl-tests, src/scatter.cu; NCCL src/enqueue.cc",
	build:  func(call Call) (*Schedule, error) { return newStar(call, false).schedule(call), nil },
	form:   form{rounds: groupRounds},
})
