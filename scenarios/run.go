package scenarios

import (
	"errors"
	"fmt"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// Progress is how far a run has come.
type Progress struct {
	Variant   string
	Replicate int    // 0 = the run that is shown
	Change    string // of what-if and of intervals, what was changed; "" = nothing
	Now       units.Time
	Events    uint64
}

// Watch is told about progress every so often and says whether to go on. It may be nil. Where an [Each] does several
// things at the same time, so are calls of Watch.
type Watch func(Progress) (goOn bool)

// Stopped says that a Watch ended a run.
type Stopped struct{ Progress }

func (s *Stopped) Error() string {
	return fmt.Sprintf("stopped after %d events, at %v of simulated time", s.Events, s.Now)
}

// BoundBroken says that a run was faster than physics allows: a fault of the simulator, except at a level that
// knows no contention, which must not be asked where there is some.
type BoundBroken struct {
	Total    units.Duration
	Bound    Bound
	Fidelity string
}

// alone reports whether the level knows no contention.
func (b *BoundBroken) alone() bool {
	f, _ := fidelityOf(b.Fidelity)
	return f.alone
}

func (b *BoundBroken) Error() string {
	if b.alone() {
		return fmt.Sprintf("fidelity: %s took %v, less than the lower bound of %v (%s): messages contend here, which it does not know; valid: packet, message, flow, auto", b.Fidelity, b.Total, b.Bound.Total, b.Bound.Binding)
	}
	return fmt.Sprintf("the run took %v, less than its lower bound of %v (%s): this is a fault of collsim, please report it", b.Total, b.Bound.Total, b.Bound.Binding)
}

// Run answers every scenario of a file, in order. Errors of input are Problems at their places in the file; a run that
// cannot end is an *exec.Deadlock or a limit of package sim. Where messages were given up and the file does not expect it,
// the error says so (*fabric.GaveUp), and the results are there all the same, those of such runs with their Error.
func (f *File) Run(watch Watch) ([]Result, error) { return f.RunEach(watch, inTurn) }

// RunEach is Run with replicates done by each.
func (f *File) RunEach(watch Watch, each Each) ([]Result, error) {
	var all []*bound
	var problems Problems
	for i, s := range f.Scenarios {
		b, err := bind(s)
		if err == nil {
			all = append(all, b)
			continue
		}
		var more Problems
		if err = f.located(i, err); errors.As(err, &more) {
			problems = append(problems, more...)
		}
	}
	if len(problems) > 0 {
		return nil, problems.Sorted()
	}
	for i, b := range all {
		b.forgives = f.forgives(f.Scenarios[i].Variant)
	}
	results, i, err := answers(all, watch, each)
	return results, f.misasked(i, err)
}

// misasked puts what became of scenario i at its place in the file, where the file is to blame.
func (f *File) misasked(i int, err error) error {
	var lost *fabric.Unreachable
	var circle *fabric.Deadlock
	var broken *BoundBroken
	switch {
	case errors.As(err, &circle):
		return Problems{{Where: f.Where(i, "fabric"), What: "fabric: " + circle.Error()}}
	case errors.As(err, &lost):
		return Problems{{Where: f.Where(i, "fabric.down"), What: "fabric.down: " + lost.Error()}}
	case errors.As(err, &broken) && broken.alone():
		return Problems{{Where: f.Where(i, "fidelity"), What: broken.Error()}}
	}
	return err
}

// Run answers one scenario.
func Run(s Scenario, watch Watch) (*Result, error) {
	b, err := bind(s)
	if err != nil {
		return nil, err
	}
	results, _, err := answers([]*bound{b}, watch, inTurn)
	if err != nil {
		return nil, err
	}
	return &results[0], nil
}

// answers stops at the first scenario without one, and says which. That a message was given up is an answer, with its
// error; unless the file expects it, it is the error of the whole as well.
func answers(all []*bound, watch Watch, each Each) (results []Result, failed int, err error) {
	auto := level(all)
	results = make([]Result, 0, len(all))
	var lost []error
	for i, b := range all {
		name := b.scenario.Fidelity
		if name == defaultFidelity {
			name = auto
		}
		f, _ := fidelityOf(name) // bind has looked
		r, err := b.answer(f, watch)
		if err == nil && b.scenario.Replicates > 1 {
			err = b.chances(r, f, watch, each)
		}
		if gave := (*fabric.GaveUp)(nil); errors.As(err, &gave) {
			r = b.forgiven(f, gave)
			if !b.forgives {
				lost = append(lost, b.named(err))
			}
			err = nil
		}
		if err != nil {
			return nil, i, b.named(err)
		}
		results = append(results, *r)
	}
	return results, 0, errors.Join(lost...)
}

// named says of which variant an error is.
func (b *bound) named(err error) error {
	if b.scenario.Variant == "" {
		return err
	}
	return &ofVariant{b.scenario.Variant, err}
}

// answer proves the schedule, plays it and sums the run up.
func (b *bound) answer(f fidelity, watch Watch) (*Result, error) {
	proof, err := b.proof()
	if err != nil {
		return nil, err
	}
	run, err := b.play(f, watch)
	if err != nil {
		return nil, err
	}
	r := b.result(run, f)
	r.Proof = proof
	if r.Jobs, err = b.jobResults(run, f, watch); err != nil {
		return nil, err
	}
	if r.Total < r.Bound.Total {
		return nil, &BoundBroken{r.Total, r.Bound, f.name}
	}
	r.Why = b.why(r)
	return r, nil
}

// pause is how many events are fired between two looks at the Watch: about ten milliseconds.
const pause = 50_000

// play plays the scenario, again where a loss repeats the whole batch.
func (b *bound) play(f fidelity, watch Watch) (*exec.Run, error) {
	for b.vain = (vain{}); ; {
		run, err := b.once(f, watch)
		if err != nil {
			return nil, err
		}
		if b.meter != nil {
			b.meter.Settle()
		}
		if again, err := b.repeat(run); !again {
			return run, err
		}
	}
}

func (b *bound) once(f fidelity, watch Watch) (*exec.Run, error) {
	run, err := exec.New(b.config(f))
	if err != nil {
		return nil, err
	}
	for {
		more, err := run.Play(pause)
		if err != nil {
			return nil, err
		}
		if !more {
			return run, nil
		}
		p := Progress{Variant: b.scenario.Variant, Now: run.Now(), Events: run.Events()}
		if watch != nil && !watch(p) {
			return nil, &Stopped{p}
		}
	}
}

// proof proves every schedule that is played.
func (b *bound) proof() (string, error) {
	switch {
	case b.acts != nil:
		return b.proofOfActs()
	case b.work == nil:
		return prove(b.algorithm, b.schedule)
	}
	return b.work.proof()
}

// provable is the number of words that the proof of a schedule may need.
const provable = 1 << 21

// proved is what is said of a schedule that was checked as it is.
const proved = "proved on symbolic data at this size: every contribution arrives exactly once"

// prove checks a schedule on symbolic data where that is affordable, and says how it was proved.
func prove(a algo.Algorithm, s *algo.Schedule) (string, error) {
	n, labels := int64(s.Call.Ranks), int64(s.Labels)
	if n*n*labels*int64(len(s.Channels))/64 > provable {
		return fmt.Sprintf("same rule as for up to 33 ranks, where %s/%s is proved on symbolic data; too large to prove at %d ranks", a.Collective, a.Name, n), nil
	}
	if err := algo.Check(s); err != nil {
		return "", fmt.Errorf("the schedule is wrong: %w", err)
	}
	return proved, nil
}
