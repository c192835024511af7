package fabric

import (
	"slices"
	"strings"
	"testing"
)

// Without P2P a message goes up to the CPU nearest to its receiver, into the memory there, and down again.
func TestMessagesBounceOffTheReceiversMemory(t *testing.T) {
	g := made(t, Spec{Preset: "pcie-8", Nodes: 2}, "p2p.pcie off")
	for _, c := range []struct {
		src, dst int
		want     string
	}{
		{0, 1, "gpu0>pcie0 pcie0>cpu0 cpu0>cpu0-memory cpu0-memory>cpu0 cpu0>pcie0 pcie0>gpu1"},
		{0, 2, "gpu0>pcie0 pcie0>cpu0 cpu0>cpu0-memory cpu0-memory>cpu0 cpu0>pcie1 pcie1>gpu2"},
		{0, 4, "gpu0>pcie0 pcie0>cpu0 cpu0>cpu1 cpu1>cpu1-memory cpu1-memory>cpu1 cpu1>pcie2 pcie2>gpu4"},
		{12, 9, "gpu4>pcie2 pcie2>cpu1 cpu1>cpu0 cpu0>cpu0-memory cpu0-memory>cpu0 cpu0>pcie0 pcie0>gpu1"},
	} {
		route, err := g.Route(c.src, c.dst, 0)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, id := range route {
			names = append(names, strings.NewReplacer("node0/", "", "node1/", "").Replace(g.LinkName(id)))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%d to %d: %s, want %s", c.src, c.dst, got, c.want)
		}
		if err := g.CheckRoute(route); err != nil {
			t.Error(err)
		}
	}
}

// What NVLink joins, and what NICs fetch, goes the way it goes with P2P.
func TestOnlyPCIeBetweenGPUsBounces(t *testing.T) {
	for _, preset := range []string{"dgx1-v100", "pcie-8", "hgx-h100", "gh200-4"} {
		on := made(t, Spec{Preset: preset, Nodes: 2})
		off := made(t, Spec{Preset: preset, Nodes: 2}, "p2p.pcie off")
		for src := range on.GPUs {
			for dst := range on.GPUs {
				a, _ := on.Route(src, dst, 1)
				b, _ := off.Route(src, dst, 1)
				over := slices.IndexFunc(a, func(id LinkID) bool { return !isNVLink(&on.Links[id]) }) >= 0
				bounces := slices.ContainsFunc(b, off.intoMemory)
				if inside := src/on.GPUsPerNode == dst/on.GPUsPerNode; bounces != (inside && over) {
					t.Errorf("%s, %d to %d: %s", preset, src, dst, named(off, b))
				}
				if !bounces && named(on, a) != named(off, b) {
					t.Errorf("%s, %d to %d: %s, with P2P %s", preset, src, dst, named(off, b), named(on, a))
				}
			}
		}
	}
}

// What is known of a node is what a search finds, and no buffers wait for each other in a circle.
func TestBouncingIsFoundBySearchesAndCannotDeadlock(t *testing.T) {
	for _, preset := range []string{"pcie-4", "pcie-8", "dgx1-v100", "gh200-4"} {
		for _, nodes := range []int{1, 2} {
			for _, down := range [][]string{nil, {"node0/gpu1>node0/pcie0"}} {
				if preset == "gh200-4" {
					down = nil
				}
				g, _, err := Build(Spec{Preset: preset, Nodes: nodes, Down: down, Set: []Setting{{"p2p.pcie", WordOf("off")}}})
				if err != nil {
					t.Fatal(err)
				}
				plain := *g
				plain.pattern = nil
				w := g.Waits()
				for src := range g.GPUs {
					for dst := range g.GPUs {
						got, _ := g.Route(src, dst, 0)
						if want, _ := plain.Route(src, dst, 0); !slices.Equal(got, want) {
							t.Fatalf("%s, %d to %d: %s, a search finds %s", preset, src, dst, named(g, got), named(g, want))
						}
						w.Add(got)
					}
				}
				if err := w.Circle(); err != nil {
					t.Errorf("%s, %d nodes: %v", preset, nodes, err)
				}
			}
		}
	}
}

// Switching P2P off is told to have changed nothing where nothing depends on it; so is a figure of memory with P2P on.
func TestBouncingThatChangesNothingIsSaid(t *testing.T) {
	for _, c := range []struct {
		preset string
		down   []string
		set    []Setting
		warns  bool
	}{
		{"pcie-8", nil, []Setting{{"p2p.pcie", WordOf("off")}}, false},
		{"pcie-8", nil, []Setting{{"p2p.pcie", WordOf("off")}, {"dram.rate", RateOf(gigabyte)}, {"memory.latency", DurationOf(1)}}, false},
		{"pcie-8", nil, []Setting{{"dram.rate", RateOf(gigabyte)}}, true},
		{"hgx-h100", nil, []Setting{{"p2p.pcie", WordOf("off")}}, true},
		{"hgx-h100", []string{"node0/gpu0>node0/nvswitch0"}, []Setting{{"p2p.pcie", WordOf("off")}}, false},
		{"star", nil, []Setting{{"p2p.pcie", WordOf("off")}}, true},
	} {
		_, warnings, err := Build(Spec{Preset: c.preset, Nodes: 1, Down: c.down, Set: c.set})
		if err != nil || (len(warnings) > 0) != c.warns {
			t.Errorf("%s, %v: %v (%v), warnings wanted: %v", c.preset, c.set, warnings, err, c.warns)
		}
	}
}
