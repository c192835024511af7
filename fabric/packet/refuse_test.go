package packet_test

import (
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"

	"github.com/google/go-cmp/cmp"
)

// New lists everything that is wrong at once.
func TestNewRefuses(t *testing.T) {
	g := fabrictest.Star(3, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Devices[3].Latency = -1
	g.Links[0].Latency = 0
	g.Links[1].Rate = 0
	g.Links[2].Down, g.Links[2].Rate = true, 0 // nobody asks a link that is down
	g.Links[3].Buffer = 4095
	g.Links[4].Header = -1
	g.Links[5].Frame, g.Links[5].Header = 1, units.GiB
	_, err := packet.New(sim.New(sim.Options{}), g, nil, packet.Options{})
	want := []string{"packet: device hub has a latency of -1 ps; it cannot be negative"}
	if d := cmp.Diff(want, lines(err)); d != "" {
		t.Errorf("devices (-want +got):\n%s", d)
	}
	g.Devices[3].Latency = 0
	_, err = packet.New(sim.New(sim.Options{}), g, nil, packet.Options{})
	want = []string{
		"packet: link gpu0>hub has a latency of 0 ps; it needs at least 1 ps, because a port must know what comes before it decides",
		"packet: link hub>gpu0 has a rate of 0 B/s; valid are 1 B/s to 9 EB/s",
		"packet: link hub>gpu1 ends in a buffer of 4095 bytes; it must hold one packet, 4096 bytes with headers",
		"packet: link gpu2>hub has frames of 0 bytes with headers of -1; they cannot be negative",
		"packet: link hub>gpu2 puts 4398046515200 bytes on the wire for one packet; the limit is 2 GiB",
	}
	if d := cmp.Diff(want, lines(err)); d != "" {
		t.Errorf("links (-want +got):\n%s", d)
	}
	g.Packet, g.Lanes = 0, 0
	_, err = packet.New(sim.New(sim.Options{}), g, nil, packet.Options{})
	want = []string{"packet: a packet of 0 bytes; valid are 1 byte to 1 GiB", "packet: 0 virtual lanes; valid are 1 to 256"}
	if d := cmp.Diff(want, lines(err)); d != "" {
		t.Errorf("graph (-want +got):\n%s", d)
	}
}

func lines(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

// What only a mistake in the caller can bring about panics and says where.
func TestMisusePanics(t *testing.T) {
	for _, c := range []struct {
		want string
		do   func(*packet.Net)
	}{
		{"packet: a route needs at least one link", func(n *packet.Net) { n.Path(nil) }},
		{"packet: link gpu1>hub does not start where gpu0>hub ends\nlink gpu1>hub: a route starts at a GPU and passes through none\nlink gpu1>hub: a route ends at a GPU", func(n *packet.Net) { n.Path([]fabric.LinkID{0, 2}) }},
		{"packet: link gpu0>hub: a route ends at a GPU", func(n *packet.Net) { n.Path([]fabric.LinkID{0}) }},
		{"packet: link gpu1>hub: a route starts at a GPU and passes through none", func(n *packet.Net) { n.Path([]fabric.LinkID{0, 3, 2, 1}) }},
		{"packet: message 7 of -1 bytes in class 0 of 1", func(n *packet.Net) {
			n.Send(fabric.Message{Path: n.Path(fabrictest.StarRoute(0, 1)), Bytes: -1, Tag: 7})
		}},
		{"packet: message 7 of 1 bytes in class 1 of 1", func(n *packet.Net) {
			n.Send(fabric.Message{Path: n.Path(fabrictest.StarRoute(0, 1)), Bytes: 1, Lane: 1, Tag: 7})
		}},
		{"packet: a new path after Seal: gpu1>hub, hub>gpu0", func(n *packet.Net) {
			n.Path(fabrictest.StarRoute(0, 1))
			n.Seal()
			n.Path(fabrictest.StarRoute(0, 1)) // an old one is no promise broken
			n.Path(fabrictest.StarRoute(1, 0))
		}},
		{"packet: Seal after the first Send", func(n *packet.Net) {
			n.Send(fabric.Message{Path: n.Path(fabrictest.StarRoute(0, 1))})
			n.Seal()
		}},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("got %v, want %q", got, c.want)
				}
			}()
			g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
			n, err := packet.New(sim.New(sim.Options{}), g, nil, packet.Options{})
			if err != nil {
				t.Fatal(err)
			}
			c.do(n)
		}()
	}
}

// quiet is a sink that expects nothing.
type quiet struct{}

func (quiet) Deliver(uint32, units.Time, *fabric.Transit) {}

// Four switches in a circle, every flow over two of the links between them, buffers of one packet: each flow holds what
// the one before it waits for.
func TestSettledNamesADeadlock(t *testing.T) {
	cable := fabrictest.Cable()
	cable.Buffer = 4 * units.KiB
	g := &fabric.Graph{Packet: 4 * units.KiB, Lanes: 1}
	var boxes []fabric.DeviceID
	for i := range 4 {
		g.GPUs = append(g.GPUs, g.AddDevice(fabric.Device{Kind: fabric.GPU, Name: "gpu" + string(rune('0'+i))}))
	}
	for i := range 4 {
		boxes = append(boxes, g.AddDevice(fabrictest.Box("box"+string(rune('0'+i)))))
		g.Wire(g.GPUs[i], boxes[i], cable) // links 2i and 2i+1
	}
	for i := range boxes {
		l := cable
		l.From, l.To = boxes[i], boxes[(i+1)%4]
		g.AddLink(l) // link 8+i
	}
	for name, o := range map[string]packet.Options{"ahead": {}, "clocked": {NoLookAhead: true}} {
		k := sim.New(sim.Options{})
		n, err := packet.New(k, g, quiet{}, o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			route := []fabric.LinkID{fabric.LinkID(2 * i), fabric.LinkID(8 + i), fabric.LinkID(8 + (i+1)%4), fabric.LinkID(2*((i+2)%4) + 1)}
			n.Send(fabric.Message{Path: n.Path(route), Bytes: 64 * units.KiB})
		}
		if _, err := k.Run(0); err != nil {
			t.Fatal(err)
		}
		want := "packet: deadlock: box0>box1 waits for box1>box2 waits for box2>box3 waits for box3>box0 waits for box0>box1; valid routes never make buffers wait for one another in a circle"
		got := lines(n.Settled())
		if len(got) != 9 || got[8] != want {
			t.Errorf("%s: got\n%s\nwant 8 ports that hold packets and\n%s", name, strings.Join(got, "\n"), want)
		}
	}
}
