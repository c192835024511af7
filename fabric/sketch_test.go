package fabric

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// steps is rotations by whole servers.
type steps struct{ nodes, per int32 }

func (s steps) Copies() int32                 { return s.nodes }
func (s steps) Image(rank, e int32) int32     { return (rank + e*s.per) % (s.nodes * s.per) }
func (s steps) Between(before, a int32) int32 { return (before - a + s.nodes) % s.nodes }
func (s steps) Name() string                  { return "steps" }

// TestSketch: what a sketch says of the whole is what the whole says: ranks, orders, levels, warnings; and its fold is the
// one that looking at every link finds.
func TestSketch(t *testing.T) {
	for _, s := range []Spec{
		{Preset: "star", Nodes: 9}, {Preset: "star", Nodes: 12, GPUsPerNode: 1}, {Preset: "hgx-h100", Nodes: 5, Network: "switch"},
		{Preset: "hgx-h100", Nodes: 20, Network: "switch"}, {Preset: "hgx-h100", Nodes: 3, Network: "rail-only", Set: []Setting{{Name: "routing.pxn", Value: WordOf("on")}}},
		{Preset: "hgx-a100", Nodes: 4, Network: "switch"}, {Preset: "pcie-8", Nodes: 4, Network: "switch"}, {Preset: "dgx1-v100", Nodes: 3, Network: "switch"},
		{Preset: "hgx-h100", Nodes: 4, Network: "switch", Set: []Setting{{Name: "gpu.copy-rate", Value: RateOf(500 * gigabyte)}}},
		{Preset: "gb200-nvl72", Nodes: 3, Network: "switch"},
	} {
		whole, remarks, err := Build(s)
		if err != nil {
			t.Fatal(err)
		}
		g, warnings, ok := Sketch(s)
		if !ok || !g.Sketched() || g.Nodes != whole.Nodes || g.Ranks() != len(whole.GPUs) || g.NICsPerNode != whole.NICsPerNode {
			t.Errorf("%+v: no sketch, or one of something else", s)
			continue
		}
		for _, d := range []string{cmp.Diff(remarks, warnings), cmp.Diff(whole.Levels(), g.Levels()), cmp.Diff(whole.Order(5), g.Order(5)), cmp.Diff(whole.Network, g.Network)} {
			if d != "" {
				t.Errorf("%+v: %s", s, d)
			}
		}
		sameFold(t, s, whole, g)
	}
}

// sameFold compares the images of all routes from the first server.
func sameFold(t *testing.T, s Spec, whole, g *Graph) {
	by := steps{int32(whole.Nodes), int32(whole.GPUsPerNode)}
	all := func(yield func(Pair) bool) {
		for src := range by.per {
			for dst := range by.per * by.nodes {
				for channel := range int32(3) {
					if src != dst && !yield(Pair{src, dst, channel}) {
						return
					}
				}
			}
		}
	}
	orbits, err := whole.Orbits(by, nil, false, all)
	if err != nil {
		t.Errorf("%+v: %v", s, err)
		return
	}
	twins := g.Twins(by)
	type bend struct {
		from LinkID
		to   Image
	}
	there, back := map[bend]bend{}, map[bend]bend{} // which bends are which
	for p := range all {
		route, want, err := orbits.Way(int(p.Src), int(p.Dst), int(p.Channel))
		drawn, got, err2 := twins.Way(int(p.Src), int(p.Dst), int(p.Channel))
		if err != nil || err2 != nil || len(want) != len(got) {
			t.Fatalf("%+v: %v: %v, %v; %d and %d links", s, p, err, err2, len(want), len(got))
		}
		for i := range want {
			x, y := bend{-1, want[i]}, bend{-1, got[i]}
			if i > 0 {
				x.from, y.from = want[i-1].Link, got[i-1].Link
			}
			if _, met := there[x]; !met {
				there[x] = y
			}
			if _, met := back[y]; !met {
				back[y] = x
			}
			a, b := whole.Links[route[i]], g.Links[drawn[i]]
			a.From, a.To, b.From, b.To = 0, 0, 0, 0
			node := max(whole.Devices[whole.Links[route[i]].From].Node, whole.Devices[whole.Links[route[i]].To].Node)
			if there[x] != y || back[y] != x || x.to.Steady != y.to.Steady || a != b || g.NameIn(got[i].Link, int(node)) != whole.LinkName(route[i]) {
				t.Fatalf("%+v: %v, link %d, %s, is %+v, in the sketch %+v", s, p, i, whole.LinkName(route[i]), x, y)
			}
		}
	}
}

// TestNoSketch: where single servers matter, or switches that they do not all share, there is none.
func TestNoSketch(t *testing.T) {
	for _, s := range []Spec{
		{Preset: "star", Nodes: 2}, {Preset: "star", Nodes: 9, Down: []string{"node3/gpu0>leaf0"}}, {Preset: "star", Nodes: 9, Network: "leaf-spine", Set: []Setting{{Name: "leaf.nodes", Value: CountOf(3)}}},
		{Preset: "star", Nodes: 9, Set: []Setting{{Name: "node3/gpu0>leaf0.rate", Value: RateOf(1)}}}, {Preset: "hgx-h100", Nodes: 9, Network: "rail-optimised"},
		{Preset: "star", Nodes: 9, Network: "torus-2d"}, {Preset: "star", Nodes: 9, Network: "none"},
		{Preset: "star", Nodes: 9, Set: []Setting{{Name: "leaf0.latency", Value: DurationOf(1)}}},
	} {
		if _, _, ok := Sketch(s); ok {
			t.Errorf("%+v: a sketch", s)
		}
	}
}
