package scenarios

import (
	"errors"
	"fmt"
	"slices"

	"collsim/algo"
	"collsim/algo/nccl"
	"collsim/sim/units"
)

// choose lets library nccl choose what the scenario leaves to it, and binds what that costs.
func (b *bound) choose() error {
	if b.nccl == nil {
		return nil
	}
	want := b.asked.wish()
	said := ""
	if b.asked.NCCL.Tuner == byTime {
		all, err := b.ways(want, nil)
		if err != nil {
			return err
		}
		if len(all) > 1 { // else there is nothing to choose from, and NCCL says best why
			want = fastest(all).said(want.Channels)
			said = fmt.Sprintf("of %d that NCCL could take here %s by %s is fastest", len(all), want.Algorithm, want.Protocol)
		}
	}
	s := &b.scenario
	choice, err := b.nccl.tuning.Take(algo.Collective(s.Collective), s.Bytes, want)
	if errors.As(err, new(*nccl.Unknown)) {
		return fmt.Errorf("collective: %w", err)
	}
	if err != nil {
		return fmt.Errorf("algorithm: %w", err)
	}
	if said != "" {
		choice.Why = said
	}
	b.choice = &choice
	s.Algorithm, s.Protocol, s.Channels, s.Slices = choice.Algorithm, choice.Protocol.String(), choice.Lanes, choice.Slices
	if b.asked.Slices > 0 {
		s.Slices = b.asked.Slices
	}
	if !b.eager {
		b.moot(want, choice)
	}
	return b.software()
}

// moot warns of what library nccl was told and would have done anyway. Whoever plays many sizes finds out by the times.
func (b *bound) moot(want nccl.Want, taken nccl.Choice) {
	taken.Why = ""
	same := func(t *nccl.Tuning, want nccl.Want) bool {
		c, err := t.Take(taken.Collective, taken.Bytes, want)
		c.Why = ""
		return err == nil && c == taken
	}
	if b.asked.NCCL.Tuner == byTime { // which variables may leave less to choose from
		if same(b.nccl.tuning, b.asked.wish()) {
			b.warnings = append(b.warnings, "nccl.tuner: changed nothing: NCCL's own model takes the same")
		}
		return
	}
	env := b.scenario.NCCL.Env
	for i, v := range env {
		if t, err := b.tune(slices.Delete(slices.Clone(env), i, i+1)); err == nil && same(t, want) {
			b.warnings = append(b.warnings, "nccl.env."+v.Name+": changed nothing: NCCL takes the same without it")
		}
	}
}

// wish is what a scenario does not leave to library nccl.
func (s *Scenario) wish() nccl.Want {
	return nccl.Want{Algorithm: s.Algorithm, Protocol: s.Protocol, Channels: s.Channels}
}

// way is one of those that library nccl could take, and how long it takes.
type way struct {
	nccl.Prediction
	total units.Duration
}

// said is a way as a wish.
func (w *way) said(channels int) nccl.Want {
	return nccl.Want{Algorithm: w.Algorithm, Protocol: w.Protocol.String(), Channels: channels}
}

// ways plays all that library nccl could take and the wish leaves over, in NCCL's order, as a [Bench] does.
func (b *bound) ways(want nccl.Want, watch Watch) ([]way, error) {
	var all []way
	for _, p := range b.candidates(want) {
		if err := watch.enter(b.scenario.Bytes.String(), Searching); err != nil {
			return nil, err
		}
		c := *b
		c.warnings, c.asked.NCCL.Tuner = nil, ""
		c.asked.Algorithm, c.asked.Protocol = p.Algorithm, p.Protocol.String()
		if err := c.plan(); err != nil {
			return nil, err
		}
		c.crew()
		t, err := c.timing()
		if err != nil {
			return nil, err
		}
		all = append(all, way{p, t.Total})
	}
	return all, nil
}

// fastest is the way of least time; the first on a tie, nil where there is none.
func fastest(all []way) *way {
	var best *way
	for i := range all {
		if best == nil || all[i].total < best.total {
			best = &all[i]
		}
	}
	return best
}

// candidates are what NCCL could take and a wish leaves over.
func (b *bound) candidates(want nccl.Want) []nccl.Prediction {
	var all []nccl.Prediction
	for _, p := range b.nccl.tuning.Predict(algo.Collective(b.scenario.Collective), b.scenario.Bytes) {
		if p.Available() && (want.Algorithm == auto || want.Algorithm == p.Algorithm) && (want.Protocol == auto || want.Protocol == p.Protocol.String()) {
			all = append(all, p)
		}
	}
	return all
}
