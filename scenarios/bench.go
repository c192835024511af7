package scenarios

import (
	"errors"
	"fmt"
	"slices"

	"collsim/algo/exec"
	"collsim/sim/units"
)

// Bench answers one scenario at many sizes and with many settings, for whoever wants times alone: who fits parameters, or
// draws a curve. Messages move as wholes, nothing is proved or bounded, and no sentence is made. Several may be asked for
// at the same time.
//
// Its times are those of [Run] at fidelity message, with two exceptions of library nccl: a size that leaves some ranks a
// byte more than others is rounded up to the next that does not, and of many loops over the buffer a few are played, where
// these show that each takes nearly as long as the one before: the rest is a straight line, see timing and DESIGN.md.
type Bench struct {
	base bound // equipped, not loaded
}

// Timing is one answer of a Bench.
type Timing struct {
	Total     units.Duration
	Critical  Breakdown // sums to Total
	Algorithm string
	Method    string // what library nccl calls the algorithm
	Protocol  string // of library nccl
	Across    string // its protocol between nodes
	Channels  int
	Messages  int64
	Events    uint64
	Played    units.Bytes // instead of the size asked for: the next that leaves no rank a byte more than others
	Loops     int         // over the buffer, which a few that were played stand for; 0 = all were played

	family string // of algorithms, as library nccl has them
}

// Refused is that a scenario has no run as it is asked: [File.Locate] says what of it is to blame.
type Refused struct{ Err error }

func (r *Refused) Error() string { return r.Err.Error() }
func (r *Refused) Unwrap() error { return r.Err }

// NewBench wires the fabric of a scenario. Its size, fidelity and replicates are not looked at.
func NewBench(s Scenario) (*Bench, error) {
	if s.Workload.many() || len(s.Jobs)+len(s.Groups) > 0 {
		return nil, errors.New("workload: sizes can be varied of one collective alone, not of workloads, jobs or groups")
	}
	s.Replicates, s.Fidelity = 0, byMessages
	b := bound{scenario: s, asked: s, eager: true}
	if err := b.equip(nil); err != nil {
		return nil, &Refused{err}
	}
	b.warnings = slices.Clip(b.warnings)
	return &Bench{b}, nil
}

// Run is how long n bytes take, with parameters set on top of the scenario's own. Figures of the fabric take longer to
// set than those of the host, because the fabric is wired anew.
func (x *Bench) Run(n units.Bytes, set []Setting) (Timing, error) {
	b := x.base
	b.scenario.Bytes, b.asked.Bytes = n, n
	if err := b.overlay(set); err != nil {
		return Timing{}, &Refused{err}
	}
	if err := b.plan(); err != nil {
		return Timing{}, &Refused{err}
	}
	b.crew()
	t, err := b.timing()
	t.Algorithm, t.Protocol, t.Channels = b.scenario.Algorithm, b.scenario.Protocol, b.schedule.Call.Channels
	if b.choice != nil {
		t.Across, t.Channels, t.Method, t.family = b.choice.Across.String(), b.choice.Channels, b.choice.Method.String(), b.family()
	}
	return t, err
}

// overlay sets parameters on top of those that the scenario sets.
func (b *bound) overlay(set []Setting) error {
	if len(set) == 0 {
		return nil
	}
	ofFabric, ofHost, err := split(set)
	if err != nil {
		return err
	}
	b.ofHost = over(b.ofHost, ofHost)
	if len(ofFabric) > 0 {
		b.ofFabric = over(b.ofFabric, ofFabric)
		if err := b.wire(); err != nil {
			return err
		}
	}
	return b.software()
}

// played is a run of the schedule as it is.
func (b *bound) played() (Timing, error) {
	run, err := b.quick()
	if err != nil {
		return Timing{}, fmt.Errorf("%s: %w", b.scenario.Algorithm, err)
	}
	o := run.Outcome()
	return Timing{Total: o.Total, Critical: Breakdown(o.Critical), Messages: o.Messages, Events: o.Events}, nil
}

// quick plays a scenario by whole messages: by representatives where there are any.
func (b *bound) quick() (*exec.Run, error) {
	f, _ := fidelityOf(byMessages)
	c := b.config(f)
	if fold, err := b.findFold(&c, false); err == nil {
		c.Fold, c.Skip = fold, b.schedule.Call.Ranks >= skipsFrom
		run, err := exec.New(c)
		if err != nil {
			return nil, err
		}
		err = b.fire(run, func(Progress) bool { return run.Ties() == 0 })
		if run.Ties() == 0 {
			return run, err
		}
		c.Fold, c.Skip = nil, false
	}
	run, err := exec.New(c)
	if err != nil {
		return nil, err
	}
	return run, b.fire(run, nil)
}

// skipsFrom is from how many ranks looking for periods of a run pays off for what it takes.
const skipsFrom = 256
