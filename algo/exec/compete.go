package exec

import (
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// burden is what moving bytes has taken from a lane's computing so far.
type burden struct {
	computes bool
	before   units.Duration // for how long the engines of its GPU had moved bytes when it began
	taken    units.Duration // from it
}

// bindBurdens makes those of computing that slows down while bytes move.
func (x *Run) bindBurdens() {
	if x.graph.MemoryShare > 0 {
		x.burdens = make([]burden, len(x.lanes))
	}
}

// compute begins a task that bytes which move disturb: it is looked at when it should end. What the engines of the GPU
// moved meanwhile, if only in the time that other bytes had added, makes it end later, until nothing more does.
func (x *Run) compute(i int32, l *lane) bool {
	l.phase = computing
	x.event(l.time, 0, opCompute, uint64(i)) // before whatever starts to move at that instant
	return false
}

// lookAgain makes the clock come to where the lane stands, behind whatever starts to move at that instant.
func (x *Run) lookAgain(i int32, l *lane) { x.event(l.time, ^uint32(0), opCompute, uint64(i)) }

// computed: the task of lane i begins, or should be over, now.
func (x *Run) computed(now units.Time, i int32) {
	l, b := &x.lanes[i], &x.burdens[i]
	gpu := int(x.stands[l.rank].GPU)
	out, in, _ := x.graph.Engines(gpu)
	moved := x.moved(out, now) + x.moved(in, now)
	if !b.computes {
		*b = burden{computes: true, before: moved}
		x.perform(i, l, &x.tasks[l.step.task-1])
		x.lookAgain(i, l)
		return
	}
	more := fabric.Portion(max(0, moved-b.before), units.Duration(x.graph.MemoryShare), units.Duration(units.Certain)) - b.taken
	if more > 0 {
		x.charge(i, l, ledger.Arbitrate, more)
		b.taken += more
		x.slowed += more
		x.lookAgain(i, l)
		return
	}
	b.computes = false
	l.phase = passing
	x.woken = append(x.woken, i)
}

// Slowed is how much longer all ranks together computed for bytes that moved meanwhile.
func (x *Run) Slowed() units.Duration { return x.slowed }

// moved is for how long an engine has moved bytes so far, without those that a Net has counted ahead of the clock; less
// than nothing where the next begin a little ahead.
func (x *Run) moved(engine fabric.LinkID, now units.Time) units.Duration {
	busy := x.net.Counters(engine).Busy
	if net, ok := x.net.(fabric.Ahead); ok {
		busy -= max(0, net.Free(engine).Sub(now))
	}
	return busy
}
