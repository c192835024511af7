package algo

import "collsim/sim/units"

// Bruck all-to-all (Bruck, Ho, Kipnis, Upfal, Weathersby 1997): slot d has d ranks to go. In round k all slots whose
// number has bit k set move 2^k ranks ahead, several blocks to a message.
//
//	round 0 (slots 1,3)          round 1 (slots 2,3)
//	0 -> 1 -> 2 -> 3 -> 0        0 -> 2   1 -> 3   2 -> 0   3 -> 1
var _ = register(Algorithm{
	Collective: AllToAll, Name: "bruck",
	Doc:    "Blocks hop ahead by powers of two, as the binary digits of their distance say, many to a message. It needs log2 p rounds, rounded up, but each byte travels about log2(p)/2 times: good for small blocks.",
	Source: "Bruck, Ho, Kipnis, Upfal, Weathersby 1997, Efficient algorithms for all-to-all communications in multiport message-passing systems",
	build:  allToAllBruck,
	form: form{
		rounds:   func(call Call) int { _, l, _ := logs(call); return l },
		lockStep: bruckLockStep,
		dataflow: always,
	},
})

func allToAllBruck(call Call) (*Schedule, error) {
	p := int32(call.Ranks)
	rounds := ceilLog(p)
	l := newLayout(call, p, true)
	return l.regular(rotating(1, stay, 0), 1, func(rank, lane, i int32) (s Step, ok bool) {
		k := i / 2
		if k >= rounds {
			return s, false
		}
		c, _, q, away := l.home(rank, lane)
		from := q
		if i%2 == 0 {
			s.send(mod(q+1<<k, p), withBit(k, p), k)
		} else {
			from = mod(q-1<<k, p)
			s.receive(from, withBit(k, p), k, false)
		}
		s.Bytes = bruckBytes(l, c, l.peer(from, away), &s.Chunks)
		l.carry(&s, away)
		l.place(&s, c)
		return s, true
	}), nil
}

// withBit is the slots below p whose number has bit k set.
func withBit(k, p int32) Chunks {
	d := int32(1) << k
	count := p/(2*d)*d + max(p%(2*d)-d, 0)
	return Chunks{First: d, Count: count, Run: d, Stride: 2 * d}
}

// bruckBytes is what position q sends of a set of slots. The slots of a run have moved from different ranks, all by the
// low bits of their numbers: so all of them go to the same rank, as far ahead as the run begins.
func bruckBytes(l *layout, c, q int32, set *Chunks) units.Bytes {
	if l.larger == nil {
		return l.size(c, 0, set)
	}
	var n units.Bytes
	for done := int32(0); done < set.Count; done += set.Run {
		to := mod(q+set.First+done/set.Run*set.Stride, l.p)
		block := one(to)
		n += units.Bytes(min(set.Run, set.Count-done)) * l.size(c, 0, &block)
	}
	return n
}

// bruckLockStep follows every block: before round k, the one from r to r+d stands at r + (d mod 2^k).
func bruckLockStep(call Call, c Cost) (total units.Duration) {
	p := call.Ranks
	for bit := 1; bit < p; bit *= 2 {
		sent := make([]units.Bytes, p)
		for r := range p {
			for d := range p {
				if d&bit != 0 {
					sent[(r+d%bit)%p] += part(call.Bytes, (r+d)%p, p)
				}
			}
		}
		var longest units.Bytes
		for _, n := range sent {
			longest = max(longest, n)
		}
		total += c.Message(longest)
	}
	return total
}
