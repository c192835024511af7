package algo

import (
	"math/bits"

	"collsim/sim/units"
)

// Halving-doubling all-reduce (Rabenseifner; Thakur, Rabenseifner, Gropp 2005): a reduce-scatter in which partners 1,
// 2, 4, ... apart exchange halves of what they still work on, then the same exchanges backwards as an all-gather. Off
// powers of two the extra ranks fold in first and out last, with the whole buffer.
//
//	round 0               round 1               round 2               round 3
//	0 --c2,3--> 1         0 --c1--> 2           0 --c0--> 2           0 --c0,1--> 1
//	1 --c0,1--> 0         2 --c0--> 0           2 --c1--> 0           1 --c2,3--> 0
//	2 --c2,3--> 3         1 --c3--> 3           1 --c2--> 3           2 --c0,1--> 3
//	3 --c0,1--> 2         3 --c2--> 1           3 --c3--> 1           3 --c2,3--> 2
var _ = register(Algorithm{
	Collective: AllReduce, Name: "halving_doubling",
	Doc:    "Partners exchange halves, then quarters, and so on, until each rank has one finished piece; then they send the pieces back the same way. It moves the fewest bytes in few rounds.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build:  halvingDoubling,
	form: form{
		rounds:   func(call Call) int { f, _, x := logs(call); return 2*f + 2*x },
		lockStep: halvingDoublingLockStep,
		dataflow: powerOfTwo,
	},
})

// halvingDoublingLockStep: round k of the halving moves pieces of n/2^k, of which the largest is rounded up.
func halvingDoublingLockStep(call Call, c Cost) units.Duration {
	f, _, x := logs(call)
	total := times(x, c.merge(call.Bytes)) + times(x, c.Message(call.Bytes))
	for k := 1; k <= f; k++ {
		piece := ceil(call.Bytes, 1<<k)
		total += c.merge(piece) + c.Message(piece)
	}
	return total
}

// halvingDoubling: after k halvings vertex v works on the chunks whose top k bits are the low k bits of v, reversed.
func halvingDoubling(call Call) (*Schedule, error) {
	d := foldTo(int32(call.Ranks))
	chunks := int32(1) << d.f
	half := func(v, k int32) Chunks { // what v works on after k+1 halvings
		size := chunks >> (k + 1)
		reversed := int32(bits.Reverse32(uint32(v)) >> (32 - d.f))
		return span(reversed&^(size-1), size)
	}
	return newLayout(call, chunks, false).schedule(1, func(_, q, _, i int32) (Step, bool) {
		all, end := span(0, chunks), 4*d.f // two steps a round
		if d.folded(q) {
			return d.aside(q, i, all, 2*d.f+1)
		}
		if d.host(q) {
			switch i {
			case 0:
				return receive(q-1, all, 0, true), true
			case end + 1:
				return send(q-1, all, 2*d.f+1), true
			}
			i--
		}
		if i >= end {
			return Step{}, false
		}
		v, t := d.vertex(q), i/2
		k := min(t, 2*d.f-1-t) // the way back mirrors the way there
		partner := v ^ 1<<k
		give, keep := half(partner, k), half(v, k)
		if back := t >= d.f; back {
			give, keep = keep, give
		}
		if i%2 == 0 {
			return send(d.position(partner), give, d.x+t), true
		}
		return receive(d.position(partner), keep, d.x+t, t < d.f), true
	}), nil
}
