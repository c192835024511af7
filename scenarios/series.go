package scenarios

import (
	"errors"
	"slices"

	"collsim/algo"
	"collsim/sim/units"
)

// Series is a scenario that is answered at many sizes. Its fabric is wired once and its schedule is proved once, at the
// first size: at others the same steps move chunks of other sizes. Its answers are those of [Run], but for what they say
// of the proof and of folding, which is tried for short runs as well. Several may be asked for at the same time.
type Series struct {
	base  bound // equipped, not loaded
	proof string
	like  algo.Call // of the schedule that was proved
}

// prover proves a schedule, and says how.
type prover func(algo.Algorithm, *algo.Schedule) (string, error)

// NewSeries builds what does not depend on the size. The scenario's own size is the one at which the schedule is proved.
// Its error is that of Run, or says that the scenario has no size that could be varied.
func NewSeries(s Scenario, watch Watch) (*Series, error) {
	if s.Workload.many() || len(s.Jobs)+len(s.Groups) > 0 {
		return nil, errors.New("workload: sizes can be varied of one collective alone, not of workloads, jobs or groups")
	}
	s.Replicates = 0
	x := &Series{base: bound{scenario: s, asked: s, eager: true}}
	b := x.base
	if err := b.equip(watch); err != nil {
		return nil, err
	}
	b.warnings = slices.Clip(b.warnings)
	x.base = b
	if err := b.load(watch); err != nil {
		return nil, err
	}
	if err := watch.enter(s.Variant, Proving); err != nil {
		return nil, err
	}
	proof, err := b.proof()
	if err != nil {
		return nil, err
	}
	x.proof, x.like = proof, b.schedule.Call
	return x, nil
}

// at is the scenario at a size, ready to run.
func (x *Series) at(n units.Bytes, watch Watch) (*bound, error) {
	b := x.base
	b.scenario.Bytes, b.asked.Bytes = n, n
	if b.nccl == nil { // which may choose another algorithm at each size
		b.proved = x.proved
	}
	if err := b.load(watch); err != nil {
		return nil, err
	}
	return &b, nil
}

// proved is the proof of a schedule with the steps of the first, or else of its own.
func (x *Series) proved(a algo.Algorithm, s *algo.Schedule) (string, error) {
	own, first := &s.Call, &x.like
	if own.Slices != first.Slices || own.Channels != first.Channels || own.Ranks != first.Ranks || own.PerNode != first.PerNode {
		return prove(a, s)
	}
	return x.proof, nil
}

// Ranks is how many ranks take part.
func (x *Series) Ranks() int { return x.like.Ranks }

// Decisions is about how many decisions of ports a run at a size needs where packets move, which is what [AutoLevel] goes by.
func (x *Series) Decisions(n units.Bytes, watch Watch) (int64, error) {
	b, err := x.at(n, watch)
	if err != nil {
		return 0, err
	}
	return b.decisions(), nil
}

// At answers the scenario at a size, at a level of fidelity; the scenario's own is not looked at.
func (x *Series) At(n units.Bytes, level string, watch Watch) (*Result, error) {
	f, ok := fidelityOf(level)
	if !ok {
		return nil, errors.New("fidelity: there is no level " + level)
	}
	b, err := x.at(n, watch)
	if err != nil {
		return nil, err
	}
	return b.answer(f, watch)
}

// AutoLevel is the fidelity that auto takes where the longest of the runs that are compared needs so many decisions.
func AutoLevel(decisions int64) string {
	if decisions < decisionsOfAuto {
		return byPackets
	}
	return byMessages
}

// Fidelity is the level that the scenario asks for, or auto.
func (x *Series) Fidelity() string { return x.base.asked.Fidelity }
