package fabrictest

import (
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

// alone: a message on an idle fabric takes the sum of the declared constants, to the picosecond, and queues nowhere.
func (s Suite) alone(t *testing.T) {
	d := NewDraw(1)
	for range 300 {
		cables := make([]fabric.Link, 1+d.Below(6))
		for i := range cables {
			cables[i] = anyCable(d)
			cables[i].Buffer = 64 * units.MiB
		}
		g := Chain(cables, anyBox(d))
		post := Post{Route: ChainRoute(len(cables)), Bytes: units.Bytes(d.Below(300_000))}
		p := s.play(t, g, []Post{post})
		a := p.Arrivals[0]
		want, propagate := Alone(g, post.Route, post.Bytes)
		if got := a.Transit; got.Latency() != want || got.Propagate != propagate || got.Queueing() != 0 {
			t.Fatalf("%d bytes over %+v: %d ps, of them %d propagating\ngot %+d", post.Bytes, g.Links, want, propagate, got)
		}
		if p.Hops == nil {
			continue
		}
		hops, got := AloneHops(g, post.Route, post.Bytes), p.Hops[0]
		if s.Trace == nil {
			alike(g, hops)
			alike(g, got)
		}
		if !slices.Equal(got, hops) {
			t.Fatalf("%d bytes over %+v: %+d\ngot %+d", post.Bytes, g.Links, hops, got)
		}
	}
}

// alike moves what messages take at links that send alike to the first of them: a model that does not follow every packet
// cannot tell which of them keeps the packets apart, for only rounding does.
func alike(g *fabric.Graph, hops []fabric.Hop) {
	for i := range hops {
		for j := range i {
			a, b := &g.Links[hops[i].Link], &g.Links[hops[j].Link]
			if n, m := a.Wire(g.Packet), b.Wire(g.Packet); !faster(n, a.Rate, m, b.Rate) && !faster(m, b.Rate, n, a.Rate) {
				hops[j].Serialize += hops[i].Serialize
				hops[i].Serialize = 0
				break
			}
		}
	}
}

// empty: messages without payload arrive, with headers or without, and many of them in one instant.
func (s Suite) empty(t *testing.T) {
	for _, header := range []units.Bytes{0, 30} {
		cable := Cable()
		cable.Frame, cable.Header = 4*units.KiB, header
		g := Star(3, cable, Box("hub"))
		var posts []Post
		for i := range 40 {
			posts = append(posts, Post{Route: StarRoute(i%2, 2), At: units.Time(i / 20)})
		}
		p := Play(t, s.Build, g, posts, 0, nil)
		if got, want := p.Net.Counters(StarRoute(0, 2)[1]).Bytes, 40*header; got != want {
			t.Fatalf("40 empty messages with headers of %d bytes put %d bytes on the link, not %d", header, got, want)
		}
	}
}

// once: every byte crosses every link of its route once, headers included, under contention and from within Deliver.
func (s Suite) once(t *testing.T) {
	for seed := range 40 {
		g, posts := s.traffic(uint64(seed))
		p := Play(t, s.Build, g, posts, 0, nil)
		want := make([]units.Bytes, len(g.Links))
		for _, m := range posts {
			for _, l := range m.Route {
				want[l] += wire(g, l, m.Bytes)
			}
		}
		for l := range g.Links {
			id := fabric.LinkID(l)
			if got := p.Net.Counters(id).Bytes; got != want[l] {
				t.Fatalf("seed %d: %d bytes crossed %s, not %d", seed, got, g.LinkName(id), want[l])
			}
		}
	}
}

// wire is what a message of the given payload puts on link id.
func wire(g *fabric.Graph, id fabric.LinkID, payload units.Bytes) units.Bytes {
	l := &g.Links[id]
	full, rest := payload/g.Packet, payload%g.Packet
	sum := full * l.Wire(g.Packet)
	if rest > 0 || full == 0 {
		sum += l.Wire(rest)
	}
	return sum
}

// order: messages of one flow arrive in the order in which they were sent, and no faster than alone.
func (s Suite) order(t *testing.T) {
	for seed := range 40 {
		g, posts := s.traffic(uint64(seed))
		for i := range posts { // a flow's order is that of its calls to Send
			posts[i].After = 0
		}
		p := Play(t, s.Build, g, posts, uint64(seed), nil)
		turn := make([]int, len(posts))
		for i, tag := range p.Order {
			turn[tag] = i
		}
		for j := range posts {
			least, _ := Alone(g, posts[j].Route, posts[j].Bytes)
			if got := p.Arrivals[j].Transit.Latency(); got < least {
				t.Fatalf("seed %d: message %d took %d ps, alone it takes %d", seed, j, got, least)
			}
			for i := range j {
				if !sameFlow(&posts[i], &posts[j]) {
					continue
				}
				before := p.Arrivals[i].Sent <= p.Arrivals[j].Sent
				late := p.Arrivals[i].At > p.Arrivals[j].At
				if before != (turn[i] < turn[j]) || before && late {
					t.Fatalf("seed %d: messages %d and %d of one flow changed places", seed, i, j)
				}
			}
		}
	}
}

func sameFlow(a, b *Post) bool {
	if a.Lane != b.Lane || len(a.Route) != len(b.Route) {
		return false
	}
	for i := range a.Route {
		if a.Route[i] != b.Route[i] {
			return false
		}
	}
	return true
}

// disjoint: flows that share no link do not influence one another.
func (s Suite) disjoint(t *testing.T) {
	d := NewDraw(5)
	for range 40 {
		g := Star(8, anyCable(d), anyBox(d))
		var both []Post
		for i := range 24 { // ranks 0 to 3 among themselves, 4 to 7 among themselves
			side := i % 2 * 4
			a := d.Below(4)
			b := (a + 1 + d.Below(3)) % 4
			both = append(both, Post{At: units.Time(d.Below(3_000_000)), Route: StarRoute(side+a, side+b), Bytes: units.Bytes(d.Below(100_000))})
		}
		all := Play(t, s.Build, g, both, 0, nil)
		for side := range 2 {
			var half []Post
			for i := side; i < len(both); i += 2 {
				half = append(half, both[i])
			}
			part := Play(t, s.Build, g, half, 0, nil)
			for i := range half {
				if got, want := all.Arrivals[2*i+side], part.Arrivals[i]; got != want {
					t.Fatalf("message %d without the other half %+d, with it %+d", 2*i+side, want, got)
				}
			}
		}
	}
}
