package scenarios

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/fabric"
	"collsim/sim/units"
)

// drawn is a random scenario without software: the tightest case for a bound.
func drawn(r *rand.Rand) Scenario {
	presets, networks := fabric.Presets(), fabric.Networks()
	p := presets[r.Intn(len(presets))]
	all := algo.All()
	a := all[r.Intn(len(all))]
	s := Scenario{
		Fabric:     Fabric{Preset: p.Name, Nodes: 1 + r.Intn(4), GPUsPerNode: 1 + r.Intn(p.GPUsPerNode)},
		Collective: string(a.Collective), Algorithm: a.Name,
		Library: "raw", Sync: "dataflow", Fidelity: []string{"packet", "message"}[r.Intn(2)], Seed: 1,
		Channels: r.Intn(4), Inter: "ring",
	}
	if s.Fabric.Nodes > 1 {
		s.Fabric.Network = networks[r.Intn(len(networks))].Name
	}
	ranks := s.Fabric.Nodes * s.Fabric.GPUsPerNode
	if r.Intn(3) == 0 {
		s.Ranks = 1 + r.Intn(ranks)
		ranks = s.Ranks
	}
	s.Root = r.Intn(ranks)
	if a.Collective != algo.Barrier {
		s.Bytes = units.Bytes(r.Int63n(1 << uint(1+r.Intn(22))))
	}
	if r.Intn(3) == 0 {
		s.Sync = "rounds"
	}
	return s
}

// Whatever is run, wherever, nothing beats the bound (Run refuses), and parts, tiles and groups sum up.
func TestNothingBeatsTheBound(t *testing.T) {
	tight, ran := 0, 0
	for seed := range int64(250) {
		s := drawn(rand.New(rand.NewSource(seed)))
		r, err := Run(s, nil)
		if err != nil {
			var broken *BoundBroken
			if errors.As(err, &broken) {
				t.Errorf("seed %d: %v\n%s", seed, err, Canonical(s))
			}
			continue // a power of two is needed, or equal nodes
		}
		ran++
		if r.Total > 0 && r.Total-r.Bound.Total < r.Total/50 {
			tight++
		}
		sums(t, fmt.Sprintf("seed %d", seed), r)
	}
	if ran < 200 || tight < 10 {
		t.Errorf("%d runs, %d of them within 2 %% of the bound: this test hardly tests", ran, tight)
	}
	t.Logf("%d runs, %d within 2 %% of the bound", ran, tight)
}

// Postal knows no contention; where there is some it is refused rather than believed.
func TestPostalIsRefusedUnderContention(t *testing.T) {
	s := Scenario{
		Fabric: Fabric{Preset: "pcie-8", Nodes: 2}, Collective: "all_to_all", Algorithm: "pairwise", Bytes: 8 * units.MiB,
		Library: "raw", Sync: "dataflow", Fidelity: "postal", Seed: 1,
	}
	var broken *BoundBroken
	if _, err := Run(s, nil); !errors.As(err, &broken) {
		t.Errorf("error %v, want a broken bound", err)
	}
}
