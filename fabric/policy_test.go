package fabric

import (
	"math"
	"testing"

	"collsim/sim"
)

// draws are numbers below n, drawn one after the other.
func draws(seed uint64) func(n int) int {
	index := uint64(0)
	return func(n int) int {
		index++
		return int(sim.Key{Seed: seed, Index: index}.Draw() % uint64(n))
	}
}

// Four flows on four links collide in 1 - 4!/4^4 = 90.6 % of seeds: of 10,000 seeds as many as the binomial law says,
// within four standard deviations.
func TestFourFlowsOnFourLinksCollide(t *testing.T) {
	const seeds = 10_000
	g := made(t, Spec{Preset: "star", Nodes: 8, Network: "leaf-spine"}, "leaf.nodes 4", "routing.policy ecmp")
	collisions := 0
	for seed := range uint64(seeds) {
		g.Seed = seed
		used := map[LinkID]bool{}
		for i := range 4 {
			used[routed(t, g, i, 4+i, 0)[1]] = true
		}
		if len(used) < 4 {
			collisions++
		}
	}
	p := 1 - 24.0/256
	if off := math.Abs(float64(collisions)-seeds*p) / math.Sqrt(seeds*p*(1-p)); off > 4 {
		t.Errorf("%d of %d seeds collide, which is %.1f standard deviations from %.1f %%", collisions, seeds, off, 100*p)
	}
}

// Flows are told apart by their ends and their channel, and each takes one of the ways that there are, in time every one.
func TestECMPChoosesAmongWays(t *testing.T) {
	for network, set := range map[string][]string{
		"leaf-spine": {"leaf.nodes 8"}, "fat-tree": {"switch.ports 8"}, "torus-2d": {"torus.x 8"}, "torus-3d": {"torus.x 2", "torus.y 4"},
		"dragonfly": {"leaf.nodes 2", "dragonfly.switches 4", "dragonfly.links 2"},
	} {
		g := made(t, Spec{Preset: "star", Nodes: 32, Network: network, Seed: 7}, append(set, "routing.policy ecmp")...)
		for dst := 1; dst < 32; dst += 3 {
			all, err := g.Ways(0, dst, 0, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			left := map[string]bool{}
			for _, way := range all {
				left[named(g, way)] = true
			}
			ways := len(left)
			taken := map[string]bool{}
			for channel := range 64 * ways {
				route := named(g, routed(t, g, 0, dst, channel))
				if !left[route] {
					t.Fatalf("%s: %s is none of the ways", network, route)
				}
				taken[route] = true
			}
			if len(taken) != ways {
				t.Errorf("%s, to %d: %d of %d ways are taken", network, dst, len(taken), ways)
			}
		}
	}
}

// Adaptive policies start from the static way.
func TestAdaptivePoliciesStartStatically(t *testing.T) {
	plain := made(t, Spec{Preset: "star", Nodes: 16, Network: "fat-tree"}, "switch.ports 4")
	for _, word := range []string{"adaptive-message", "adaptive-packet"} {
		g := made(t, Spec{Preset: "star", Nodes: 16, Network: "fat-tree", Seed: 3}, "switch.ports 4", "routing.policy "+word)
		if g.Routing.String() != word || !g.Routing.Adaptive() || plain.Routing.Adaptive() {
			t.Errorf("%v", g.Routing)
		}
		for dst := 1; dst < 16; dst++ {
			if got, want := named(g, routed(t, g, 0, dst, 0)), named(plain, routed(t, plain, 0, dst, 0)); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
