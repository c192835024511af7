package packet_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// drawWays is the scenario of a seed on a network of several equally good ways: two tiers of switches or three, rates of
// all sorts, and in one out of four switches that pause or drop.
func drawWays(t *testing.T, seed int) scenario {
	t.Helper()
	d := fabrictest.NewDraw(uint64(seed) + 2<<32)
	g := drawNetwork(t, d)
	g.Routing = fabric.AdaptiveMessage + fabric.Policy(d.Below(2))
	g.Lanes, g.Weights = 1+d.Below(2), nil
	g.Packet = []units.Bytes{4096, 4096, 1000}[d.Below(3)]
	vary(g, d, d.Below(2) == 0)
	cable, box := units.Duration(1+d.Below(300_000)), units.Duration(d.Below(300_000))
	for i := range g.Links { // what makes ways equally good
		g.Links[i].Latency = cable
	}
	for i := range g.Devices {
		g.Devices[i].Latency = box
	}
	if d.Below(4) == 0 {
		stored(g, d)
	}
	s := scenario{graph: g}
	s.posts = drawPosts(g, d, func(a, b int) []fabric.LinkID {
		route, err := g.Route(a, b, 0)
		if err != nil {
			t.Fatal(err)
		}
		return route
	})
	for i := range s.posts {
		s.posts[i].Ways = waysOf(t, g, s.posts[i].Route, d.Below(8) == 0)
	}
	if seed%5 == 0 && g.Devices[len(g.Devices)-1].Flow == fabric.Credit {
		s.align(d)
		s.level()
	}
	return s
}

// level makes all latencies alike again.
func (s *scenario) level() {
	for i := range s.graph.Links {
		s.graph.Links[i].Latency = s.graph.Links[0].Latency
	}
	for i := range s.graph.Devices {
		s.graph.Devices[i].Latency = s.graph.Devices[0].Latency
	}
}

func drawNetwork(t *testing.T, d *fabrictest.Draw) *fabric.Graph {
	t.Helper()
	spec := fabric.Spec{Preset: "star", Nodes: 4 + d.Below(8), Network: []string{"leaf-spine", "fat-tree"}[d.Below(2)],
		Set: []fabric.Setting{{Name: "switch.ports", Value: fabric.CountOf(int64(4 + 2*d.Below(3)))}}}
	g, _, err := fabric.Build(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// waysOf lists all ways between the ends of a route, or that one alone.
func waysOf(t *testing.T, g *fabric.Graph, route []fabric.LinkID, alone bool) [][]fabric.LinkID {
	t.Helper()
	if alone {
		return [][]fabric.LinkID{route}
	}
	rank := map[fabric.DeviceID]int{}
	for r, d := range g.GPUs {
		rank[d] = r
	}
	ways, err := g.Ways(rank[g.Links[route[0]].From], rank[g.Links[route[len(route)-1]].To], 0, 64)
	if err != nil {
		t.Fatal(err)
	}
	return ways
}

// stored makes switches pause or drop.
func stored(g *fabric.Graph, d *fabrictest.Draw) {
	flow, buffer := fabric.FlowControl(1+d.Below(2)), drawBuffer(g, d)
	for i := range g.Devices {
		device := &g.Devices[i]
		if device.Kind != fabric.Switch {
			continue
		}
		if device.Flow, device.Buffer = flow, buffer; flow == fabric.Pause {
			device.Buffer.Bytes += device.Buffer.Headroom * units.Bytes(len(g.In(fabric.DeviceID(i)))*g.PortLanes())
		}
	}
}

// Where ways are chosen, too, the fast ports and the plain ones agree on every arrival, transit and counter, of packets
// that come out of order among them.
func TestWaysAgreeWithPlain(t *testing.T) {
	var reordered, spread, dropped int64
	for seed := range 100 {
		s := drawWays(t, seed)
		want := fabrictest.Play(t, buildPlain, s.graph, s.posts, 0, nil)
		for _, v := range variants {
			for shuffle := range uint64(4) {
				if shuffle > 0 && seed%4 != 0 {
					break
				}
				same(t, seed, v.name, s, want, fabrictest.Play(t, v.build, s.graph, s.posts, shuffle, nil))
			}
		}
		for l := range s.graph.Links {
			c := want.Net.Counters(fabric.LinkID(l))
			reordered, dropped = reordered+c.Reordered, dropped+c.Dropped
		}
		s.graph.Routing = fabric.Static
		static := fabrictest.Play(t, buildPlain, s.graph, s.posts, 0, nil)
		for i := range want.Arrivals {
			if want.Arrivals[i] != static.Arrivals[i] {
				spread++
			}
		}
	}
	if reordered < 1000 || spread < 1000 || dropped < 1000 {
		t.Fatalf("%d packets out of order, %d messages unlike on static ways, %d packets dropped: the traffic proves little", reordered, spread, dropped)
	}
	t.Logf("%d packets out of order, %d messages unlike on static ways, %d packets dropped", reordered, spread, dropped)
}
