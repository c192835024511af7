package packet_test

import (
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// Switches with memory to spare neither pause nor drop: what goes for ports with deep buffers goes for them. With little
// of it the order of events still decides nothing, nothing overtakes, and nothing is allocated.
func TestEthernetConformance(t *testing.T) {
	for _, flow := range []fabric.FlowControl{fabric.Pause, fabric.Drop} {
		for _, v := range variants[1:] {
			t.Run(flow.String()+" "+v.name, func(t *testing.T) {
				fabrictest.Run(t, fabrictest.Suite{Build: fabrictest.Ethernet(v.build, flow, units.GiB, units.GiB), Contention: true, Trace: trace})
			})
		}
	}
	fabrictest.Run(t, fabrictest.Suite{Build: fabrictest.Ethernet(variants[1].build, fabric.Pause, units.GiB, 16*units.KiB), Lossy: true})
}

// A switch that pauses and has the head-room that fabric.InFlight asks for never drops a packet, whatever the traffic, and
// with a packet less it does.
func TestHeadroomKeepsThePromise(t *testing.T) {
	short := int64(0)
	for seed := range 80 {
		for _, lack := range []units.Bytes{0, 1} {
			s := drawMemory(seed)
			for i := range s.graph.Devices {
				d := &s.graph.Devices[i]
				if !d.OutputQueued() {
					continue
				}
				d.Flow = fabric.Pause
				d.Buffer.Headroom = 0
				for _, id := range s.graph.In(fabric.DeviceID(i)) {
					l := &s.graph.Links[id]
					d.Buffer.Headroom = max(d.Buffer.Headroom, s.graph.InFlight(l)-lack*2*l.Wire(s.graph.Packet))
				}
				d.Buffer.Bytes = 200_000 + d.Buffer.Headroom*units.Bytes(len(s.graph.In(fabric.DeviceID(i)))*s.graph.PortLanes())
				d.Buffer.Pause = units.Bytes(seed * 100)
				d.Buffer.Resume = d.Buffer.Pause / 2
			}
			p := fabrictest.Play(t, builder(packet.Options{}), s.graph, s.posts, 0, nil)
			for l := range s.graph.Links {
				if n := p.Net.Counters(fabric.LinkID(l)).Dropped; lack > 0 {
					short += n
				} else if n > 0 {
					t.Fatalf("seed %d: %d packets dropped behind %s", seed, n, s.graph.LinkName(fabric.LinkID(l)))
				}
			}
		}
	}
	if short == 0 {
		t.Fatal("a head-room that is too small loses nothing: the traffic proves nothing")
	}
}

// Pauses spread from switch to switch, by no other way than full inputs: senders whose packets all go to one narrow port
// stand still two switches away, and so does one whose packets do not go there.
func TestPausesSpread(t *testing.T) {
	tree := fabrictest.LeafSpine(3, 3, 1, fabrictest.Cable(), fabrictest.Box("box"))
	var posts []fabrictest.Post
	for _, from := range []int{3, 4, 6, 7} { // to rank 0, over the one spine
		posts = append(posts, fabrictest.Post{Route: tree.Route(from, 0, 0), Bytes: 8 * units.MiB})
	}
	posts = append(posts, fabrictest.Post{Route: tree.Route(2, 0, 0), Bytes: 32 * units.MiB}) // on the same leaf
	posts = append(posts, fabrictest.Post{Route: tree.Route(5, 1, 0), Bytes: units.MiB})      // shares trunks, not the port
	p := fabrictest.Play(t, fabrictest.Ethernet(builder(packet.Options{}), fabric.Pause, units.MiB, 64*units.KiB), tree.Graph, posts, 0, nil)
	alone, _ := fabrictest.Alone(tree.Graph, posts[5].Route, units.MiB)
	victim := p.Arrivals[5].Transit
	if victim.Backpressure < alone {
		t.Errorf("the victim takes %v, %v alone, of which paused %v", victim.Latency(), alone, victim.Backpressure)
	}
	for _, id := range []fabric.LinkID{2 * 3, 2 * 5, posts[0].Route[1], posts[0].Route[2]} {
		if c := p.Net.Counters(id); c.Paused == 0 || c.Starved != c.Paused {
			t.Errorf("%s: %+d", tree.LinkName(id), c)
		}
	}
	if c := p.Net.Counters(posts[0].Route[3]); c.Paused != 0 {
		t.Errorf("the narrow port was paused: %+d", c)
	}
}

// Three switches in a circle, each of whose inputs is full of packets for the next: nobody may go on, and Settled says who
// waits for whom.
func TestPausesDeadlock(t *testing.T) {
	g := circle(3)
	build := fabrictest.Ethernet(builder(packet.Options{}), fabric.Pause, units.MiB, 16*units.KiB)
	k := sim.New(sim.Options{})
	n := build(k, g, quiet{})
	for i := range 3 {
		n.Send(fabric.Message{Path: n.Path(circleRoute(i)), Bytes: units.MiB})
	}
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	err := n.Settled()
	if err == nil || !strings.Contains(err.Error(), "deadlock: box0>box1 waits for box1>box2 waits for box2>box0 waits for box0>box1") {
		t.Fatalf("%v", err)
	}
}

// circle is n switches in a circle, each with a GPU: link 2i leads up from rank i, 2i+1 down to it, 2n+i on to the next.
func circle(n int) *fabric.Graph {
	g := fabrictest.Star(n, fabrictest.Cable(), fabrictest.Box("spare"))
	g.Links, g.Devices = nil, g.Devices[:n]
	c := &fabric.Graph{Name: "circle", Nodes: n, GPUsPerNode: 1, Packet: g.Packet, Lanes: 1}
	for i := range n {
		c.GPUs = append(c.GPUs, c.AddDevice(g.Devices[i]))
	}
	first := fabric.DeviceID(n)
	for i := range n {
		c.AddDevice(fabrictest.Box("box" + string(rune('0'+i))))
	}
	for i := range n {
		c.Wire(c.GPUs[i], first+fabric.DeviceID(i), fabrictest.Cable())
	}
	for i := range n {
		l := fabrictest.Cable()
		l.From, l.To = first+fabric.DeviceID(i), first+fabric.DeviceID((i+1)%n)
		c.AddLink(l)
	}
	return c
}

// circleRoute leads from rank i of a circle of three two switches on.
func circleRoute(i int) []fabric.LinkID {
	return []fabric.LinkID{fabric.LinkID(2 * i), fabric.LinkID(6 + i), fabric.LinkID(6 + (i+1)%3), fabric.LinkID(2*((i+2)%3) + 1)}
}

// Where nobody sends again what a switch drops, the first drop is an error and says where.
func TestDropsWithoutResending(t *testing.T) {
	g := fabrictest.Star(5, fabrictest.Cable(), fabrictest.Box("hub"))
	k := sim.New(sim.Options{})
	n := fabrictest.Ethernet(builder(packet.Options{}), fabric.Drop, 8*units.KiB, 0)(k, g, quiet{})
	for i := range 4 {
		n.Send(fabric.Message{Path: n.Path(fabrictest.StarRoute(i+1, 0)), Bytes: units.MiB, Tag: uint32(i)})
	}
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	if err := n.Settled(); err == nil || !strings.Contains(err.Error(), "for want of room at hub>gpu0, and nobody sends it again") {
		t.Fatal(err)
	}
}

// What is wrong with a memory is said, and what would be valid.
func TestRefusesMemories(t *testing.T) {
	for _, c := range []struct {
		want string
		flow fabric.FlowControl
		fabric.SharedBuffer
	}{
		{"has 4095 bytes to share", fabric.Drop, fabric.SharedBuffer{Bytes: 4095}},
		{"has 0 bytes to share", fabric.Pause, fabric.SharedBuffer{Bytes: units.MiB, Headroom: units.MiB}},
		{"pauses above 1 bytes and resumes at 2", fabric.Pause, fabric.SharedBuffer{Bytes: units.MiB, Pause: 1, Resume: 2}},
		{"gives a line 2^4 times", fabric.Drop, fabric.SharedBuffer{Bytes: units.MiB, Alpha: 4}},
		{"marks with 0 ppb between 2 and 1 bytes", fabric.Drop, fabric.SharedBuffer{Bytes: units.MiB, Marking: fabric.Marking{Least: 2, Most: 1}}},
	} {
		g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
		g.Devices[2].Flow, g.Devices[2].Buffer = c.flow, c.SharedBuffer
		if _, err := packet.New(sim.New(sim.Options{}), g, quiet{}, packet.Options{}); err == nil || !strings.Contains(err.Error(), "packet: device hub "+c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
