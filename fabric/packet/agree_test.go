package packet_test

import (
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// scenario is a random fabric with random contended traffic.
type scenario struct {
	graph *fabric.Graph
	posts []fabrictest.Post
}

// draw returns the scenario of a seed: some on stars with more than 64 inputs, the others on leaf-spine networks.
func draw(seed int) scenario {
	d := fabrictest.NewDraw(uint64(seed))
	shallow := d.Below(2) == 0
	var g *fabric.Graph
	route := fabrictest.Route(nil)
	if seed%16 == 0 {
		n := 66 + d.Below(80)
		g = fabrictest.Star(n, fabrictest.Cable(), fabrictest.Box("hub"))
		route = func(a, b int) []fabric.LinkID { return fabrictest.StarRoute(a, b) }
	} else if seed%16 == 1 {
		g, route = drawTorus(d)
	} else {
		t := fabrictest.LeafSpine(2+d.Below(3), 2+d.Below(4), 1+d.Below(3), fabrictest.Cable(), fabrictest.Box("box"))
		g, route = t.Graph, func(a, b int) []fabric.LinkID { return t.Route(a, b, d.Below(t.Spines)) }
	}
	g.Lanes = 1 + d.Below(3)
	for d.Below(3) > 0 && len(g.Weights) < g.Lanes {
		g.Weights = append(g.Weights, 1+d.Below(4))
	}
	if len(g.Weights) < g.Lanes {
		g.Weights = nil
	}
	g.Packet = []units.Bytes{4096, 4096, 1000}[d.Below(3)]
	vary(g, d, shallow)
	s := scenario{g, drawPosts(g, d, route)}
	if seed%3 == 1 {
		s.relay(d)
	}
	if seed%5 == 0 {
		s.align(d)
	}
	return s
}

// drawTorus returns a torus, where packets change lanes on the way.
func drawTorus(d *fabrictest.Draw) (*fabric.Graph, fabrictest.Route) {
	g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: 3 + d.Below(10), Network: []string{"torus-2d", "torus-3d"}[d.Below(2)]})
	if err != nil {
		panic(err)
	}
	return g, func(a, b int) []fabric.LinkID {
		route, err := g.Route(a, b, 0)
		if err != nil {
			panic(err)
		}
		return route
	}
}

// relay lets messages pass GPUs, and start and end at switches: some posts end at one more GPU than before, and some lose
// the first or the last link of their routes. Routes that could wait for each other in a circle are left as they were.
func (s *scenario) relay(d *fabrictest.Draw) {
	g := s.graph
	g.PXN = true
	for i := range g.Devices {
		if dev := &g.Devices[i]; dev.Kind != fabric.GPU {
			dev.Seat.There = true
		}
	}
	w := g.Waits()
	for i := range s.posts {
		w.Add(s.posts[i].Route)
	}
	for i := range s.posts {
		route := s.posts[i].Route
		switch n := len(route); d.Below(4) {
		case 0:
			s.posts[i].Route = route[1:]
		case 1:
			s.posts[i].Route = route[:n-1]
		case 2:
			other := s.posts[d.Below(len(s.posts))].Route
			if g.Links[other[0]].From != g.Links[route[n-1]].To || g.Links[other[0]].From == g.Links[other[len(other)-1]].To {
				continue
			}
			longer := slices.Concat(route, other)
			if w.Add(longer); w.Circle() == nil {
				s.posts[i].Route = longer
				continue
			}
			w = g.Waits()
			for j := range s.posts {
				w.Add(s.posts[j].Route)
			}
		}
	}
}

// align makes everything take a multiple of a packet's time, so that most instants are shared by many events and look-ahead
// ends at instants at which something happens.
func (s *scenario) align(d *fabrictest.Draw) {
	const tick = 81_920 // what 4 KiB take at 50 GB/s
	s.graph.Packet = 4 * units.KiB
	for i := range s.graph.Links {
		l := &s.graph.Links[i]
		l.Rate, l.Frame, l.Latency = 50e9, 0, units.Duration(1+d.Below(2))*tick
		l.Buffer = (l.Buffer/s.graph.Packet + 1) * s.graph.Packet
	}
	for i := range s.graph.Devices {
		s.graph.Devices[i].Latency = units.Duration(d.Below(3)) * tick
	}
	for i := range s.posts {
		p := &s.posts[i]
		p.Bytes = (p.Bytes / s.graph.Packet) * s.graph.Packet
		p.At = p.At / tick * tick
	}
}

// vary gives links and devices different parameters, in one scenario out of two all the same ones.
func vary(g *fabric.Graph, d *fabrictest.Draw, shallow bool) {
	same := d.Below(2) == 0
	cable, box := drawCable(g, d, shallow), g.Devices[len(g.Devices)-1]
	box.Queueing, box.Arbitration = fabric.Queueing(d.Below(2)), fabric.Arbitration(d.Below(2))
	mixed := d.Below(3) == 0
	for i := range g.Links {
		if !same {
			cable = drawCable(g, d, shallow)
		}
		cable.From, cable.To = g.Links[i].From, g.Links[i].To
		g.Links[i] = cable
	}
	for i := range g.Devices {
		dev := &g.Devices[i]
		dev.Queueing, dev.Arbitration = box.Queueing, box.Arbitration
		if mixed {
			dev.Queueing, dev.Arbitration = fabric.Queueing(d.Below(2)), fabric.Arbitration(d.Below(2))
			dev.Latency = units.Duration(d.Below(300_000))
		}
	}
}

func drawCable(g *fabric.Graph, d *fabrictest.Draw, shallow bool) fabric.Link {
	l := fabrictest.Cable()
	l.Rate = []units.Rate{50e9, 25e9, 450e9, 63e9, 100e9, 333_333_333_331, 3_000_000_000_000}[d.Below(7)]
	l.Latency = units.Duration(1 + d.Below(300_000))
	l.Frame, l.Header = []units.Bytes{0, 0, 256, 4096}[d.Below(4)], []units.Bytes{16, 24, 30}[d.Below(3)]
	l.Buffer = l.Wire(g.Packet)
	if l.Shared = d.Below(4) == 0; shallow {
		l.Buffer += units.Bytes(d.Below(5000))
	} else {
		l.Buffer *= units.Bytes(2 + d.Below(100))
	}
	return l
}

// drawPosts sends half of the messages to one rank, some of them empty, many in one instant, some from within Deliver.
func drawPosts(g *fabric.Graph, d *fabrictest.Draw, route fabrictest.Route) []fabrictest.Post {
	ranks := len(g.GPUs)
	hot, spread := d.Below(ranks), d.Below(2) == 0
	size := 1 + d.Below(300_000)
	var posts []fabrictest.Post
	owners := fabrictest.NewDraw(uint64(size))
	several := 1 + owners.Below(3)
	for i := range 5 + d.Below(60) {
		a, b := d.Below(ranks), d.Below(ranks)
		if d.Below(2) == 0 {
			b = hot
		}
		if a == b {
			b = (b + 1) % ranks
		}
		p := fabrictest.Post{Route: route(a, b), Bytes: units.Bytes(d.Below(size)), Lane: uint8(d.Below(g.Lanes)), Owner: uint32(owners.Below(several))}
		if d.Below(4) == 0 {
			p.Bytes = 0
		}
		if i > 0 && d.Below(4) == 0 {
			p.After = 1 + d.Below(i)
		} else if spread || d.Below(2) == 0 {
			p.At = units.Time(d.Below(5_000_000))
		}
		posts = append(posts, p)
	}
	return posts
}

func buildPlain(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net { return newPlain(k, g, s) }

// sealing is a Net that is sealed by its first Send.
type sealing struct {
	*packet.Net
	sealed bool
}

func (s *sealing) Send(m fabric.Message) {
	if !s.sealed {
		s.Seal()
		s.sealed = true
	}
	s.Net.Send(m)
}

func buildSealed(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
	return &sealing{Net: builder(packet.Options{})(k, g, s).(*packet.Net)}
}

// variants are the ways to play packets; none of them may change anything.
var variants = []struct {
	name  string
	build fabrictest.Builder
}{
	{"clocked", builder(packet.Options{NoLookAhead: true})},
	{"ahead", builder(packet.Options{})},
	{"sealed", buildSealed},
}

// The fast ports and the plain ones agree on every arrival, every transit and every counter, whatever the order of the
// events of one instant.
func TestAgreesWithPlain(t *testing.T) {
	var met, waited, tied int
	for seed := range 480 {
		s := draw(seed)
		want := fabrictest.Play(t, buildPlain, s.graph, s.posts, 0, nil)
		for _, v := range variants {
			for shuffle := range uint64(4) {
				if shuffle > 0 && seed%4 != 0 {
					break
				}
				got := fabrictest.Play(t, v.build, s.graph, s.posts, shuffle, nil)
				same(t, seed, v.name, s, want, got)
				tied += int(min(1, shuffle))
			}
		}
		for i := range want.Arrivals {
			met++
			waited += int(min(1, want.Arrivals[i].Transit.Queueing()))
		}
	}
	if waited*2 < met {
		t.Fatalf("only %d of %d messages waited: the traffic proves little", waited, met)
	}
	t.Logf("%d of %d messages waited for others; %d runs with shuffled ties", waited, met, tied)
}

func same(t *testing.T, seed int, name string, s scenario, want, got *fabrictest.Played) {
	t.Helper()
	for i := range want.Arrivals {
		if want.Arrivals[i] != got.Arrivals[i] {
			t.Fatalf("seed %d, %s: message %d, %+d\nplain %+d\nfast  %+d", seed, name, i, s.posts[i], want.Arrivals[i], got.Arrivals[i])
		}
	}
	for l := range s.graph.Links {
		id := fabric.LinkID(l)
		if w, g := want.Net.Counters(id), got.Net.Counters(id); w != g {
			t.Fatalf("seed %d, %s: %s\nplain %+d\nfast  %+d", seed, name, s.graph.LinkName(id), w, g)
		}
	}
}
