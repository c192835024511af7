package algo

import "collsim/sim/units"

// Bruck all-gather (Bruck, Ho, Kipnis, Upfal, Weathersby 1997): before round k every rank has the 2^k chunks from its
// own upwards; it sends them 2^k ranks back and so doubles what it has. The last round sends what is missing only.
//
//	round 0               round 1
//	0 --c0--> 3           0 --c0,1--> 2
//	1 --c1--> 0           1 --c1,2--> 3
//	2 --c2--> 1           2 --c2,3--> 0
//	3 --c3--> 2           3 --c3,0--> 1
var _ = register(Algorithm{
	Collective: AllGather, Name: "bruck",
	Doc:    "Every rank sends all it has, to a rank twice as far away every round. It needs log2 p rounds, rounded up, for any number of ranks.",
	Source: "Bruck, Ho, Kipnis, Upfal, Weathersby 1997, Efficient algorithms for all-to-all communications in multiport message-passing systems",
	build:  allGatherBruck,
	form: form{
		rounds: func(call Call) int { _, l, _ := logs(call); return l },
		lockStep: func(call Call, c Cost) (total units.Duration) {
			_, l, _ := logs(call)
			for k := range l { // the largest run of m chunks, taken round the circle, has ceil(n m/p) bytes
				m := min(1<<k, call.Ranks-1<<k)
				total += c.Message(call.Bytes - cut(call.Bytes, call.Ranks-m, call.Ranks))
			}
			return total
		},
		dataflow: always,
	},
})

func allGatherBruck(call Call) (*Schedule, error) {
	p := int32(call.Ranks)
	rounds := ceilLog(p)
	l := newLayout(call, p, true)
	return l.regular(rotating(1, turn, p), 1, func(rank, lane, i int32) (s Step, ok bool) {
		k := i / 2
		if k >= rounds {
			return s, false
		}
		c, _, q, away := l.home(rank, lane)
		count := min(1<<k, p-1<<k)
		if i%2 == 0 {
			s.send(mod(q-1<<k, p), span(q, count), k)
		} else {
			from := mod(q+1<<k, p)
			s.receive(from, span(from, count), k, false)
		}
		l.settle(&s, c, away)
		return s, true
	}), nil
}
