package fabrictest

import (
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

// incast: k senders share one port. It never idles, so the last byte comes exactly when all bytes have crossed it; a
// model without contention delivers each as if it were alone.
func (s Suite) incast(t *testing.T) {
	for _, k := range []int{2, 3, 8, 100} {
		const bytes = 64 * units.KiB
		cable := Cable()
		g := Star(k+1, cable, Box("hub"))
		var posts []Post
		for i := range k {
			posts = append(posts, Post{Route: StarRoute(i, k), Bytes: bytes})
		}
		p := Play(t, s.Build, g, posts, 0, nil)
		var last units.Time
		for i := range p.Arrivals {
			last = max(last, p.Arrivals[i].At)
		}
		alone, propagate := Alone(g, posts[0].Route, bytes)
		want := alone
		if s.Contention {
			want = propagate + cable.Rate.Over(units.Bytes(k)*bytes)
		}
		if last != units.Time(want) {
			t.Fatalf("%d senders of %d bytes: the last byte comes at %d ps, not at %d", k, bytes, last, want)
		}
		s.waits(t, p, posts, alone)
	}
}

// waits checks that what a message took longer than alone stands in a queueing field, or nowhere without contention.
func (s Suite) waits(t *testing.T, p *Played, posts []Post, alone units.Duration) {
	t.Helper()
	for i := range p.Arrivals {
		got := p.Arrivals[i].Transit
		if late := got.Latency() - alone; got.Queueing() != late {
			t.Fatalf("message %d comes %d ps later than alone, its transit queues for %d: %+d", i, late, got.Queueing(), got)
		}
		if busy := p.Net.Counters(posts[i].Route[0]).Busy; busy != Cable().Rate.Over(posts[i].Bytes) {
			t.Fatalf("sender %d kept its link busy for %d ps with %d bytes", i, busy, posts[i].Bytes)
		}
	}
}

// shallow: with buffers of two packets a lone flow is capped by its credit loop, and all of what it loses is want of
// credit.
func (s Suite) shallow(t *testing.T) {
	const bytes = units.MiB
	cable := Cable()
	cable.Buffer = 8 * units.KiB
	g := Star(2, cable, Box("hub"))
	post := Post{Route: StarRoute(0, 1), Bytes: bytes}
	p := Play(t, s.Build, g, []Post{post}, 0, nil)
	alone, _ := Alone(g, post.Route, bytes)
	got := p.Arrivals[0].Transit
	if got.Backpressure <= 0 || got.Backpressure != got.Latency()-alone {
		t.Fatalf("alone with deep buffers %d ps, with buffers of two packets %+d", alone, got)
	}
	if p.Net.Counters(post.Route[0]).Starved <= 0 {
		t.Fatalf("%s never lacked credit", g.LinkName(post.Route[0]))
	}
}

// links: a port sends one packet at a time, none before it is eligible, each in the exact time of its busy period, and
// counts what it does.
func (s Suite) links(t *testing.T) {
	for seed := range 60 {
		g, posts := s.traffic(uint64(seed))
		ports := make([]sending, len(g.Links))
		see := func(d Departure) {
			if fault := ports[d.Link].see(&g.Links[d.Link], d); fault != "" {
				t.Fatalf("seed %d: %s %s: %+d", seed, g.LinkName(d.Link), fault, d)
			}
		}
		p := Play(t, s.Build, g, posts, 0, func(net fabric.Net) { s.Trace(net, see) })
		for l := range g.Links {
			got := p.Net.Counters(fabric.LinkID(l))
			got.Starved = 0 // shown by no departure
			if got != ports[l].counters {
				t.Fatalf("seed %d: %s counts %+d, its departures say %+d", seed, g.LinkName(fabric.LinkID(l)), got, ports[l].counters)
			}
		}
	}
}

// sending is what the departures of one port say about it.
type sending struct {
	free     units.Time
	base     units.Time  // since when it sends without a gap
	sent     units.Bytes // since then
	counters fabric.Counters
}

// see returns what is wrong with the next departure; empty = nothing.
func (p *sending) see(l *fabric.Link, d Departure) string {
	if d.Start < p.free || d.Start < d.Eligible {
		return "sends too early"
	}
	if d.Start > p.free || p.sent == 0 {
		p.base, p.sent = d.Start, 0
	}
	p.sent += d.Wire
	p.free = d.End
	p.counters.Bytes += d.Wire
	p.counters.Packets++
	p.counters.Busy += d.End.Sub(d.Start)
	if d.End != p.base.Add(l.Rate.Over(p.sent)) {
		return "does not send at its rate"
	}
	return ""
}
