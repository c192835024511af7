package fabric

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// Every pair is joined on every channel, by a route that the rules allow.
func TestRoutesJoinEveryPair(t *testing.T) {
	fabrics(t, func(t *testing.T, g *Graph) {
		for src := range g.GPUs {
			for dst := range g.GPUs {
				for channel := range g.NICsPerNode + 1 {
					checkRoute(t, g, src, dst, channel)
				}
			}
		}
	})
}

func checkRoute(t *testing.T, g *Graph, src, dst, channel int) {
	t.Helper()
	route, err := g.Route(src, dst, channel)
	switch {
	case err != nil:
		t.Fatal(err)
	case src == dst:
		if len(route) != 0 {
			t.Fatalf("rank %d to itself: %s", src, named(g, route))
		}
		return
	}
	if err := g.CheckRoute(route); err != nil {
		t.Fatalf("%s: %v", named(g, route), err)
	}
	if g.Links[route[0]].From != g.GPUs[src] || g.Links[route[len(route)-1]].To != g.GPUs[dst] {
		t.Fatalf("%d to %d: %s", src, dst, named(g, route))
	}
	again, _ := g.Route(src, dst, channel)
	if !slices.Equal(route, again) {
		t.Fatalf("two routes: %s and %s", named(g, route), named(g, again))
	}
	seen := map[DeviceID]bool{}
	for _, id := range route {
		if seen[g.Links[id].To] {
			t.Fatalf("a loop: %s", named(g, route))
		}
		seen[g.Links[id].To] = true
		if g.intoMemory(id) {
			clear(seen) // from where it is read, back over the links by which it was written
		}
	}
}

// Every preset can be wired by every network.
func TestRoutesOverEveryNetwork(t *testing.T) {
	for _, p := range Presets() {
		for _, n := range Networks() {
			for _, nodes := range []int{2, 5, 8} {
				g, _, err := Build(Spec{Preset: p.Name, Nodes: nodes, Network: n.Name, Set: []Setting{
					{"leaf.nodes", CountOf(2)}, {"pod.nodes", CountOf(3)}, {"leaf.oversubscription", CountOf(2)}}})
				if err != nil {
					t.Fatal(err)
				}
				if g.split {
					continue // TestRailsMeetNowhere
				}
				t.Run(fmt.Sprintf("%s/%s/%d", p.Name, n.Name, nodes), func(t *testing.T) {
					for src := 0; src < len(g.GPUs); src += max(3, len(g.GPUs)/24) {
						for dst := 0; dst < len(g.GPUs); dst += max(1, len(g.GPUs)/64) {
							checkRoute(t, g, src, dst, dst%3)
						}
					}
				})
			}
		}
	}
}

// What is known of nodes that are alike is what a search of each would find, odd nodes among them or not.
func TestPatternIsWhatASearchFinds(t *testing.T) {
	check := func(t *testing.T, g *Graph) {
		plain := *g
		plain.pattern = nil
		for src := range g.GPUs {
			for dst := range g.GPUs {
				for _, channel := range []int{0, 1, g.NICsPerNode} {
					got, err := g.Route(src, dst, channel)
					want, wantErr := plain.Route(src, dst, channel)
					if !slices.Equal(got, want) || (err == nil) != (wantErr == nil) {
						t.Fatalf("%d to %d: %s (%v), a search finds %s (%v)", src, dst, named(g, got), err, named(g, want), wantErr)
					}
				}
			}
		}
	}
	fabrics(t, check)
	for _, down := range []string{"node0/gpu1>node0/nvswitch0", "node1/nic2>leaf0", "leaf0>node2/nic2", "node0/pcie1>node0/nic2"} {
		g, _, err := Build(Spec{Preset: "hgx-h100", Nodes: 3, Down: []string{down},
			Set: []Setting{{"node2/gpu0>node2/pcie0.latency", DurationOf(1)}}})
		if err != nil {
			t.Fatal(err)
		}
		check(t, g)
	}
}

// Inside the network a route takes as few links as any, which a search of the whole graph tells.
func TestNetworkRoutesAreShortest(t *testing.T) {
	for _, n := range Networks() {
		g, _, err := Build(Spec{Preset: "pcie-8", Nodes: 6, Network: n.Name,
			Set: []Setting{{"leaf.nodes", CountOf(2)}, {"pod.nodes", CountOf(3)}}})
		if err != nil {
			t.Fatal(err)
		}
		if g.split {
			continue
		}
		plain := *g
		plain.router = nil
		for _, from := range g.NICs {
			for _, to := range g.NICs {
				if from == to {
					continue
				}
				if got, want := len(g.across(from, to, 0, nil)), len(plain.across(from, to, 0, nil)); got != want {
					t.Errorf("%s: %d links from %d to %d; %d are enough", n.Name, got, from, to, want)
				}
			}
		}
	}
}

// The ends of one leaf are reached from another leaf over different spines, so that shifts never collide.
func TestNeighboursComeDownFromDifferentSpines(t *testing.T) {
	g, _, err := Build(Spec{Preset: "star", Nodes: 16, Network: "leaf-spine", Set: []Setting{{"leaf.nodes", CountOf(8)}}})
	if err != nil {
		t.Fatal(err)
	}
	used := map[LinkID]bool{}
	for i := range 8 {
		route, err := g.Route(i, 8+i, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range route {
			if used[id] {
				t.Errorf("%s is used twice", g.LinkName(id))
			}
			used[id] = true
		}
	}
}

func TestUnreachableNamesRanksAndLinks(t *testing.T) {
	g, _, err := Build(Spec{Preset: "pcie-8", Nodes: 2, Down: []string{"node0/gpu3>node0/pcie1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, dst := range []int{2, 9} {
		_, err = g.Route(3, dst, 0)
		var e *Unreachable
		if !errors.As(err, &e) || e.From != 3 || e.To != dst || !slices.Equal(e.Down, []string{"node0/gpu3>node0/pcie1"}) {
			t.Errorf("%v", err)
		}
	}
	if _, err := g.Route(9, 3, 0); err != nil {
		t.Errorf("the other direction is up: %v", err)
	}
}

// Of ways with equally many links the one with the lower latency is taken, then the one with the lower link numbers.
func TestSearchBreaksTies(t *testing.T) {
	build := func(slow LinkID) *Graph {
		g := &Graph{}
		a, b := g.AddDevice(Device{Kind: GPU}), g.AddDevice(Device{Kind: GPU})
		for range 2 {
			s := g.AddDevice(Device{Kind: PCIeSwitch})
			g.AddLink(Link{From: a, To: s, Latency: 1})
			g.AddLink(Link{From: s, To: b, Latency: 1})
		}
		if slow >= 0 {
			g.Links[slow].Latency = 2
		}
		return g
	}
	for slow, want := range map[LinkID][]LinkID{-1: {0, 1}, 0: {2, 3}, 1: {2, 3}, 2: {0, 1}} {
		if got := build(slow).walk(0, 1, nil); !slices.Equal(got, want) {
			t.Errorf("link %d slow: %v, want %v", slow, got, want)
		}
	}
}

func BenchmarkRoute(b *testing.B) {
	g, _, err := Build(Spec{Preset: "hgx-h100", Nodes: 1024})
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := g.Route(i%8192, (i*7919+8)%8192, i%8); err != nil {
			b.Fatal(err)
		}
	}
}

// Routes of every network, for the ranks of 512 servers.
func BenchmarkRoutesOfNetworks(b *testing.B) {
	for _, n := range Networks() {
		for _, policy := range []string{"static", "ecmp"} {
			b.Run(n.Name+"/"+policy, func(b *testing.B) {
				g := made(b, Spec{Preset: "hgx-h100", Nodes: 512, Network: n.Name}, "routing.policy "+policy)
				for i := 0; b.Loop(); i++ {
					if _, err := g.Route(i%4096, (i*7919+8*i%4096)&^7%4096|i%8, i%8); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
