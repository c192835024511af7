package algo

// Direct reduce-scatter: everybody sends every rank its chunk at once, and each rank adds up one chunk. Messages share
// ports, so it has no closed form beyond one round.
//
//	round 0
//	0 -c1-> 1   0 -c2-> 2   0 -c3-> 3
//	1 -c2-> 2   1 -c3-> 3   1 -c0-> 0
//	2 -c3-> 3   2 -c0-> 0   2 -c1-> 1
//	3 -c0-> 0   3 -c1-> 1   3 -c2-> 2
var _ = register(Algorithm{
	Collective: ReduceScatter, Name: "direct",
	Doc:    "Everybody sends every rank its chunk at once, and each rank adds up one chunk. One round, where every pair has a good path.",
	Source: "microsoft/mscclpp, the first half of the two-shot all-reduce",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		l := newLayout(call, p, true)
		return l.regular(rotating(1, turn, p), 1, func(rank, lane, i int32) (s Step, ok bool) {
			c, _, q, away := l.home(rank, lane)
			if ok = scatterAll(&s, p, q, i, 0); ok {
				l.settle(&s, c, away)
			}
			return s, ok
		}), nil
	},
	form: form{rounds: func(Call) int { return 1 }},
})
