package loss

import (
	"errors"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim"
	"collsim/sim/units"
)

// incast is ranks that send to the first of them at once, over one switch that drops what does not fit its memory.
func incast(t *testing.T, senders int, memory, bytes units.Bytes, limit int) (*fabric.Graph, *letters, *Net) {
	t.Helper()
	g := fabrictest.Star(senders+1, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Retry = fabric.Retry{Timeout: timeout, Backoff: 1, Limit: limit}
	k, sink := sim.New(sim.Options{}), &letters{}
	build := fabrictest.Ethernet(func(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
		net, err := New(k, g, s, Options{}, levels[0].inner(g))
		if err != nil {
			t.Fatal(err)
		}
		return net
	}, fabric.Drop, memory, 0)
	net := build(k, g, sink)
	for i := range senders {
		net.Send(fabric.Message{Path: net.Path(fabrictest.StarRoute(i+1, 0)), Bytes: bytes, Tag: uint32(i)})
	}
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	return g, sink, net.(*Net)
}

// Two senders of one packet each, and room for one: the second comes a time-out and its own way later, and says so.
func TestADropIsALoss(t *testing.T) {
	g, got, n := incast(t, 2, size, size, 7)
	if err := n.Settled(); err != nil || len(got.at) != 2 {
		t.Fatalf("%v, %d delivered", err, len(got.at))
	}
	toSwitch := 100 * units.Nanosecond
	want := fabric.Transit{Propagate: toSwitch, Retransmit: timeout + alone(g, size)}
	if got.transit[1] != want || got.at[1] != units.Time(want.Latency()) {
		t.Errorf("%+d at %d, want %+d", got.transit[1], got.at[1], want)
	}
	if c := n.Counters(1); c.Lost != 1 || c.Dropped != 1 {
		t.Errorf("%+d at the port that had no room", c)
	}
	if c := n.Counters(4); c.Sent != 1 || c.Resent != 1 || c.Packets != 2 {
		t.Errorf("%+d at the sender", c)
	}
}

// A sender that is dropped more often than it may be gives up, and says where there was no room.
func TestGivingUpOnDrops(t *testing.T) {
	_, _, n := incast(t, 8, size, units.MiB, 0)
	var gave *fabric.GaveUp
	if err := n.Settled(); !errors.As(err, &gave) || gave.Link != "hub>gpu0" || gave.MTU != 0 {
		t.Fatalf("%v", err)
	}
}

// Whatever is dropped, every message gets there in the end, and its bytes have crossed the narrow port once, those sent
// in vain aside.
func TestIncastGetsThere(t *testing.T) {
	_, got, n := incast(t, 8, 64*units.KiB, units.MiB, 1000)
	if err := n.Settled(); err != nil || len(got.at) != 8 {
		t.Fatalf("%v, %d delivered", err, len(got.at))
	}
	resent, dropped := int64(0), n.Counters(1).Dropped
	for i := range 8 {
		resent += n.Counters(fabric.LinkID(2 * (i + 1))).Resent
	}
	if c := n.Counters(1); c.Packets != 8*256+resent-dropped || c.Lost == 0 || resent < c.Lost {
		t.Errorf("%+d, %d sent again, %d dropped", c, resent, dropped)
	}
}
