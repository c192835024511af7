package exec

import (
	"collsim/algo"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Task is other work that a rank does in a step: computing, preparing data, calling the library.
type Task struct {
	Component ledger.Component
	Nominal   units.Duration
	By        []units.Duration // by rank, instead of Nominal; nil = all ranks alike
	Jitter    sim.Jitter       // what chance adds, as skew
	Luck      uint64           // tells the task's draw from those of others; done twice, a task draws the same twice
	Call      bool             // the library is called: what that costs comes before the rest
	Renew     bool             // with a communicator that is set up anew
	Bytes     units.Bytes      // of the call, which are prepared for it
}

// Mark is an instant that a step keeps.
type Mark struct {
	Number  int32
	At      units.Time
	Waiting units.Duration // for peers since the mark before, of the lane or of the one that it followed
}

// Purposes of random draws.
const (
	drawPost       = 1 + iota // the jitter of a post
	drawAhead                 // what is queued in the stream before a kernel
	drawTask                  // the jitter of a task
	drawScheduling            // what the scheduler adds to a post
	drawNoise                 // the noise of a single rank's post
	drawSmall                 // what the NIC adds to a small message
)

// draw is a random duration of a rank.
func (x *Run) draw(j sim.Jitter, rank int32, purpose, index uint64) units.Duration {
	if j.Mean == 0 {
		return 0
	}
	return j.Draw(sim.Key{Seed: x.host.Seed, Replicate: x.host.Replicate, Entity: x.stands[rank].Luck, Purpose: purpose, Index: index})
}

// luck tells the draws for a step of lane i from those for other steps of its rank. It goes by the place of the step in
// its operation, whatever the rank did before.
func (x *Run) luck(i, rank, step int32) uint64 {
	at := algo.Place{Lane: i - rank*x.schedule.Lanes, Step: step}
	if x.schedule.Place != nil {
		at = x.schedule.Place(rank, at.Lane, step)
	}
	return uint64(at.Operation)<<40 | uint64(at.Lane)<<28 | uint64(at.Step)
}

// work does the task of the step.
func (x *Run) work(i int32, l *lane) bool {
	if l.step.task != 0 {
		t := &x.tasks[l.step.task-1]
		if t.Call && !x.enter(i, l, t.Bytes, t.Renew) {
			return false
		}
		if x.burdens != nil && t.Component == ledger.Compute {
			return x.compute(i, l)
		}
		x.perform(i, l, t)
	}
	l.phase = passing
	return true
}

// perform lets the time of a task pass.
func (x *Run) perform(i int32, l *lane, t *Task) {
	nominal := t.Nominal
	if t.By != nil {
		nominal = t.By[l.rank]
	}
	if t.Component == ledger.Skew { // a delay, which a slow rank does not suffer longer
		x.charge(i, l, ledger.Skew, nominal)
	} else {
		x.spend(i, l, t.Component, nominal)
	}
	x.charge(i, l, ledger.Skew, x.draw(t.Jitter, l.rank, drawTask, t.Luck))
}

// enter calls the library for n bytes: its global lock, set-up the first time, metadata, preparing the data, then the
// kernel, behind what is queued in the stream already.
func (x *Run) enter(i int32, l *lane, n units.Bytes, renew bool) bool {
	h := &x.host
	if !x.ask(i, l, lock, h.Hold > 0) {
		return false
	}
	x.spend(i, l, ledger.Library, h.Hold)
	x.leave(l)
	call := x.entered[l.rank]
	renew = renew || call == 0 || h.Rebuild
	if renew {
		x.spend(i, l, ledger.Negotiate, h.Setup)
	}
	if renew || h.Uncached {
		x.spend(i, l, ledger.Negotiate, h.Metadata)
	}
	x.spend(i, l, ledger.Prepare, h.Preparation(n))
	x.charge(i, l, ledger.Launch, x.draw(h.Ahead, l.rank, drawAhead, uint64(call)))
	x.spend(i, l, ledger.Library, h.Enqueue)
	x.spend(i, l, ledger.Launch, h.Launch)
	x.spend(i, l, ledger.Protocol, h.Kernel.Start)
	x.entered[l.rank]++
	return true
}

// admit lets the other lanes of a rank begin once its first lane has called the library.
func (x *Run) admit(i int32, l *lane) bool {
	if !x.enter(i, l, x.stands[l.rank].Bytes, false) {
		return false
	}
	for j := i + 1; j < i+x.schedule.Lanes; j++ {
		w := &x.lanes[j]
		if x.trace != nil {
			x.followed(j, w.time, i)
		}
		w.time = l.time
		x.book.Fork(j, i)
		x.woken = append(x.woken, j)
	}
	l.phase = fetching
	return true
}

// locks reports whether ranks of a node compete for the library's global lock.
func (x *Run) locks() bool { return x.host.Hold > 0 && x.shares }
