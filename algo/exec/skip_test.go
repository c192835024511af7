package exec_test

import (
	"errors"
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// long are fabrics on which rings take many steps.
var long = []fabric.Spec{
	{Preset: "star", Nodes: 12}, {Preset: "star", Nodes: 120}, {Preset: "star", Nodes: 90, Network: "leaf-spine", Set: []fabric.Setting{{Name: "leaf.nodes", Value: fabric.CountOf(9)}}},
	{Preset: "hgx-h100", Nodes: 12, Network: "switch"}, {Preset: "hgx-h100", Nodes: 16, GPUsPerNode: 4, Network: "rail-optimised"},
	{Preset: "hgx-a100", Nodes: 9, Network: "switch"}, {Preset: "pcie-8", Nodes: 7, Network: "switch"}, {Preset: "dgx1-v100", Nodes: 8, Network: "switch"},
}

// TestSkipped plays random rings and hierarchies by representatives, with all periods and with those skipped in which
// nothing new happens: every rank, part, count and link agree.
func TestSkipped(t *testing.T) {
	graphs := map[int]*fabric.Graph{}
	skipped, played, credited := 0, 0, 0
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		z := drawRegularOn(t, r, long, graphs)
		name := []string{"ring", "ring", "hierarchical"}[r.Intn(3)]
		call := z.Schedule.Call
		call.Slices, call.Bytes = 1, units.Bytes(call.Ranks)*units.Bytes(1+r.Intn(60000))
		z.Schedule = build(t, algo.AllReduce, name, call)
		unit, xor, why := z.Schedule.Symmetry()
		if why != nil || xor || z.fold.Xor || z.fold.Stride%unit != 0 {
			continue
		}
		z.software(t, r)
		if z.Host.Kernel == (host.Kernel{}) {
			z.Window = 0
		} else if z.Window == 1 {
			z.Window = 2 // a block wants a slot before it receives
		}
		z.Net = levels[1].net(z.graph)
		plain, err := z.folded(false)
		if err != nil {
			continue
		}
		orbits, err := z.graph.Orbits(z.fold, nil, false, z.Pairs(z.fold))
		if err != nil {
			t.Fatal(err)
		}
		c := z.Config
		c.Skip, c.Fold = true, &exec.Fold{Ranks: z.fold, Fabric: orbits}
		quick, err := exec.New(c)
		if err != nil {
			t.Fatal(err)
		}
		_, err = plain.Play(0)
		_, err2 := quick.Play(0)
		if err != nil || err2 != nil {
			t.Fatal(errors.Join(err, err2))
		}
		if plain.Ties() > 0 {
			continue
		}
		played++
		if quick.Skipped() > 0 {
			skipped++
			if z.Window > 0 {
				credited++
			}
		}
		got, want := quick.Outcome(), plain.Outcome()
		if got.Total != want.Total || got.Critical != want.Critical || got.Messages != want.Messages || got.Payload != want.Payload || got.Controls != want.Controls {
			t.Fatalf("seed %d: %s %+v on %v: %v %v, all played %v %v", seed, name, call, z.spec, got.Total, got.Critical, want.Total, want.Critical)
		}
		for q := range got.Ranks {
			if got.Ranks[q] != want.Ranks[q] {
				t.Fatalf("seed %d: %s %+v on %v: rank %d %v, all played %v", seed, name, call, z.spec, q, got.Ranks[q], want.Ranks[q])
			}
		}
		for id := range z.graph.Links {
			if a, b := quick.Counters(fabric.LinkID(id)), plain.Counters(fabric.LinkID(id)); a != b {
				t.Fatalf("seed %d: %s %+v on %v: %s %v, all played %v", seed, name, call, z.spec, z.graph.LinkName(fabric.LinkID(id)), a, b)
			}
		}
	}
	t.Logf("%d played, %d skipped, %d of them with slots that come back", played, skipped, credited)
	if skipped < 40 || credited < 5 {
		t.Errorf("of %d runs only %d skipped, %d of them with slots that come back", played, skipped, credited)
	}
}
