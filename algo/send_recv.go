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
		return newLayout(call, 1, false).schedule(1, func(_, q, _, i int32) (Step, bool) {
			switch i {
			case 0:
				return send(mod(q+1, p), one(0), 0), true
			case 1:
				return receive(mod(q-1, p), one(0), 0, false), true
			}
			return Step{}, false
		}), nil
	},
	form: form{
		rounds:   func(Call) int { return 1 },
		lockStep: func(call Call, c Cost) units.Duration { return c.Message(call.Bytes) },
		dataflow: always,
	},
})
