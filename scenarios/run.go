package scenarios

import (
	"errors"
	"fmt"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

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
		b, err := bind(s, watch.with(f.number(i)))
		if err == nil {
			all = append(all, b)
			continue
		}
		if errors.As(err, new(*Stopped)) {
			return nil, err
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

// number says which of the file's scenarios is meant.
func (f *File) number(i int) func(*Progress) {
	return func(p *Progress) { p.Scenario, p.Scenarios = i+1, len(f.Scenarios) }
}

// misasked puts what became of scenario i at its place in the file, where the file is to blame.
func (f *File) misasked(i int, err error) error {
	var lost *fabric.Unreachable
	var circle *fabric.Deadlock
	var broken *BoundBroken
	var unfolded *Unfolded
	var crowded *Crowded
	switch {
	case errors.As(err, &crowded):
		return f.located(i, crowded)
	case errors.As(err, &unfolded):
		return Problems{{Where: f.Where(i, "fold"), What: unfolded.Error()}}
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
	b, err := bind(s, watch)
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
// error; unless the file expects it, it is the error of the whole as well. Where the Watch stops, the results are those of
// the runs that had ended.
func answers(all []*bound, watch Watch, each Each) (results []Result, failed int, err error) {
	auto := level(all)
	results = make([]Result, 0, len(all))
	var lost []error
	messages := messagesOf(all)
	for i, b := range all {
		name := b.scenario.Fidelity
		if name == defaultFidelity {
			name = auto
		}
		f, _ := fidelityOf(name) // bind has looked
		decisions := int64(0)
		if name == byPackets {
			decisions = b.decisions()
		}
		watch := watch.with(func(p *Progress) {
			p.Scenario, p.Scenarios, p.All, p.Decisions = i+1, len(all), messages, decisions
		})
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
		if stop := (*Stopped)(nil); errors.As(err, &stop) {
			return append(results, b.partly(r, stop)...), i, b.named(err)
		}
		if err != nil {
			return nil, i, b.named(err)
		}
		results = append(results, *r)
	}
	return results, 0, errors.Join(lost...)
}

// messagesOf is how many messages all runs of some scenarios have.
func messagesOf(all []*bound) int64 {
	n := int64(0)
	for _, b := range all {
		runs := int64(max(1, b.scenario.Replicates))
		if b.shared() {
			runs++ // all parts by themselves make another one
		}
		n += b.counts.Messages * runs
	}
	return n
}

// partly is the result of a scenario whose replicates were stopped: all there is of it, marked as partial.
func (b *bound) partly(r *Result, s *Stopped) []Result {
	if r == nil {
		return nil
	}
	r.Partial = fmt.Sprintf("no statistics: the replicates were stopped, %d were asked for", b.scenario.Replicates)
	return []Result{*r}
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
	if err := watch.enter(b.scenario.Variant, Proving); err != nil {
		return nil, err
	}
	proof, err := b.proof()
	if err != nil {
		return nil, err
	}
	run, err := b.play(f, watch)
	if err != nil {
		return nil, err
	}
	if err := watch.enter(b.scenario.Variant, Bounding); err != nil {
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
	if r.Why, err = b.why(r, watch); err != nil {
		return nil, err
	}
	whole := *r
	watch.ended(b.scenario.Variant, &whole)
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
	if err := watch.enter(b.scenario.Variant, Routing); err != nil {
		return nil, err
	}
	if run, err := b.folded(f, watch); run != nil || err != nil {
		return run, err
	}
	c := b.config(f)
	if err := b.roomToRun(f.name, &c, b.schedule.Call.Ranks); err != nil {
		return nil, err
	}
	run, err := exec.New(c)
	if err != nil {
		return nil, err
	}
	return run, b.fire(run, watch)
}

// fire fires all events of a run and looks at the Watch every so often.
func (b *bound) fire(run *exec.Run, watch Watch) error {
	for {
		more, err := run.Play(pause)
		p := Progress{Variant: b.scenario.Variant, Stage: Simulating, Now: run.Now(), Events: run.Events(), Messages: run.Arrived(), Of: b.counts.Messages}
		if err != nil {
			return limited(err, p, run)
		}
		if goOn := watch == nil || watch(p); !more {
			return nil
		} else if !goOn {
			return stopped(p, run)
		}
	}
}
