package scenarios

import (
	"errors"
	"fmt"

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
		var err error
		if want, said, err = b.fastest(want); err != nil {
			return err
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
	return b.software()
}

// wish is what a scenario does not leave to library nccl.
func (s *Scenario) wish() nccl.Want {
	return nccl.Want{Algorithm: s.Algorithm, Protocol: s.Protocol, Channels: s.Channels}
}

// fastest is what takes least time of all that NCCL could take and the wish leaves over, each played by whole messages;
// the first in NCCL's order on a tie.
func (b *bound) fastest(want nccl.Want) (best nccl.Want, why string, err error) {
	var least units.Duration
	played := 0
	for _, p := range b.candidates(want) {
		c := *b
		c.warnings, c.asked.NCCL.Tuner = nil, ""
		c.asked.Algorithm, c.asked.Protocol = p.Algorithm, p.Protocol.String()
		if err := c.plan(); err != nil {
			return want, "", err
		}
		c.crew()
		run, err := c.quick()
		if err != nil {
			return want, "", err
		}
		if total := run.Outcome().Total; played == 0 || total < least {
			least, best = total, nccl.Want{Algorithm: p.Algorithm, Protocol: p.Protocol.String(), Channels: want.Channels}
		}
		played++
	}
	if played < 2 {
		return want, "", nil // nothing to choose from, and why says NCCL best
	}
	return best, fmt.Sprintf("of %d that NCCL could take here %s by %s is fastest", played, best.Algorithm, best.Protocol), nil
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
