package packet_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim/units"
)

// Equal senders share the port of the receiver packet by packet: their last packets leave it back to back, one of each,
// and whatever the depth of the buffers all that they wait for is the port. What the depth changes is how long their
// own ports are stopped for want of credit.
func TestIncastSharesThePort(t *testing.T) {
	const k, bytes = 16, 256 * units.KiB
	var queued []units.Duration
	starved := units.Duration(-1)
	for _, depth := range []units.Bytes{4 * units.MiB, 128 * units.KiB, 64 * units.KiB, 16 * units.KiB} {
		cable := fabrictest.Cable()
		cable.Buffer = depth
		g := fabrictest.Star(k+1, cable, fabrictest.Box("hub"))
		var posts []fabrictest.Post
		for i := range k {
			posts = append(posts, fabrictest.Post{Route: fabrictest.StarRoute(i, k), Bytes: bytes})
		}
		p := fabrictest.Play(t, builder(packet.Options{}), g, posts, 0, nil)
		for i, a := range p.Arrivals {
			want := fabric.Transit{Serialize: cable.Rate.Over(bytes), Propagate: 400 * units.Nanosecond}
			want.Queue = cable.Rate.Over(k*bytes-units.Bytes(k-1-i)*g.Packet) - want.Serialize
			if a.Transit != want {
				t.Fatalf("depth %d, sender %d: %+d, want %+d", depth, i, a.Transit, want)
			}
			if len(queued) < k {
				queued = append(queued, a.Transit.Queue)
			} else if queued[i] != a.Transit.Queue {
				t.Fatalf("depth %d, sender %d queues for %d, with deeper buffers for %d", depth, i, a.Transit.Queue, queued[i])
			}
		}
		stopped := p.Net.Counters(posts[0].Route[0]).Starved
		if stopped <= starved {
			t.Fatalf("depth %d: %s starved for %d, with deeper buffers for %d", depth, g.LinkName(posts[0].Route[0]), stopped, starved)
		}
		starved = stopped
	}
}

// neighbours is two switches with a trunk between them: a and b on the left, c, d and e on the right. a and e send to c;
// b sends to d and shares nothing with them but the trunk and the buffer behind it.
type neighbours struct {
	*fabric.Graph
	trunk fabric.LinkID
}

func newNeighbours(cable fabric.Link, queueing fabric.Queueing) neighbours {
	g := &fabric.Graph{Packet: 4 * units.KiB, Lanes: 1}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		g.GPUs = append(g.GPUs, g.AddDevice(fabric.Device{Kind: fabric.GPU, Name: name}))
	}
	box := fabrictest.Box("left")
	box.Queueing = queueing
	left := g.AddDevice(box)
	box.Name = "right"
	right := g.AddDevice(box)
	for i, d := range g.GPUs {
		g.Wire(d, []fabric.DeviceID{left, left, right, right, right}[i], cable)
	}
	cable.Rate *= 2 // the trunk itself is no bottleneck
	cable.Buffer *= 2
	g.Wire(left, right, cable)
	return neighbours{g, fabric.LinkID(len(g.Links) - 2)}
}

// play sends the three flows, or b's alone, and returns b's transit and the net.
func (n neighbours) play(t *testing.T, loud, quiet units.Bytes) (fabric.Transit, fabric.Net) {
	t.Helper()
	posts := []fabrictest.Post{{Route: []fabric.LinkID{2, n.trunk, 7}, Bytes: quiet}}
	if loud > 0 {
		posts = append(posts,
			fabrictest.Post{Route: []fabric.LinkID{0, n.trunk, 5}, Bytes: loud},
			fabrictest.Post{Route: []fabric.LinkID{8, 5}, Bytes: loud})
	}
	p := fabrictest.Play(t, builder(packet.Options{}), n.Graph, posts, 0, nil)
	return p.Arrivals[0].Transit, p.Net
}

// An innocent flow that shares an input with a congested one is slowed: behind the head of an input queue, or by a buffer
// that the congested flow fills. Virtual output queues cure the first, deeper buffers the second, and what is left is
// the share of the trunk.
func TestInnocentFlow(t *testing.T) {
	const loud, quiet = 512 * units.KiB, 256 * units.KiB
	shallow, deep := fabrictest.Cable(), fabrictest.Cable()
	shallow.Buffer = 32 * units.KiB
	deep.Buffer = units.MiB

	for _, c := range []struct {
		name     string
		cable    fabric.Link
		queueing fabric.Queueing
		hol      bool // behind the head of right's input queue
		pressed  bool // the trunk lacks credit
	}{
		{"input queues, shallow", shallow, fabric.Input, true, true},
		{"input queues, deep", deep, fabric.Input, true, false},
		{"virtual output queues, shallow", shallow, fabric.VirtualOutput, false, true},
		{"virtual output queues, deep", deep, fabric.VirtualOutput, false, false},
	} {
		n := newNeighbours(c.cable, c.queueing)
		if name := n.LinkName(n.trunk); name != "left>right" {
			t.Fatalf("the trunk is %s", name)
		}
		before, _ := n.play(t, 0, quiet)
		got, net := n.play(t, loud, quiet)
		starved := net.Counters(n.trunk).Starved > 0
		if hol := got.HeadOfLine > 0; hol != c.hol || starved != c.pressed {
			t.Errorf("%s: head of line %t, left>right starved %t: %+d", c.name, hol, starved, got)
		}
		slowed := got.HeadOfLine+got.Backpressure > 0
		if slowed != (c.hol || c.pressed) {
			t.Errorf("%s: alone %+d, beside the congested flow %+d", c.name, before, got)
		}
		// Once nothing slows it, it waits for at most as many packets as there are others in one turn of the trunk.
		if late := got.Latency() - before.Latency(); !slowed && late > n.Links[n.trunk].Rate.Over(quiet) {
			t.Errorf("%s: recovered, but %d ps late", c.name, late)
		}
	}
}
