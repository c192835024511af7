package scenarios

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/fabric"
	"collsim/sim/units"
)

// widest is how many GPUs a node of a random scenario has at most: rivals of a whole rack, with a channel for each of its
// 72 NICs, take millions of messages.
const widest = 16

// drawn is a random scenario, mostly without software: the tightest case for a bound.
func drawn(r *rand.Rand) Scenario {
	presets, networks := fabric.Presets(), fabric.Networks()
	p := presets[r.Intn(len(presets))]
	all := algo.All()
	a := all[r.Intn(len(all))]
	s := Scenario{
		Fabric:     Fabric{Preset: p.Name, Nodes: 1 + r.Intn(4), GPUsPerNode: 1 + r.Intn(min(p.GPUsPerNode, widest))},
		Collective: string(a.Collective), Algorithm: a.Name,
		Library: "raw", Sync: "dataflow", Fidelity: []string{"packet", "message", "flow"}[r.Intn(3)], Seed: 1,
		Channels: r.Intn(4), Inter: "ring",
	}
	if s.Fabric.Nodes > 1 {
		s.Fabric.Network = networks[r.Intn(len(networks))].Name
		if a.Site == algo.InNetwork && r.Intn(4) > 0 {
			s.Settings = append(s.Settings, Setting{Name: "switch.sharp", Value: "yes"})
		}
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
	if r.Intn(4) == 0 {
		s.Library = "mpi"
	}
	if a.Sliced {
		s.Slices = r.Intn(5)
	}
	if r.Intn(4) == 0 {
		s.Fabric.Down = cut(r, s.Fabric)
	}
	return s
}

// cut is one or two links of a fabric.
func cut(r *rand.Rand, f Fabric) []string {
	g, _, err := fabric.Build(fabric.Spec{Preset: f.Preset, Nodes: f.Nodes, GPUsPerNode: f.GPUsPerNode, Network: f.Network})
	if err != nil || len(g.Links) == 0 {
		return nil
	}
	var down []string
	for range 1 + r.Intn(2) {
		down = append(down, g.LinkName(fabric.LinkID(r.Intn(len(g.Links)))))
	}
	return slices.Compact(down)
}

// refusal names the rule by which a scenario cannot be run; "" = it must run.
func refusal(s Scenario, err error) string {
	ranks := s.Ranks
	if ranks == 0 {
		ranks = s.Fabric.Nodes * s.Fabric.GPUsPerNode
	}
	a, _ := algo.Find(algo.Collective(s.Collective), s.Algorithm)
	var cutOff *fabric.Unreachable
	switch {
	case a.PowerOfTwo && ranks&(ranks-1) != 0:
		return "needs a power of two"
	case (len(a.Inter) > 0 || a.Name == "nvls_tree" || strings.HasPrefix(a.Name, "collnet")) && ranks > s.Fabric.GPUsPerNode && ranks%s.Fabric.GPUsPerNode != 0:
		return "needs nodes of equal size"
	case (len(s.Fabric.Down) > 0 || s.Fabric.Network == "rail-only") && errors.As(err, &cutOff):
		return "cannot reach"
	case a.Site != "" && err != nil && strings.Contains(err.Error(), "no links that are up"):
		return "no links that are up lead from"
	case a.Site != "" && err != nil: // most fabrics have no seats, or none for all
		return "up and cop"
	}
	return ""
}

// Whatever is run, wherever, nothing beats the bound (Run refuses), and parts, tiles and groups sum up.
func TestNothingBeatsTheBound(t *testing.T) {
	tight, ran, cutOff := 0, 0, 0
	for seed := range int64(300) {
		s := drawn(rand.New(rand.NewSource(seed)))
		r, err := Run(s, nil)
		switch rule := refusal(s, err); {
		case err != nil && (rule == "" || !strings.Contains(err.Error(), rule)):
			t.Errorf("seed %d: %v\n%s", seed, err, Canonical(s))
		case err == nil && rule != "":
			t.Errorf("seed %d runs, but it %s\n%s", seed, rule, Canonical(s))
		}
		if err != nil {
			continue
		}
		ran++
		if len(s.Fabric.Down) > 0 {
			cutOff++
		}
		if r.Total > 0 && r.Total-r.Bound.Total < r.Total/50 {
			tight++
		}
		sums(t, fmt.Sprintf("seed %d", seed), r)
	}
	if ran < 150 || tight < 10 || cutOff < 20 {
		t.Errorf("%d runs, %d within 2 %% of the bound, %d with links down: this test hardly tests", ran, tight, cutOff)
	}
	t.Logf("%d runs, %d within 2 %% of the bound, %d with links down", ran, tight, cutOff)
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
