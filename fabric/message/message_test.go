package message_test

import (
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/message"
	"collsim/sim"
	"collsim/sim/units"
)

// TestOwners: what a message waits for decides where the wait is booked. Rank 0 sends twice to rank 2, rank 1 once.
func TestOwners(t *testing.T) {
	const bytes = 50_000 // 1 us at 50 GB/s
	cable := fabrictest.Cable()
	for _, shared := range []bool{false, true} {
		g := fabrictest.Star(3, cable, fabrictest.Box("hub"))
		g.Links[fabrictest.StarRoute(0, 2)[1]].Shared = shared
		posts := []fabrictest.Post{
			{Route: fabrictest.StarRoute(0, 2), Bytes: bytes},
			{Route: fabrictest.StarRoute(0, 2), Bytes: bytes},
			{Route: fabrictest.StarRoute(1, 2), Bytes: bytes},
		}
		us := units.Microsecond
		waits := []units.Duration{0, us, us} // the second of rank 0 finds the first of rank 1 before it
		own := []units.Duration{us, 2 * us, us}
		for i, a := range fabrictest.Play(t, build, g, posts, 0, nil).Arrivals {
			want := fabric.Transit{Serialize: own[i], Propagate: 2*cable.Latency + 200*units.Nanosecond}
			if shared {
				want.Arbitrate = waits[i]
			} else {
				want.Queue = waits[i]
			}
			if a.Transit != want {
				t.Errorf("shared %v, message %d: %+v, want %+v", shared, i, a.Transit, want)
			}
		}
	}
}

// TestDirect: a route of one link delivers from an event, never from within Send, and in order.
func TestDirect(t *testing.T) {
	g := fabrictest.Chain([]fabric.Link{fabrictest.Cable()}, fabrictest.Box("none"))
	k := sim.New(sim.Options{Shuffle: 1})
	var got inbox
	n, err := message.New(k, g, &got)
	if err != nil {
		t.Fatal(err)
	}
	p := n.Path(fabrictest.ChainRoute(1))
	for tag := range uint32(50) {
		n.Send(fabric.Message{Path: p, Tag: tag}) // no bytes: all arrive in one instant
	}
	if len(got) != 0 {
		t.Fatal("delivered from within Send")
	}
	if n.Settled() == nil {
		t.Fatal("settled with 50 messages under way")
	}
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	for i, a := range got {
		if a.tag != uint32(i) || a.at != units.Time(100*units.Nanosecond) {
			t.Fatalf("delivery %d is message %d at %d ps", i, a.tag, int64(a.at))
		}
	}
}

// TestEvents: one event a link after the first, whatever the size of the message.
func TestEvents(t *testing.T) {
	g := fabrictest.Chain(make([]fabric.Link, 5), fabrictest.Box("box"))
	for i := range g.Links {
		l := fabrictest.Cable()
		l.From, l.To = g.Links[i].From, g.Links[i].To
		g.Links[i] = l
	}
	posts := []fabrictest.Post{{Route: fabrictest.ChainRoute(5), Bytes: units.GiB}}
	p := fabrictest.Play(t, build, g, posts, 0, nil)
	if got := p.Kernel.Fired(); got != 1+4 { // the player's own and four
		t.Fatalf("%d events", got)
	}
}

// TestThrottled: a message that comes over a slow link leaves the fast one to others while it trickles.
func TestThrottled(t *testing.T) {
	g := fabrictest.Star(3, fabrictest.Cable(), fabrictest.Box("hub"))
	into := fabrictest.StarRoute(0, 2)[1]
	g.Links[into].Rate *= 10
	g.Links[fabrictest.StarRoute(1, 2)[0]].Rate *= 10
	const bytes = 4096 * 1000
	posts := []fabrictest.Post{
		{Route: fabrictest.StarRoute(0, 2), Bytes: bytes},
		{Route: fabrictest.StarRoute(1, 2), Bytes: bytes, At: units.Time(20 * units.Microsecond)},
	}
	p := fabrictest.Play(t, build, g, posts, 0, nil)
	for i, a := range p.Arrivals {
		alone, _ := fabrictest.Alone(g, posts[i].Route, bytes)
		if a.Transit.Latency() != alone || a.Transit.Queueing() != 0 {
			t.Errorf("message %d: %+v, alone it takes %d ps", i, a.Transit, alone)
		}
	}
	if c := p.Net.Counters(into); c.Bytes != 2*bytes || c.Packets != 2 || c.Busy != g.Links[into].Rate.Over(2*bytes) {
		t.Errorf("the link into rank 2 counts %+v", c)
	}
}

func TestRefusals(t *testing.T) {
	g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Links[0].Rate, g.Links[1].Latency, g.Links[2].Down = 0, 0, true
	if _, err := message.New(sim.New(sim.Options{}), g, nil); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Fatalf("a link without rate and one without latency: %v", err)
	}
	g = fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Links[0].Down = true
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "gpu0>hub is down") {
			t.Fatalf("a route over a link that is down: %v", r)
		}
	}()
	n, err := message.New(sim.New(sim.Options{}), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	n.Path(fabrictest.StarRoute(0, 1))
}
