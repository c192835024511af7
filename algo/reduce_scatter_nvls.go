package algo

// NVLS reduce-scatter: the NVSwitch adds every chunk up as it comes from all GPUs and gives the sum to its owner. A GPU's
// link receives n/p bytes where a ring receives n(p-1)/p, but it sends all n where a ring sends n(p-1)/p: the side that
// decides gains nothing.
//
//	round 0                         round 1
//	r -- chunk j --> s0, all j      s0 -- chunk j --> j
//
//	0 -c0-> s0   0 -c1-> s0   1 -c0-> s0     s0 -c0-> 0   s0 -c1-> 1
var _ = register(Algorithm{
	Collective: ReduceScatter, Name: "nvls", Sliced: true, Site: InNode,
	Doc:    "The NVSwitch adds every chunk up on its way to the GPU that owns it. A GPU's link receives little but sends as much as with any other algorithm.",
	Source: "Klenk, Jiang, Thorson, Dennison 2020, An in-network architecture for accelerating shared-memory multiprocessor collectives; NCCL src/transport/nvls.cc",
	build:  func(call Call) (*Schedule, error) { return buildNVLS(call, true, up, 2) },
	form:   form{rounds: func(Call) int { return 2 }},
})
