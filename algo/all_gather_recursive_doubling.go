package algo

import "collsim/sim/units"

// Recursive doubling all-gather (Thakur, Rabenseifner, Gropp 2005): partners 1, 2, 4, ... apart exchange all they have.
// Powers of two only.
//
//	round 0               round 1
//	0 --c0--> 1           0 --c0,1--> 2
//	1 --c1--> 0           2 --c2,3--> 0
//	2 --c2--> 3           1 --c0,1--> 3
//	3 --c3--> 2           3 --c2,3--> 1
var _ = register(Algorithm{
	Collective: AllGather, Name: "recursive_doubling", PowerOfTwo: true,
	Doc:    "Partners exchange all they have, at a distance that doubles every round. It needs log2 p rounds, and a power of two of ranks.",
	Source: "Thakur, Rabenseifner, Gropp 2005, Optimization of collective communication operations in MPICH",
	build: func(call Call) (*Schedule, error) {
		p := int32(call.Ranks)
		l := newLayout(call, p, true)
		return l.regular(flipping(flip), 1, func(rank, lane, i int32) (s Step, ok bool) {
			c, _, q, away := l.home(rank, lane)
			if ok = i < 2*floorLog(p); ok {
				exchange(&s, q, i, 1<<(i/2), false)
				l.settle(&s, c, away)
			}
			return s, ok
		}), nil
	},
	form: form{
		rounds: func(call Call) int { f, _, _ := logs(call); return f },
		lockStep: func(call Call, c Cost) (total units.Duration) {
			for size := 1; size < call.Ranks; size *= 2 {
				total += c.Message(ceil(call.Bytes, call.Ranks/size))
			}
			return total
		},
		dataflow: always,
	},
})

// exchange swaps aligned blocks of d chunks with the partner d away: both send their own and keep it (gathering), or
// both send the other's and combine what comes for theirs (halving).
func exchange(s *Step, q, i, d int32, halving bool) {
	partner := q ^ d
	mine, theirs := span(q&^(d-1), d), span(partner&^(d-1), d)
	if halving {
		mine, theirs = theirs, mine
	}
	if i%2 == 0 {
		s.send(partner, mine, i/2)
	} else {
		s.receive(partner, theirs, i/2, halving)
	}
}
