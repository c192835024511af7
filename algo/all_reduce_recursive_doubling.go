package algo

import "collsim/sim/units"

// Recursive doubling all-reduce: partners 1, 2, 4, ... apart exchange everything they have summed so far (Thakur,
// Rabenseifner, Gropp 2005). Off powers of two, with P the power below p, the even ones of the first 2(p-P) ranks fold
// into their odd neighbours first and get the result back last.
//
//	round 0                  round 1
//	0 <-> 1   2 <-> 3        0 <-> 2   1 <-> 3
var _ = register(Algorithm{
	Collective: AllReduce, Name: "recursive_doubling",
	Doc:    "Partners exchange everything they have, at a distance that doubles every round. The fewest rounds possible, but the whole buffer moves in each.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build:  recursiveDoubling,
	form: form{
		rounds: func(call Call) int { f, _, x := logs(call); return f + 2*x },
		lockStep: func(call Call, c Cost) units.Duration {
			f, _, x := logs(call)
			return times(f+x, c.merge(call.Bytes)) + times(x, c.Message(call.Bytes))
		},
		dataflow: powerOfTwo,
	},
})

func recursiveDoubling(call Call) (*Schedule, error) {
	d := pairUp(int32(call.Ranks))
	l := newLayout(call, 1, false)
	return l.regular(d.motion(stay), 1, func(rank, lane, t int32) (s Step, ok bool) {
		c, _, q, away := l.home(rank, lane)
		if d.folded(q) {
			ok = d.aside(&s, q, t, one(0), d.f+1)
		} else {
			ok = d.double(&s, q, t)
		}
		if ok {
			l.settle(&s, c, away)
		}
		return s, ok
	}), nil
}

// double is step t of a position that is not folded away: it receives round x+t-1 and sends round x+t.
func (d *paired) double(s *Step, q, t int32) bool {
	if t > d.f {
		return false
	}
	s.still()
	s.Chunks, s.Round = one(0), d.x+t
	v := d.vertex(q)
	if t > 0 {
		s.Recv, s.Reduce = d.position(v^1<<(t-1)), true
	} else if d.host(q) {
		s.Recv, s.Reduce = q-1, true
	}
	if t < d.f {
		s.Send = d.position(v ^ 1<<t)
	} else if d.host(q) {
		s.Send = q - 1
	} else {
		s.Round--
	}
	return true
}
