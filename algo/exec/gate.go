package exec

import (
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// gate is the barrier between rounds: round k begins when every message of the rounds before it has been received and
// combined. It costs nothing itself; what it delays goes on with the trail of whoever came last.
type gate struct {
	on     bool
	open   int32      // the round that may be sent
	since  units.Time // when it opened, by the trail openTrail
	left   []int64    // round -> messages not consumed yet
	at     units.Time // when the last message so far was consumed, by lastTrail: the next round opens no earlier
	last   int32      // the lane that consumed it, the lowest on a tie
	parked []int32    // lanes that wait for a later round
}

// bindGate counts the messages of each round.
func (x *Run) bindGate() {
	g := &x.gate
	g.on = true
	for _, step := range x.sends() {
		for int(step.Round) >= len(g.left) {
			g.left = append(g.left, 0)
		}
		g.left[step.Round]++
	}
	g.skip()
}

// skip opens the rounds up to the first that has messages left.
func (g *gate) skip() {
	for int(g.open) < len(g.left) && g.left[g.open] == 0 {
		g.open++
	}
}

// pass lets a step send only when its round is open.
func (x *Run) pass(i int32, l *lane) bool {
	l.phase = posting
	if l.step.send < 0 {
		return true
	}
	if x.trace != nil {
		x.book.Label(i, l.step.round)
	}
	if x.gate.on {
		if l.step.round > x.gate.open {
			l.phase, l.parked = passing, true
			x.gate.parked = append(x.gate.parked, i)
			return false
		}
		x.through(i, l)
	}
	if x.host.Bounce && l.step.bytes > 0 && !x.seated(l.rank) && x.crosses(l.rank, l.step.send) { // the CPU must hear that the copy is over
		x.spend(i, l, ledger.Prepare, x.host.Staging(l.step.bytes))
		x.charge(i, l, ledger.Protocol, x.host.PCIe)
	}
	return true
}

// through takes lane i to the instant at which the gate opened, if it is not later already.
func (x *Run) through(i int32, l *lane) {
	if x.gate.since > l.time {
		if x.trace != nil {
			x.held(i, l.time)
		}
		l.waited += x.gate.since.Sub(l.time)
		l.time = x.gate.since
		x.book.Fork(i, x.openTrail())
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
		x.book.Fork(x.lastTrail(), i)
	}
	if g.left[round]--; g.left[round] > 0 || round != g.open {
		return
	}
	g.skip()
	g.since = g.at
	x.book.Fork(x.openTrail(), x.lastTrail())
	x.reopen()
}

// reopen wakes the lanes whose round has come.
func (x *Run) reopen() {
	g := &x.gate
	kept := g.parked[:0]
	for _, j := range g.parked {
		if w := &x.lanes[j]; w.step.round <= g.open {
			w.parked = false
			x.woken = append(x.woken, j)
		} else {
			kept = append(kept, j)
		}
	}
	g.parked = kept
}
