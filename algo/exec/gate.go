package exec

import "collsim/sim/units"

// gate is the barrier between rounds: round k begins when every message of the rounds before it has been received and
// combined. It costs nothing itself; what it delays goes on with the trail of whoever came last.
type gate struct {
	on     bool
	open   int32   // the round that may be sent
	left   []int64 // round -> messages not consumed yet
	at     units.Time
	last   int32   // the lane that came last, the lowest on a tie
	parked []int32 // lanes that wait for a later round, in the order of their numbers
}

// bindGate counts the messages of each round, which needs one walk over the schedule.
func (x *Run) bindGate() {
	s := x.schedule
	x.gate.on = true
	for r := range int32(s.Call.Ranks) {
		for lane := range s.Lanes {
			for i := int32(0); ; i++ {
				step, ok := s.Step(r, lane, i)
				if !ok {
					break
				}
				if step.Send < 0 {
					continue
				}
				for int(step.Round) >= len(x.gate.left) {
					x.gate.left = append(x.gate.left, 0)
				}
				x.gate.left[step.Round]++
			}
		}
	}
}

// pass lets a step send only when its round is open.
func (x *Run) pass(i int32, l *lane) bool {
	l.phase = posting
	if !x.gate.on || l.step.Send < 0 {
		return true
	}
	if l.step.Round > x.gate.open {
		l.phase, l.parked = passing, true
		x.gate.parked = append(x.gate.parked, i)
		return false
	}
	x.through(i, l)
	return true
}

// through takes lane i to the instant at which the gate opened, if it is not later already.
func (x *Run) through(i int32, l *lane) {
	if x.gate.at > l.time {
		l.waited += x.gate.at.Sub(l.time)
		l.time = x.gate.at
		x.book.Fork(i, x.gateTrail())
	}
}

// consumed: lane i is done with a message of the given round.
func (x *Run) consumed(i int32, l *lane, round int32) {
	g := &x.gate
	if !g.on {
		return
	}
	if l.time > g.at || l.time == g.at && i < g.last {
		g.at, g.last = l.time, i
		x.book.Fork(x.gateTrail(), i)
	}
	g.left[round]--
	for int(g.open) < len(g.left) && g.left[g.open] == 0 {
		g.open++
	}
	x.reopen()
}

// reopen wakes the lanes whose round has come.
func (x *Run) reopen() {
	g := &x.gate
	kept := g.parked[:0]
	for _, j := range g.parked {
		if w := &x.lanes[j]; w.step.Round <= g.open {
			w.parked = false
			x.woken = append(x.woken, j)
		} else {
			kept = append(kept, j)
		}
	}
	g.parked = kept
}
