package packet_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// Contended packets allocate nothing once everything has grown to its size, however the ports are set up.
func TestNoAllocations(t *testing.T) {
	for _, c := range []struct {
		name   string
		lanes  int
		buffer units.Bytes
		box    fabric.Device
		o      packet.Options
	}{
		{"shallow", 1, 8 * units.KiB, fabrictest.Box("hub"), packet.Options{}},
		{"clocked", 1, 64 * units.KiB, fabrictest.Box("hub"), packet.Options{NoLookAhead: true}},
		{"grants", 1, 64 * units.KiB, fabrictest.Box("hub"), packet.Options{Grant: packet.Grant{Bound: units.Certain, Least: 100_001}}},
		{"lanes", 3, 16 * units.KiB, fabrictest.Box("hub"), packet.Options{}},
		{"input queues", 2, 16 * units.KiB, fabric.Device{Kind: fabric.Switch, Queueing: fabric.Input, Arbitration: fabric.OldestFirst}, packet.Options{}},
	} {
		cable := fabrictest.Cable()
		cable.Buffer, cable.Frame, cable.Header = c.buffer, 256, 0
		g := fabrictest.Star(70, cable, c.box)
		g.Lanes = c.lanes
		k := sim.New(sim.Options{})
		n, err := packet.New(k, g, quiet{}, c.o)
		if err != nil {
			t.Fatal(err)
		}
		var paths []fabric.PathID
		for i := range 20 {
			paths = append(paths, n.Path(fabrictest.StarRoute(i, 66+i%2)))
		}
		if c.o.Grant.Bound > 0 {
			n.Seal()
		}
		play := func() {
			for i, p := range paths {
				n.Send(fabric.Message{Path: p, Bytes: 100_001, Lane: uint8(i % c.lanes)})
			}
			if _, err := k.Run(0); err != nil {
				t.Fatal(err)
			}
		}
		for range 50 {
			play()
		}
		if got := testing.AllocsPerRun(50, play); got != 0 {
			t.Errorf("%s: %v allocations for 500 packets", c.name, got)
		}
	}
}

// One event decides one packet at most; look-ahead, which is on unless switched off, makes one decide several, and a
// sealed ring needs next to none.
func TestEventsAPacket(t *testing.T) {
	w := ringOf(8, 64*units.KiB)
	var fired []uint64
	var hops uint64
	for _, v := range variants {
		d, k := w.play(v.build)
		hops = uint64(d.hops())
		fired = append(fired, k.Fired())
	}
	messages := uint64(len(w.routes) * w.turns)
	clocked, ahead, sealed := fired[0], fired[1], fired[2]
	if clocked < hops+messages || clocked > hops+messages+hops/100 {
		t.Errorf("%d events for %d packet-hops and %d messages", clocked, hops, messages)
	}
	if ahead > clocked/4 || sealed > messages {
		t.Errorf("%d events without look-ahead, %d with, %d sealed, for %d messages", clocked, ahead, sealed, messages)
	}
}

// A slowed flow knows for each packet when it leaves, far ahead, and needs no event for it.
func TestEventsOfSlowedFlows(t *testing.T) {
	w := switched(incastWork(), fabric.Pause, marking, slowing)
	w.bytes = units.MiB
	d, k := w.play(builder(packet.Options{}))
	packets := uint64(d.hops()) / 2
	marked := int64(0)
	for l := range w.graph.Links {
		marked += d.net.Counters(fabric.LinkID(l)).Marked
	}
	if k.Fired() > packets || marked == 0 {
		t.Errorf("%d events for %d packets over two links, %d of them marked", k.Fired(), packets, marked)
	}
}

// Choosing ways allocates nothing either.
func TestNoAllocationsOnWays(t *testing.T) {
	for _, policy := range []fabric.Policy{fabric.AdaptiveMessage, fabric.AdaptivePacket} {
		tree := fabrictest.LeafSpine(2, 4, 3, benchCable(), fabrictest.Box("box"))
		tree.Routing = policy
		k := sim.New(sim.Options{})
		n, err := packet.New(k, tree.Graph, quiet{}, packet.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var paths []fabric.PathID
		for i := range 4 {
			paths = append(paths, n.Ways([][]fabric.LinkID{tree.Route(i, 4+i, 0), tree.Route(i, 4+i, 1), tree.Route(i, 4+i, 2)}))
		}
		play := func() {
			for _, p := range paths {
				n.Send(fabric.Message{Path: p, Bytes: 100_001})
			}
			if _, err := k.Run(0); err != nil {
				t.Fatal(err)
			}
		}
		for range 400 { // each day of a calendar has to grow to its size
			play()
		}
		if got := testing.AllocsPerRun(50, play); got != 0 {
			t.Errorf("%v: %v allocations for 100 packets", policy, got)
		}
	}
}
