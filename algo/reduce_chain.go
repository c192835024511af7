package algo

import "collsim/sim/units"

// Chain reduce: the sum passes from rank to rank and grows on its way, slice by slice, until it comes to the root: the chain
// broadcast in reverse (Chan, Heimlich, Purkayastha, van de Geijn 2007), and NCCL's ring reduce. With k slices the pipeline
// is p+k-2 steps long.
//
//	round 0     round 1     round 2
//	1 -> 2      2 -> 3      3 -> 0
var _ = register(Algorithm{
	Collective: Reduce, Name: "chain", Sliced: true, Rooted: true,
	Doc:    "Every rank adds its buffer to the sum that its neighbour passes on, up to the root. Many rounds, but with slices all hops work at once and bandwidth is nearly full.",
	Source: "Chan, Heimlich, Purkayastha, van de Geijn 2007, Collective communication: theory, practice, and experience; NCCL src/device/reduce.h",
	build:  reduceChain,
	form: form{
		rounds:   func(call Call) int { return call.Ranks - 1 },
		lockStep: func(call Call, c Cost) units.Duration { return times(call.Ranks-1, c.merge(call.Bytes)) },
		dataflow: always,
	},
})

// reduceChain: vertex 0 is the root, vertex 1 the first of the chain.
func reduceChain(call Call) (*Schedule, error) {
	p := int32(call.Ranks)
	l := newLayout(call, 1, false)
	return l.schedule(1, func(rank, lane, slice int32) (s Step, ok bool) {
		if slice >= int32(call.Slices) {
			return s, false
		}
		c, _, q := l.spot(rank, lane)
		v := mod(q-l.root(c), p)
		s.still()
		s.Chunks, s.Slice, s.Round = one(0), slice, v-1
		if v != 1 {
			s.Recv, s.Reduce = mod(q-1, p), true
		}
		if v != 0 {
			s.Send = mod(q+1, p)
		} else {
			s.Round = p - 2
		}
		l.finish(&s, c)
		return s, true
	}), nil
}
