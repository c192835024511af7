package exec

import (
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// core asks for the rank's core for the phase at hand and reports whether the lane has it. Where lanes share the core,
// asking is an event, so that who asks first in simulated time is served first; ties go to the lower lane.
func (x *Run) core(i int32, l *lane, work units.Duration) bool {
	if x.cores == nil || work == 0 || l.granted {
		return true
	}
	x.kernel.At(l.time, key(opCore, i-l.rank*x.schedule.Lanes, 0), x.id, opCore, uint64(i))
	return false
}

// serve gives the core to lane i, after those that asked before it.
func (x *Run) serve(i int32) {
	l := &x.lanes[i]
	x.charge(i, l, ledger.Library, max(0, x.cores[l.rank].Sub(l.time)))
	l.granted = true
	x.woken = append(x.woken, i)
}

// leave gives the core back.
func (x *Run) leave(l *lane) {
	if l.granted {
		x.cores[l.rank] = l.time
		l.granted = false
	}
}
