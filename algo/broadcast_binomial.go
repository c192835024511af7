package algo

import "collsim/sim/units"

// Binomial broadcast: in every round all who have the buffer send it to one who has not (Chan, Heimlich, Purkayastha,
// van de Geijn 2007).
//
//	round 0     round 1
//	0 -> 2      0 -> 1
//	            2 -> 3
var _ = register(Algorithm{
	Collective: Broadcast, Name: "binomial", Sliced: true, Rooted: true,
	Doc:    "Everyone who has the buffer sends it to someone who has not, so that those who have it double every round. The fewest rounds possible; the whole buffer moves in each.",
	Source: "Chan, Heimlich, Purkayastha, van de Geijn 2007, Collective communication: theory, practice, and experience",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		b, l := binomial{p: p, slices: int32(call.Slices), upLane: -1}, newLayout(call, 1, false)
		return l.schedule(1, func(rank, lane, index int32) (s Step, ok bool) {
			c, _, q := l.spot(rank, lane)
			root := l.root(c)
			if ok = b.down(&s, mod(q-root, p), index); ok {
				s.shift(root, p)
				l.finish(&s, c)
			}
			return s, ok
		}), nil
	},
	form: form{
		rounds:   func(call Call) int { _, l, _ := logs(call); return l },
		lockStep: func(call Call, c Cost) units.Duration { _, l, _ := logs(call); return times(l, c.Message(call.Bytes)) },
		dataflow: powerOfTwo,
	},
})
