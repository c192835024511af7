package algo

import "collsim/sim/units"

// Chain broadcast: every rank passes the buffer on to the next one, slice by slice (van de Geijn's pipelined broadcast;
// Chan, Heimlich, Purkayastha, van de Geijn 2007). With k slices the pipeline is p+k-2 steps long.
//
//	round 0     round 1     round 2
//	0 -> 1      1 -> 2      2 -> 3
var _ = register(Algorithm{
	Collective: Broadcast, Name: "chain", Sliced: true, Rooted: true,
	Doc:    "Every rank passes the buffer on to its neighbour. Many rounds, but with slices all hops work at once and bandwidth is nearly full.",
	Source: "Chan, Heimlich, Purkayastha, van de Geijn 2007, Collective communication: theory, practice, and experience",
	build:  chain,
	form: form{
		rounds:   func(call Call) int { return call.Ranks - 1 },
		lockStep: func(call Call, c Cost) units.Duration { return times(call.Ranks-1, c.Message(call.Bytes)) },
		dataflow: always,
	},
})

func chain(call Call) (*Schedule, error) {
	p := int32(call.Ranks)
	l := newLayout(call, 1, false)
	return l.schedule(1, func(rank, lane, slice int32) (s Step, ok bool) {
		if slice >= int32(call.Slices) {
			return s, false
		}
		c, _, q := l.spot(rank, lane)
		v := mod(q-l.root(c), p)
		s.still()
		s.Chunks, s.Slice, s.Round = one(0), slice, min(v, p-2)
		if v > 0 {
			s.Recv = mod(q-1, p)
		}
		if v < p-1 {
			s.Send = mod(q+1, p)
		}
		l.finish(&s, c)
		return s, true
	}), nil
}
