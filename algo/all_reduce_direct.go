package algo

// Direct all-reduce, also called two-shot: everybody sends each rank its chunk, everybody reduces one chunk, everybody
// sends its result to all. It fits full meshes and NVSwitch (as in TensorRT-LLM and MSCCL++). Messages of a round share
// ports, so it has no closed form beyond two rounds.
//
//	round 0                        round 1
//	r -- chunk j --> j, all j      r -- chunk r --> j, all j
//
//	0 -c1-> 1   0 -c2-> 2   0 -c3-> 3      0 -c0-> 1   0 -c0-> 2   0 -c0-> 3
//	1 -c2-> 2   1 -c3-> 3   1 -c0-> 0      ...
//	2 -c3-> 3   2 -c0-> 0   2 -c1-> 1
//	3 -c0-> 0   3 -c1-> 1   3 -c2-> 2
var _ = register(Algorithm{
	Collective: AllReduce, Name: "direct",
	Doc:    "Everybody sends every rank its chunk, each rank adds up one chunk, everybody sends its result to all. Two rounds and the fewest bytes, where every pair has a good path.",
	Source: "microsoft/mscclpp, the two-shot all-reduce",
	build:  allReduceDirect,
	form:   form{rounds: func(Call) int { return 2 }},
})

func allReduceDirect(call Call) (*Schedule, error) {
	p := int32(call.Ranks)
	l := newLayout(call, p, false)
	return l.regular(rotating(1, turn, p), 1, func(rank, lane, i int32) (s Step, ok bool) {
		c, _, q, away := l.home(rank, lane)
		if i < 2*(p-1) {
			ok = scatterAll(&s, p, q, i, 0)
		} else {
			ok = gatherAll(&s, p, q, i-2*(p-1), 1)
		}
		if ok {
			l.settle(&s, c, away)
		}
		return s, ok
	}), nil
}
