package algo

// Grouped gather, NCCL's send and receive of a group: every rank sends its chunk straight to the root, which receives from
// many at the same time (Call.Peers). The chunks share the root's port: no closed form.
//
//	round 0, a lane each
//	3 --c3--> 0   2 --c2--> 0   1 --c1--> 0
var _ = register(Algorithm{
	Collective: Gather, Name: "grouped", Sliced: true, Groups: true, Rooted: true,
	Doc:    "Every rank sends its chunk straight to the root, which receives from many ranks at the same time. No byte travels twice, and all of them enter the root's port.",
	Source: "NVIDIA/nccl-tests, src/gather.cu; NCCL src/enqueue.cc",
	build:  func(call Call) (*Schedule, error) { return newStar(call, true).schedule(call), nil },
	form:   form{rounds: groupRounds},
})
