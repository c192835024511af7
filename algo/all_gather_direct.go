package algo

// Direct all-gather: everybody sends its chunk to everybody at once, the flat exchange of one-sided libraries. Messages
// share ports, so it has no closed form beyond one round.
//
//	round 0
//	0 -c0-> 1   0 -c0-> 2   0 -c0-> 3
//	1 -c1-> 2   1 -c1-> 3   1 -c1-> 0
//	2 -c2-> 3   2 -c2-> 0   2 -c2-> 1
//	3 -c3-> 0   3 -c3-> 1   3 -c3-> 2
var _ = register(Algorithm{
	Collective: AllGather, Name: "direct",
	Doc:    "Everybody sends its chunk to everybody at once. One round, where every pair has a good path.",
	Source: "microsoft/mscclpp, the direct all-gather",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		l := newLayout(call, p, true)
		return l.regular(rotating(1, turn, p), 1, func(rank, lane, i int32) (s Step, ok bool) {
			c, _, q, away := l.home(rank, lane)
			if ok = gatherAll(&s, p, q, i, 0); ok {
				l.settle(&s, c, away)
			}
			return s, ok
		}), nil
	},
	form: form{rounds: func(Call) int { return 1 }},
})
