package algo

// Central barrier: everybody tells rank 0, which tells everybody (Hensgen, Finkel, Manber 1988). Its messages collide at
// rank 0, so it has no closed form beyond its count of rounds.
//
//	round 0                    round 1
//	1 -> 0   2 -> 0   3 -> 0   0 -> 1   0 -> 2   0 -> 3
var _ = register(Algorithm{
	Collective: Barrier, Name: "central",
	Doc:    "Everybody tells one rank, and that one tells everybody. Two rounds, but the messages queue at the one in the middle.",
	Source: "Hensgen, Finkel, Manber 1988, Two algorithms for barrier synchronization",
	build:  func(call Call) (*Schedule, error) { return central(call, false) },
	form:   form{rounds: func(Call) int { return 2 }},
})

// central sends everything to position 0 and everything back.
func central(call Call, reduce bool) (*Schedule, error) {
	p := int32(call.Ranks)
	l := newLayout(call, 1, false)
	return l.schedule(1, func(rank, lane, i int32) (s Step, ok bool) {
		c, _, q := l.spot(rank, lane)
		switch {
		case q != 0 && i == 0:
			s.send(0, one(0), 0)
		case q != 0 && i == 1:
			s.receive(0, one(0), 1, false)
		case q == 0 && i < p-1:
			s.receive(i+1, one(0), 0, reduce)
		case q == 0 && i < 2*(p-1):
			s.send(i-(p-1)+1, one(0), 1)
		default:
			return s, false
		}
		l.finish(&s, c)
		return s, true
	}), nil
}
