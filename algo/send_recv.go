package algo

import "collsim/sim/units"

// Send-receive: rank r sends its whole buffer to rank r+1, all at once, as nccl-tests' sendrecv does. Orders of ranks
// do not apply.
//
//	round 0
//	0 -> 1 -> 2 -> 3 -> 0
var _ = register(Algorithm{
	Collective: SendRecv, Name: "shift",
	Doc:    "Every rank sends its whole buffer to the next rank and receives the previous one's. One round: it measures the path between neighbours.",
	Source: "NVIDIA/nccl-tests, src/sendrecv.cu",
	build: func(call Call) (*Schedule, error) {
		call.Order = nil
		p := int32(call.Ranks)
		l := newLayout(call, 1, false)
		return l.regular(rotating(1, stay, 0), 1, func(rank, lane, i int32) (s Step, ok bool) {
			c, _, q, away := l.home(rank, lane)
			switch i {
			case 0:
				s.send(mod(q+1, p), one(0), 0)
			case 1:
				s.receive(mod(q-1, p), one(0), 0, false)
			default:
				return s, false
			}
			l.settle(&s, c, away)
			return s, true
		}), nil
	},
	form: form{
		rounds:   func(Call) int { return 1 },
		lockStep: func(call Call, c Cost) units.Duration { return c.Message(call.Bytes) },
		dataflow: always,
	},
})
