package algo

// NVLS all-gather: every GPU stores its chunk once, and the NVSwitch copies it to all GPUs, the sender included. A GPU's
// link sends n/p bytes where a ring sends n(p-1)/p, but it receives all n where a ring receives n(p-1)/p: the side that
// decides gains nothing.
//
//	round 0                  round 1
//	r -- chunk r --> s0      s0 -- chunk r --> j, all j
//
//	0 -c0-> s0   1 -c1-> s0     s0 -c0-> 0   s0 -c0-> 1   s0 -c0-> 2   s0 -c0-> 3
var _ = register(Algorithm{
	Collective: AllGather, Name: "nvls", Sliced: true, Site: InNode,
	Doc:    "Every GPU sends its chunk once and the NVSwitch copies it to all. A GPU's link sends little but receives as much as with any other algorithm.",
	Source: "Klenk, Jiang, Thorson, Dennison 2020, An in-network architecture for accelerating shared-memory multiprocessor collectives; NCCL src/transport/nvls.cc",
	build:  func(call Call) (*Schedule, error) { return buildNVLS(call, true, back, 2) },
	form:   form{rounds: func(Call) int { return 2 }},
})
