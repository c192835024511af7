package algo

// NVLS all-reduce (NVLink SHARP; Klenk et al. 2020; NCCL's NVLS): each GPU owns one chunk. The NVSwitch adds the chunk up
// as it comes from all GPUs and gives the sum to its owner (multimem.ld_reduce), which stores it to all GPUs through the
// switch's multicast (multimem.st). A GPU's link carries n(1 + 1/p) bytes each way: all of the buffer, and its own chunk
// once more. Messages of a round share ports: no closed form beyond four rounds.
//
//	round 0           round 1           round 2           round 3
//	r -- chunk j      s0 -- chunk j     j -- chunk j      s0 -- chunk j
//	 --> s0, all j     --> j             --> s0            --> r, all r
//
//	0 -c0-> s0   0 -c1-> s0     s0 -c1-> 1     1 -c1-> s0     s0 -c1-> 0   s0 -c1-> 1
//	1 -c0-> s0   1 -c1-> s0     ...
var _ = register(Algorithm{
	Collective: AllReduce, Name: "nvls", Sliced: true, Site: InNode,
	Doc:    "The NVSwitch adds every chunk up on its way to the GPU that owns it, and copies the result to all GPUs. A GPU's link carries the buffer once and a bit each way, where a ring needs it nearly twice.",
	Source: "Klenk, Jiang, Thorson, Dennison 2020, An in-network architecture for accelerating shared-memory multiprocessor collectives; NCCL src/transport/nvls.cc",
	build:  func(call Call) (*Schedule, error) { return buildNVLS(call, false, up, 4) },
	form:   form{rounds: func(Call) int { return 4 }},
})
