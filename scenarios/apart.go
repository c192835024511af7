package scenarios

import (
	"errors"
	"fmt"
	"slices"

	"collsim/algo/exec"
	"collsim/sim"
	"collsim/sim/units"
)

// shared tells whether something besides the scenario's collective is on the fabric at the same time.
func (b *bound) shared() bool { return len(b.acts) > 0 || len(b.scenario.Background) > 0 }

// drawPairs is the purpose of the draws of background traffic between pairs of GPUs.
const drawPairs = 1002

// flows are background traffic, unless something is played by itself.
func (b *bound) flows() []exec.Flow {
	if b.only > 0 {
		return nil
	}
	var all []exec.Flow
	for i := range b.scenario.Background {
		t := &b.scenario.Background[i]
		for k, pair := range b.pairs(i) {
			all = append(all, exec.Flow{
				From: int32(pair[0]), To: int32(pair[1]), Rate: t.Rate, Sizes: t.Sizes, Random: t.Pattern == poisson,
				Period: t.Period, On: t.On, Start: units.Time(t.Start), Stop: units.Time(t.Stop), Class: uint8(t.Class),
				Luck: uint64(i)<<32 | uint64(k),
			})
		}
	}
	return all
}

// pairs are the GPUs between which background traffic number i flows.
func (b *bound) pairs(i int) [][2]int {
	t := &b.scenario.Background[i]
	if t.Pairs == 0 {
		return t.between()
	}
	gpus := uint64(len(b.graph.GPUs))
	all := make([][2]int, t.Pairs)
	for k := range all {
		draw := func(end uint64) uint64 {
			return sim.Key{Seed: b.host.Seed, Replicate: b.host.Replicate, Entity: uint64(i)<<32 | uint64(k), Purpose: drawPairs, Index: end}.Draw()
		}
		from := draw(0) % gpus
		to := (from + 1 + draw(1)%(gpus-1)) % gpus
		all[k] = [2]int{int(from), int(to)}
	}
	return all
}

// unfelt warns of what a level knows nothing of: traffic classes, and that others are there at all.
func (b *bound) unfelt(f fidelity) []string {
	var warnings []string
	for i := range b.acts {
		if a := &b.acts[i]; a.class > 0 && f.blind {
			warnings = append(warnings, fmt.Sprintf("%ss.%s.class: changed nothing: the %s level knows no traffic classes", a.kind, a.name, f.name))
		}
	}
	for i := range b.scenario.Background {
		switch t := &b.scenario.Background[i]; {
		case f.alone && t.Rate > 0 && !b.besideRanks(i):
			warnings = append(warnings, fmt.Sprintf("background.%s: changed nothing: at the %s level messages from different GPUs never meet", t.Name, f.name))
		case t.Rate == 0:
			warnings = append(warnings, fmt.Sprintf("background.%s: changed nothing: it sends nothing", t.Name))
		case f.blind && t.Class > 0:
			warnings = append(warnings, fmt.Sprintf("background.%s.class: changed nothing: the %s level knows no traffic classes", t.Name, f.name))
		}
	}
	return warnings
}

// besideRanks tells whether background traffic number i leaves a GPU where a rank stands, whose ports both then share at
// every level.
func (b *bound) besideRanks(i int) bool {
	for _, pair := range b.pairs(i) {
		for _, a := range b.actsOrSole() {
			for _, gpus := range a.gpus {
				if slices.Contains(gpus, int32(pair[0])) {
					return true
				}
			}
		}
	}
	return false
}

// apart checks what jobs, groups and background traffic ask of the fabric, and warns of what changes nothing.
func (b *bound) apart() error {
	s := &b.scenario
	if !s.Placement.packed() && inPlace(b.gpus) {
		b.warnings = append(b.warnings, "placement: changed nothing: every rank stands on the GPU of its own number")
	}
	b.swamped()
	class := func(path string, n int) error {
		if n >= b.graph.Lanes {
			return fmt.Errorf("%s.class: %d, but ports have %d traffic classes, counted from 0", path, n, b.graph.Lanes)
		}
		return nil
	}
	var err error
	for i := range b.acts {
		err = errors.Join(err, class(b.acts[i].kind+"s."+b.acts[i].name, b.acts[i].class))
	}
	for i := range s.Background {
		err = errors.Join(err, class("background."+s.Background[i].Name, s.Background[i].Class))
	}
	return err
}
