package fabric

import (
	"testing"

	"collsim/sim/units"
)

// relaxed is Latency by relaxing every link until nothing changes: slow, plain, and without a heap.
func relaxed(g *Graph, src int) []units.Duration {
	origin := g.GPUs[src]
	at := make([]units.Duration, len(g.Devices))
	end := make([]units.Duration, len(g.Devices))
	for d := range at {
		at[d], end[d] = Unreached, Unreached
	}
	at[origin] = 0
	for changed := true; changed; {
		changed = false
		for i := range g.Links {
			l := &g.Links[i]
			if l.Down || at[l.From] == Unreached {
				continue
			}
			t := at[l.From] + l.Latency
			if l.From != origin {
				t += g.Devices[l.From].Latency
			}
			if t < at[l.To] {
				at[l.To], changed = t, true
			}
			end[l.To] = min(end[l.To], t+l.Rate.Over(l.Wire(0)))
		}
	}
	result := make([]units.Duration, len(g.GPUs))
	for r, gpu := range g.GPUs {
		if r != src {
			result[r] = end[gpu]
		}
	}
	return result
}

func TestLatencyIsThatOfPlainRelaxation(t *testing.T) {
	fabrics(t, checkLatencies)
	for _, down := range [][]string{{"node0/gpu0>node0/gpu4"}, {"node0/nic0>leaf0", "leaf0>node1/nic1"}, {"node0/pcie0>node0/gpu1"}} {
		g, _, err := Build(Spec{Preset: "dgx1-v100", Nodes: 2, Down: down})
		if err != nil {
			t.Fatal(err)
		}
		checkLatencies(t, g)
	}
	g, _, err := Build(Spec{Preset: "star", Nodes: 3, Down: []string{"node1/gpu0>leaf0"}})
	if err != nil {
		t.Fatal(err)
	}
	checkLatencies(t, g)
}

func checkLatencies(t *testing.T, g *Graph) {
	longest := units.Duration(0)
	for src := range g.GPUs {
		want, got := relaxed(g, src), g.LatenciesFrom(src)
		for dst := range g.GPUs {
			if got[dst] != want[dst] {
				t.Fatalf("%d to %d: %v, want %v", src, dst, got[dst], want[dst])
			}
			longest = max(longest, want[dst])
		}
	}
	if got := g.MaxLatency(nil); got != longest {
		t.Fatalf("at most %v, want %v", got, longest)
	}
}

// No route is quicker than the bound.
func TestLatencyBoundsEveryRoute(t *testing.T) {
	fabrics(t, func(t *testing.T, g *Graph) {
		for src := range g.GPUs {
			bound := g.LatenciesFrom(src)
			for dst := range g.GPUs {
				for channel := range g.NICsPerNode {
					route, err := g.Route(src, dst, channel)
					if err != nil {
						t.Fatal(err)
					}
					if got := bare(g, route); got < bound[dst] {
						t.Fatalf("%s takes %v, the bound says %v", named(g, route), got, bound[dst])
					}
				}
			}
		}
	})
}

// bare is what an empty packet takes along a route at least: cables, devices passed, the last header.
func bare(g *Graph, route []LinkID) units.Duration {
	var sum units.Duration
	for i, id := range route {
		l := &g.Links[id]
		sum += l.Latency
		if i > 0 {
			sum += g.Devices[l.From].Latency
		}
		if i == len(route)-1 {
			sum += l.header()
		}
	}
	return sum
}

// On a star an empty message takes two cables and one switch.
func TestLatencyOfTheStar(t *testing.T) {
	g, _, err := Build(Spec{Preset: "star", Nodes: 5})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.MaxLatency(nil), 2*g.Links[0].Latency+g.Devices[g.Links[0].To].Latency; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Only pairs that are needed count.
func TestMaxLatencyOfSomePairs(t *testing.T) {
	g, _, err := Build(Spec{Preset: "hgx-h100", Nodes: 3})
	if err != nil {
		t.Fatal(err)
	}
	for src := range g.GPUs {
		for dst, want := range relaxed(g, src) {
			if got := g.MaxLatency(func(s, d int) bool { return s == src && d == dst }); got != want {
				t.Fatalf("%d to %d: %v, want %v", src, dst, got, want)
			}
		}
	}
	if got := g.MaxLatency(func(int, int) bool { return false }); got != 0 {
		t.Errorf("nothing is needed, yet it takes %v", got)
	}
}

// Above manyRanks only some sources are looked at: slow ones in the middle go unseen, but a root in the middle does not.
func TestMaxLatencyOfManyRanks(t *testing.T) {
	g, _, err := Build(Spec{Preset: "star", Nodes: manyRanks + 1})
	if err != nil {
		t.Fatal(err)
	}
	const root = 100
	normal := g.MaxLatency(nil)
	g.Links[g.Out(g.GPUs[root])[0]].Latency *= 10
	whole := relaxed(g, root)[0]
	if got := g.MaxLatency(nil); got != normal || got >= whole {
		t.Errorf("%v; only sources at both ends should count: %v", got, normal)
	}
	if got := g.MaxLatency(func(src, dst int) bool { return src == root && dst != root }); got != whole {
		t.Errorf("from the root %v, want %v", got, whole)
	}
}
