package fabric

import (
	"errors"
	"iter"
	"strings"
	"testing"
)

// shifts is a rotation of ranks.
type shifts struct{ ranks, by int32 }

func (s shifts) Copies() int32             { return s.ranks / s.by }
func (s shifts) Image(rank, e int32) int32 { return (rank + e*s.by) % s.ranks }
func (s shifts) Between(a, b int32) int32  { return (a - b + s.Copies()) % s.Copies() }
func (s shifts) Name() string              { return "shifts" }

// all pairs that ranks below by begin.
func (s shifts) all() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for src := range s.by {
			for dst := range s.ranks {
				if src != dst && !yield(Pair{src, dst, 0}) {
					return
				}
			}
		}
	}
}

// TestOrbits: every link that some route takes is in one orbit, orbits have a member a copy, and each copy finds its own.
func TestOrbits(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		by   int32
	}{
		{Spec{Preset: "star", Nodes: 6}, 1}, {Spec{Preset: "star", Nodes: 6}, 3}, {Spec{Preset: "hgx-h100", Nodes: 3, Network: "switch"}, 8},
		{Spec{Preset: "star", Nodes: 16, Network: "leaf-spine", Set: []Setting{{Name: "leaf.nodes", Value: CountOf(4)}}}, 4}, {Spec{Preset: "hgx-h100", Nodes: 1}, 1},
	} {
		g, _, err := Build(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		s := shifts{int32(len(g.GPUs)), c.by}
		o, err := g.Orbits(s, nil, true, s.all())
		if err != nil {
			t.Errorf("%+v by %d: %v", c.spec, c.by, err)
			continue
		}
		members := map[LinkID]int32{}
		for id := range g.Links {
			if rep, ok := o.StandIn(LinkID(id)); ok {
				members[rep]++
			}
		}
		for rep, n := range members {
			if n != s.Copies() {
				t.Errorf("%+v by %d: %s stands for %d links, there are %d copies", c.spec, c.by, g.LinkName(rep), n, s.Copies())
			}
		}
		for p := range s.all() {
			_, images, err := o.Way(int(p.Src), int(p.Dst), 0)
			for e := range s.Copies() {
				_, others, err2 := o.Way(int(s.Image(p.Src, e)), int(s.Image(p.Dst, e)), 0)
				for i := range images {
					if err != nil || err2 != nil || images[i] != others[i] {
						t.Fatalf("%+v by %d: %v: %v, of copy %d %v", c.spec, c.by, p, images, e, others)
					}
				}
			}
		}
	}
}

// TestUnfit: what a group does not leave as it is, and why.
func TestUnfit(t *testing.T) {
	leaves := []Setting{{Name: "leaf.nodes", Value: CountOf(4)}}
	for _, c := range []struct {
		spec Spec
		by   int32
		want string
	}{
		{Spec{Preset: "star", Nodes: 16, Network: "leaf-spine", Set: leaves}, 1, "messages from rank 0 to 1 cross 2 links, those from rank 3 to 4 cross 4"},
		{Spec{Preset: "star", Nodes: 16, Network: "leaf-spine", Set: leaves}, 2, "messages from rank 0 to 2 cross 2 links, those from rank 2 to 4 cross 4"},
		{Spec{Preset: "star", Nodes: 16, Network: "leaf-spine", Set: append(leaves, Setting{Name: "leaf.oversubscription", Value: CountOf(4)})}, 4, ""},
		{Spec{Preset: "star", Nodes: 8, Network: "fat-tree", Set: []Setting{{Name: "switch.ports", Value: CountOf(4)}, {Name: "pod.leaves", Value: CountOf(2)}, {Name: "leaf.oversubscription", Value: CountOf(2)}}}, 2, "messages from rank 0 to 2 cross 4 links, those from rank 2 to 4 cross 6"},
		{Spec{Preset: "star", Nodes: 8, Set: []Setting{{Name: "node5/gpu0>leaf0.rate", Value: RateOf(50*gigabyte - 1)}}}, 1, "node5/gpu0>leaf0 is not like node0/gpu0>leaf0: its rate is 49999999999 B/s, not 50000000000 B/s"},
		{Spec{Preset: "pcie-8", Nodes: 1}, 2, "messages from rank 0 to 2 cross 4 links, those from rank 2 to 4 cross 5"},
		{Spec{Preset: "hgx-h100", Nodes: 2, Network: "switch", Set: []Setting{{Name: "node1/nvswitch0.latency", Value: DurationOf(1)}}}, 8, "node1/nvswitch0 is not like node0/nvswitch0: its latency is 1 ps, not 100000 ps"},
	} {
		g, _, err := Build(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		s := shifts{int32(len(g.GPUs)), c.by}
		_, err = g.Orbits(s, nil, false, s.all())
		var unfit *Unfit
		switch {
		case c.want == "" && err == nil:
		case !errors.As(err, &unfit) || c.want == "" || !strings.Contains(unfit.Why, c.want):
			t.Errorf("%+v by %d: %v, want %q", c.spec, c.by, err, c.want)
		}
	}
}

// TestSharedCore: copies whose messages share a link are told of it, and which they are.
func TestSharedCore(t *testing.T) {
	g := &Graph{Name: "shared core", Packet: 4096, Nodes: 4, GPUsPerNode: 1, Lanes: 1}
	for range 4 {
		g.GPUs = append(g.GPUs, g.AddDevice(Device{Kind: GPU, Name: "gpu" + string(rune('0'+len(g.GPUs))), Node: int32(len(g.GPUs))}))
	}
	in, out := g.AddDevice(Device{Kind: Switch, Name: "in", Node: -1}), g.AddDevice(Device{Kind: Switch, Name: "out", Node: -1})
	g.AddLink(Link{From: in, To: out, Medium: "trunk", Rate: 1e9, Latency: 1})
	for _, gpu := range g.GPUs {
		g.AddLink(Link{From: gpu, To: in, Medium: "network", Rate: 1e9, Latency: 1})
		g.AddLink(Link{From: out, To: gpu, Medium: "network", Rate: 1e9, Latency: 1})
	}
	s := shifts{4, 1}
	_, err := g.Orbits(s, nil, false, s.all())
	if want := "messages from rank 0 to 1 and from rank 1 to 2 share in>out"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
