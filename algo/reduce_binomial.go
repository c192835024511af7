package algo

import "collsim/sim/units"

// Binomial reduce: in every round half of those who still hold a sum send it to the others (Chan, Heimlich,
// Purkayastha, van de Geijn 2007).
//
//	round 0     round 1
//	1 -> 0      2 -> 0
//	3 -> 2
var _ = register(Algorithm{
	Collective: Reduce, Name: "binomial", Sliced: true, Rooted: true,
	Doc:    "Sums climb a binomial tree: every round half of those who hold one send it to the other half. The fewest rounds possible; the whole buffer moves in each.",
	Source: "Chan, Heimlich, Purkayastha, van de Geijn 2007, Collective communication: theory, practice, and experience",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		b, l := binomial{p: p, slices: int32(call.Slices), reduce: true, downLane: -1}, newLayout(call, 1, false)
		return l.schedule(1, func(rank, lane, index int32) (s Step, ok bool) {
			c, _, q := l.spot(rank, lane)
			root := l.root(c)
			if ok = b.up(&s, mod(q-root, p), index); ok {
				s.shift(root, p)
				l.finish(&s, c)
			}
			return s, ok
		}), nil
	},
	form: form{
		rounds:   func(call Call) int { _, l, _ := logs(call); return l },
		lockStep: func(call Call, c Cost) units.Duration { _, l, _ := logs(call); return times(l, c.merge(call.Bytes)) },
		dataflow: powerOfTwo,
	},
})
