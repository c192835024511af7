package fabric

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"collsim/sim/units"
)

// made builds a fabric from words: "leaf.nodes 2".
func made(t testing.TB, s Spec, set ...string) *Graph {
	t.Helper()
	for _, text := range set {
		var name, value string
		if _, err := fmt.Sscan(text, &name, &value); err != nil {
			t.Fatal(err)
		}
		p, err := ParameterOf(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Parse(text[len(name)+1:])
		if err != nil {
			t.Fatal(err)
		}
		s.Set = append(s.Set, Setting{p.Name, v})
	}
	g, _, err := Build(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// trunks counts the links of a route between switches.
func trunks(g *Graph, route []LinkID) int {
	n := 0
	for _, id := range route {
		if g.Links[id].Medium == "trunk" {
			n++
		}
	}
	return n
}

// crossing counts the trunks from one set of switches to the others.
func crossing(g *Graph, within func(DeviceID) bool) int {
	n := 0
	for i := range g.Links {
		if l := &g.Links[i]; l.Medium == "trunk" && within(l.From) && !within(l.To) {
			n++
		}
	}
	return n
}

func routed(t *testing.T, g *Graph, src, dst, channel int) []LinkID {
	t.Helper()
	route, err := g.Route(src, dst, channel)
	if err != nil {
		t.Fatal(err)
	}
	return route
}

func ways(t *testing.T, g *Graph, src, dst int) [][]LinkID {
	t.Helper()
	all, err := g.Ways(src, dst, 0, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for i, way := range all {
		if err := g.CheckRoute(way); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(all[:i], func(w []LinkID) bool { return slices.Equal(w, way) }) {
			t.Fatalf("%s is listed twice", named(g, way))
		}
	}
	if !slices.Equal(all[0], routed(t, g, src, dst, 0)) {
		t.Fatalf("the first way is not the route: %s", named(g, all[0]))
	}
	return all
}

// A full fat tree of k-port switches has k^3/4 hosts, 5k^2/4 switches and three cables a host; k/2 ways lead to another
// leaf of the pod, (k/2)^2 to another pod.
func TestFatTreeIsThatOfAlFares(t *testing.T) {
	for _, k := range []int{2, 4, 6, 8} {
		hosts := k * k * k / 4
		g := made(t, Spec{Preset: "star", Nodes: hosts, Network: "fat-tree"}, fmt.Sprintf("switch.ports %d", k))
		if got, want := len(g.Devices), hosts+5*k*k/4; got != want {
			t.Errorf("k = %d: %d devices, want %d", k, got, want)
		}
		if got, want := len(g.Links), 2*3*hosts; got != want {
			t.Errorf("k = %d: %d links, want %d", k, got, want)
		}
		for d := range g.Devices {
			if g.Devices[d].Kind == Switch && len(g.Out(DeviceID(d))) != k {
				t.Errorf("k = %d: %s has %d ports", k, g.Devices[d].Name, len(g.Out(DeviceID(d))))
			}
		}
		leaf, pod := k/2, k*k/4
		for dst := 1; dst < hosts; dst++ {
			links, many := 6, pod
			switch {
			case dst < leaf:
				links, many = 2, 1
			case dst < pod:
				links, many = 4, leaf
			}
			all := ways(t, g, 0, dst)
			if len(all[0]) != links || len(all) != many {
				t.Errorf("k = %d, to %d: %d ways of %d links, want %d of %d", k, dst, len(all), len(all[0]), many, links)
			}
		}
		if got := crossing(g, inPod(g, pod)); k > 2 && got != pod {
			t.Errorf("k = %d: %d links leave a pod, want as many as its hosts, %d", k, got, pod)
		}
	}
}

// inPod tells the switches of the first pod of so many hosts: those that its hosts reach without leaving it.
func inPod(g *Graph, hosts int) func(DeviceID) bool {
	seen := map[DeviceID]bool{}
	for src := range hosts {
		for dst := range hosts {
			if route, err := g.Route(src, dst, 0); err == nil {
				for _, id := range route {
					seen[g.Links[id].To] = true
				}
			}
		}
	}
	return func(d DeviceID) bool { return seen[d] }
}

// On a full fat tree a shift of all hosts meets nowhere.
func TestFatTreeCarriesShiftsWithoutCollision(t *testing.T) {
	g := made(t, Spec{Preset: "star", Nodes: 54, Network: "fat-tree"}, "switch.ports 6")
	for shift := 1; shift < 54; shift++ {
		used := map[LinkID]bool{}
		down := 0
		for src := range 54 {
			for _, id := range routed(t, g, src, (src+shift)%54, 0) {
				l := &g.Links[id]
				if used[id] && descends(g, l) {
					down++
				}
				used[id] = true
			}
		}
		if down > 0 {
			t.Errorf("shift by %d: %d collisions on the way down", shift, down)
		}
	}
}

// descends tells links towards the hosts.
func descends(g *Graph, l *Link) bool {
	tier := func(d DeviceID) int {
		return slices.Index([]byte{'n', 'l', 's', 'c'}, g.Devices[d].Name[0])
	}
	return tier(l.From) > tier(l.To)
}

// Three tiers of switches and PCIe at both ends: 10 links from GPU to GPU, with switches of 72 ports.
func TestLongRoutesOverLargeSwitches(t *testing.T) {
	g := made(t, Spec{Preset: "hgx-h100", Nodes: 150, Network: "fat-tree"}, "switch.ports 72")
	if route := routed(t, g, 0, len(g.GPUs)-1, 0); len(route) != 10 || trunks(g, route) != 4 {
		t.Errorf("%s", named(g, route))
	}
	for d := range g.Devices {
		if n := len(g.Out(DeviceID(d))); n > 72 {
			t.Errorf("%s has %d ports", g.Devices[d].Name, n)
		}
	}
}

// A torus has a trunk each way a dimension and switch; a route has as many as the rings are apart; each tie doubles the
// ways.
func TestTorusRoutesAreRingDistances(t *testing.T) {
	for _, sides := range [][]int{{4, 4}, {3, 5}, {2, 3}, {1, 6}, {3, 3, 3}, {4, 2, 4}, {2, 2, 2}} {
		hosts, set, name := 1, []string{}, fmt.Sprintf("torus-%dd", len(sides))
		for i, side := range sides {
			hosts *= side
			set = append(set, fmt.Sprintf("torus.%c %d", "xyz"[i], side))
		}
		g := made(t, Spec{Preset: "star", Nodes: hosts, Network: name}, set...)
		degree := 0
		for _, side := range sides {
			degree += min(side-1, 2)
		}
		if got, want := crossing(g, func(DeviceID) bool { return false }), 0; got != want {
			t.Fatal(got)
		}
		if got, want := len(g.Links), hosts*(2+degree); got != want {
			t.Errorf("%v: %d links, want %d", sides, got, want)
		}
		for src := range hosts {
			for dst := range hosts {
				if src == dst {
					continue
				}
				far, many, stride := 0, 1, 1
				for _, side := range sides {
					ahead := (dst/stride%side - src/stride%side + side) % side
					far += min(ahead, side-ahead)
					if 2*ahead == side && side > 2 {
						many *= 2
					}
					stride *= side
				}
				all := ways(t, g, src, dst)
				if trunks(g, all[0]) != far || len(all) != many {
					t.Fatalf("%v, %d to %d: %d ways of %d trunks, want %d of %d", sides, src, dst, len(all), trunks(g, all[0]), many, far)
				}
			}
		}
	}
}

// Sides that are left to the builder make room, with no side more than twice another, and no such torus is smaller.
func TestTorusSidesAreNearlySquare(t *testing.T) {
	for switches := 1; switches < 200; switches++ {
		for n := 2; n <= 3; n++ {
			sides := square(make([]int, n), switches)
			if len(sides) != n || product(sides) < switches || sides[n-1] > 2*sides[0] {
				t.Fatalf("%d: %v", switches, sides)
			}
			for x := 1; x <= switches; x++ {
				for y := x; y <= 2*x; y++ {
					if n == 2 && x*y >= switches && x*y < product(sides) {
						t.Fatalf("%d: %v, but %d x %d is smaller", switches, sides, x, y)
					}
				}
			}
		}
	}
	if got := square([]int{0, 7}, 20); !slices.Equal(got, []int{3, 7}) {
		t.Errorf("%v", got)
	}
	if got := square([]int{2, 7}, 20); got != nil {
		t.Errorf("%v", got)
	}
}

// Halves of a full torus are joined by two trunks a ring.
func TestTorusBisection(t *testing.T) {
	g := made(t, Spec{Preset: "star", Nodes: 64, Network: "torus-3d"})
	half := func(d DeviceID) bool { return int(d)-64 < 32 }
	if got := crossing(g, half); got != 2*16 {
		t.Errorf("%d trunks leave a half, want 32", got)
	}
	levels := g.Levels()
	for i, want := range []Level{alike("plane", 4, 32*50*gigabyte), alike("half", 2, 32*50*gigabyte)} {
		if got := levels[len(levels)-2+i]; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// A message is on lane 1 behind the dateline of a ring only, and changes there once.
func TestEscapeLanesOfTheTorus(t *testing.T) {
	g := made(t, Spec{Preset: "star", Nodes: 25, Network: "torus-2d"})
	for src := range 25 {
		for dst := range 25 {
			route := routed(t, g, src, dst, 0)
			at := []int{src % 5, src / 5}
			want := make([]uint8, len(route))
			d, lane := 0, uint8(0)
			for i := 1; i < len(route)-1; i++ {
				to := int(g.Links[route[i]].To) - 25
				next := []int{to % 5, to / 5}
				moved := 0
				if next[1] != at[1] {
					moved = 1
				}
				if moved != d {
					d, lane = moved, 0
				}
				want[i] = lane
				if gap := next[d] - at[d]; gap < -1 || gap > 1 {
					lane = 1
				}
				at = next
			}
			if got := g.EscapeLanes(route); src != dst && !slices.Equal(got, want) {
				t.Fatalf("%s: lanes %v, want %v", named(g, route), got, want)
			}
		}
	}
}

// Every pair of groups is joined by equally many links, no switch has more than h of them, and routes have at most three
// trunks, the middle one between groups.
func TestDragonflyIsThatOfKim(t *testing.T) {
	for _, c := range []struct{ nodes, p, a, h, groups, joined int }{
		{36 * 2, 2, 4, 2, 9, 1}, {24, 2, 4, 2, 3, 4}, {10, 1, 2, 2, 5, 1}, {40, 2, 4, 2, 5, 2}, {7, 1, 3, 1, 3, 1},
	} {
		g := made(t, Spec{Preset: "star", Nodes: c.nodes, Network: "dragonfly"}, fmt.Sprintf("leaf.nodes %d", c.p),
			fmt.Sprintf("dragonfly.switches %d", c.a), fmt.Sprintf("dragonfly.links %d", c.h))
		d := g.router.(*dragonfly)
		if d.groups != c.groups {
			t.Fatalf("%+v: %d groups", c, d.groups)
		}
		group := func(id DeviceID) int { return slices.Index(d.leaves, id) / c.a }
		between := map[[2]int]int{}
		out := map[DeviceID]int{}
		for i := range g.Links {
			if l := &g.Links[i]; l.Medium == "trunk" {
				if a, b := group(l.From), group(l.To); a != b {
					between[[2]int{a, b}]++
					out[l.From]++
				}
			}
		}
		for a := range c.groups {
			for b := range c.groups {
				if got := between[[2]int{a, b}]; a != b && got != c.joined {
					t.Errorf("%+v: %d links from group %d to %d", c, got, a, b)
				}
			}
		}
		for s, n := range out {
			if n > c.h {
				t.Errorf("%+v: %s has %d links to other groups", c, g.Devices[s].Name, n)
			}
		}
		for src := range g.GPUs {
			for dst := range g.GPUs {
				if src == dst {
					continue
				}
				for _, way := range ways(t, g, src, dst) {
					lanes := g.EscapeLanes(way)
					for i, id := range way[1 : len(way)-1] {
						global := group(g.Links[id].From) != group(g.Links[id].To)
						if !global && (i > 0) != (lanes[i+1] == 1) {
							t.Errorf("%s: lanes %v", named(g, way), lanes)
						}
					}
					if trunks(g, way) > 3 {
						t.Errorf("%s", named(g, way))
					}
				}
			}
		}
	}
}

// Without a spine a rail reaches itself only, and the error says what would help. The ring of channel 0 stays on rail 0, although
// it leaves a node by GPU 1.
func TestRailsMeetNowhere(t *testing.T) {
	g := made(t, Spec{Preset: "hgx-h100", Nodes: 3, Network: "rail-only"})
	for src := range g.GPUs {
		for dst := range g.GPUs {
			_, err := g.Route(src, dst, 0)
			ring := func(src, dst int) bool { return src%8 == 1 && dst%8 == 0 && dst/8 == (src/8+1)%3 }
			same := src/8 == dst/8 || src%8 == dst%8 || ring(src, dst) || ring(dst, src)
			var e *Unreachable
			if same != (err == nil) || err != nil && (!errors.As(err, &e) || e.Split != "rail-only") {
				t.Fatalf("%d to %d: %v", src, dst, err)
			}
		}
	}
}

// With PXN the rails reach each other through the peer that owns the rail: NVLink first, then the peer's NIC.
func TestPXNStaysOnTheRail(t *testing.T) {
	for _, preset := range []string{"hgx-h100", "gb200-nvl72"} {
		p, _ := FindPreset(preset)
		gpus := min(9, p.GPUsPerNode)
		for _, network := range []string{"rail-only", "rail-optimised"} {
			g := made(t, Spec{Preset: preset, Nodes: 3, GPUsPerNode: gpus, Network: network}, "routing.pxn on", "routing.pxn-latency 2 us")
			for src := range g.GPUs {
				for dst := range g.GPUs {
					if src/gpus == dst/gpus {
						continue
					}
					route := routed(t, g, src, dst, 0)
					if err := g.CheckRoute(route); err != nil {
						t.Fatal(err)
					}
					through, trunk := 0, trunks(g, route)
					for _, id := range route[1:] {
						if from := g.Links[id].From; g.Devices[from].Kind == GPU {
							through++
							if g.Devices[from].Latency != 2*units.Microsecond || g.Devices[from].Node != int32(src/gpus) {
								t.Fatalf("%s: a relay of %v", named(g, route), g.Devices[from].Latency)
							}
						}
					}
					if trunk > 0 && network == "rail-only" || through > 1 || through == 1 && !isNVLink(&g.Links[route[0]]) {
						t.Fatalf("%s", named(g, route))
					}
					if same := src%gpus == dst%gpus; same && through > 0 {
						t.Fatalf("%s needs no relay", named(g, route))
					}
				}
			}
			if err := waitsOf(t, g).Circle(); err != nil || g.Looped() {
				t.Errorf("%s, %s: %v", preset, network, err)
			}
		}
	}
}

// A relay costs no bound anything, for an algorithm might relay itself.
func TestPXNLeavesTheLatencyBound(t *testing.T) {
	plain := made(t, Spec{Preset: "hgx-h100", Nodes: 2})
	relayed := made(t, Spec{Preset: "hgx-h100", Nodes: 2}, "routing.pxn on")
	for dst := range plain.GPUs {
		if a, b := plain.Latency(0, dst), relayed.Latency(0, dst); a != b {
			t.Errorf("to %d: %v and %v", dst, a, b)
		}
	}
}

// Odd numbers of nodes, primes among them, are joined too, whatever the network.
func TestEveryNetworkJoinsOddSizes(t *testing.T) {
	for _, n := range Networks() {
		for _, nodes := range []int{1, 2, 3, 7, 13, 29} {
			g := made(t, Spec{Preset: "star", Nodes: nodes, Network: n.Name}, "switch.ports 8")
			for src := range nodes {
				for dst := range nodes {
					checkRoute(t, g, src, dst, 0)
				}
			}
		}
	}
}
