package algo

import "collsim/sim/units"

// Binomial broadcast: in every round all who have the buffer send it to one who has not (Chan, Heimlich, Purkayastha,
// van de Geijn 2007).
//
//	round 0     round 1
//	0 -> 2      0 -> 1
//	            2 -> 3
var _ = register(Algorithm{
	Collective: Broadcast, Name: "binomial", Sliced: true,
	Doc:    "Everyone who has the buffer sends it to someone who has not, so that those who have it double every round. The fewest rounds possible; the whole buffer moves in each.",
	Source: "Chan, Heimlich, Purkayastha, van de Geijn 2007, Collective communication: theory, practice, and experience",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		b, l := binomial{p: p, slices: int32(call.Slices), upLane: -1}, newLayout(call, 1, false)
		return l.schedule(1, func(c, q, _, index int32) (Step, bool) {
			s, ok := b.down(mod(q-l.root(c), p), index)
			return shifted(s, l.root(c), p), ok
		}), nil
	},
	form: form{
		rounds:   func(call Call) int { _, l, _ := logs(call); return l },
		lockStep: func(call Call, c Cost) units.Duration { _, l, _ := logs(call); return times(l, c.Message(call.Bytes)) },
		dataflow: powerOfTwo,
	},
})
