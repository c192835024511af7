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

func halvingDoubling(call Call) (*Schedule, error) {
	d := pairUp(int32(call.Ranks))
	chunks := int32(1) << d.f
	l := newLayout(call, chunks, false)
	return l.regular(d.motion(mirror), 1, func(rank, lane, i int32) (s Step, ok bool) {
		c, _, q, away := l.home(rank, lane)
		if d.folded(q) {
			ok = d.aside(&s, q, i, span(0, chunks), 2*d.f+1)
		} else {
			ok = d.halve(&s, q, i)
		}
		if ok {
			l.settle(&s, c, away)
		}
		return s, ok
	}), nil
}

// halve is step i of a position that is not folded away: two steps a round, halving there and doubling back, with the
// fold before and after it at a host.
func (d *paired) halve(s *Step, q, i int32) bool {
	all, end := span(0, 1<<d.f), 4*d.f
	if d.host(q) {
		switch i {
		case 0:
			s.receive(q-1, all, 0, true)
			return true
		case end + 1:
			s.send(q-1, all, 2*d.f+1)
			return true
		}
		i--
	}
	if i >= end {
		return false
	}
	v, t := d.vertex(q), i/2
	k := min(t, 2*d.f-1-t) // the way back mirrors the way there
	partner := v ^ 1<<k
	give, keep := d.half(partner, k), d.half(v, k)
	if t >= d.f {
		give, keep = keep, give
	}
	if i%2 == 0 {
		s.send(d.position(partner), give, d.x+t)
	} else {
		s.receive(d.position(partner), keep, d.x+t, t < d.f)
	}
	return true
}

// half is what vertex v works on after k+1 halvings: the chunks whose top k+1 bits are the low k+1 bits of v, reversed.
func (d *paired) half(v, k int32) Chunks {
	size := int32(1) << d.f >> (k + 1)
	reversed := int32(bits.Reverse32(uint32(v)) >> (32 - d.f))
	return span(reversed&^(size-1), size)
}
