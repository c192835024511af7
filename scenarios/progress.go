package scenarios

import (
	"errors"
	"fmt"

	"collsim/algo/exec"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Stage is what is being done for a scenario. In one of them alone a clock runs.
type Stage string

// The stages, in their order.
const (
	Wiring     Stage = "wiring"     // the fabric is built
	Scheduling Stage = "scheduling" // the schedule is built
	Counting   Stage = "counting"   // rounds, messages and bytes are counted
	Proving    Stage = "proving"    // the schedule is proved right
	Routing    Stage = "routing"    // every lane finds its ways through the fabric
	Simulating Stage = "simulating" // the clock runs
	Bounding   Stage = "bounding"   // what no run can beat is worked out, and the run summed up
	Searching  Stage = "searching"  // for an algorithm that would be faster
)

// Progress is what is being done and how far it is.
type Progress struct {
	Study     string // for which results are run again: what-if, interval, links, timeline; "" = the results themselves
	Variant   string
	Scenario  int // which of the file's, from 1
	Scenarios int
	Stage     Stage
	Replicate int    // 0 = the run that is shown
	Change    string // of what-if, intervals and comparisons, what was changed; "" = nothing
	Runs      int    // of a study, how many it takes
	Ended     bool   // this run has ended: nothing more will be heard of it

	Now      units.Time
	Events   uint64
	Messages int64 // that have crossed the network, or a few less
	Of       int64 // so many there are
	All      int64 // so many there are in all runs that the results of the file take; 0 = it is not known

	Decisions int64                  // of ports, about so many, where packets move and the run is one of those; 0 = none
	Least     func(most int64) int64 // while counting: messages of the run, counted no further than beyond most; else nil

	// Result of the run that ended, where it is one; not yet with what replicates and studies add. When Searching begins it is
	// there as well, without what that will find.
	Result *Result
}

// Watch is told about progress every so often and says whether to go on. It may be nil. Where an [Each] does several
// things at the same time, so are calls of Watch.
type Watch func(Progress) (goOn bool)

// with is a Watch that is told more.
func (w Watch) with(add func(*Progress)) Watch {
	if w == nil {
		return nil
	}
	return func(p Progress) bool {
		add(&p)
		return w(p)
	}
}

// enter tells the Watch that a stage begins. Its error says that it must not.
func (w Watch) enter(variant string, stage Stage) error {
	p := Progress{Variant: variant, Stage: stage}
	if w == nil || w(p) {
		return nil
	}
	return &Stopped{Progress: p}
}

// ended tells the Watch that a run has ended.
func (w Watch) ended(variant string, r *Result) {
	if w != nil {
		w(Progress{Variant: variant, Ended: true, Result: r})
	}
}

// Stopped says that a Watch ended a run.
type Stopped struct {
	Progress
	Furthest units.Time   // that a lane had come to, maybe ahead of the clock
	Trail    ledger.Parts // that led there; sums to Furthest
}

func (s *Stopped) Error() string {
	if s.Stage != Simulating {
		return fmt.Sprintf("stopped while %s", s.Stage)
	}
	return fmt.Sprintf("stopped after %d events, at %v of simulated time", s.Events, s.Now)
}

// stopped is the error of a run that a Watch ended.
func stopped(p Progress, run *exec.Run) *Stopped {
	s := &Stopped{Progress: p}
	s.Furthest, s.Trail = run.Furthest()
	return s
}

// Limited says that a run came to a limit of its scenario, and how far it was.
type Limited struct {
	Stopped
	limit error // a *sim.EventLimit or *sim.TimeLimit
}

func (l *Limited) Error() string {
	which, flag := fmt.Sprintf("limits.events: %s events were not enough", grouped(int64(l.Events))), "--max-events"
	var late *sim.TimeLimit
	if errors.As(l.limit, &late) {
		which, flag = fmt.Sprintf("limits.time: %v were not enough, the next event is at %v", late.Limit, late.Next), "--max-time"
	}
	return fmt.Sprintf("%s: %v simulated in %s events, at least %s of %s messages have crossed the network; valid: more with %s",
		which, l.Now, grouped(int64(l.Events)), grouped(l.Messages), grouped(l.Of), flag)
}

func (l *Limited) Unwrap() error { return l.limit }

// limited adds to an error of a run that it came to a limit how far it was.
func limited(err error, p Progress, run *exec.Run) error {
	if errors.As(err, new(*sim.EventLimit)) || errors.As(err, new(*sim.TimeLimit)) {
		return &Limited{*stopped(p, run), err}
	}
	return err
}
