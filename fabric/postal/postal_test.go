package postal_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/postal"
	"collsim/sim"
	"collsim/sim/units"
)

// TestClosedForm: n equal packets alone take sum(L) + sum(D) + p/R0 + sum max(0, p/Ri - p/Ri-1) + (n-1) p/Rmin, p the
// wire bytes, where packet times are whole picoseconds.
func TestClosedForm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	rates := []units.Rate{12_500_000_000, 25e9, 50e9, 100e9, 200e9, 500e9}
	for range 2000 {
		cables := make([]fabric.Link, 1+r.IntN(6))
		box := fabrictest.Box("box")
		box.Latency = units.Duration(r.IntN(300_000))
		want := units.Duration(len(cables)-1) * box.Latency
		var slowest, before units.Duration
		for i := range cables {
			c := fabrictest.Cable()
			c.Rate, c.Latency = rates[r.IntN(len(rates))], units.Duration(1+r.IntN(300_000))
			c.Frame, c.Header = 256, units.Bytes(r.IntN(40))
			cables[i] = c
			packet := c.Rate.Over(4096 + 16*c.Header)
			want += c.Latency + max(0, packet-before)
			slowest, before = max(slowest, packet), packet
		}
		n := 1 + r.IntN(50)
		want += units.Duration(n-1) * slowest
		post := fabrictest.Post{Route: fabrictest.ChainRoute(len(cables)), Bytes: units.Bytes(n) * 4 * units.KiB}
		got := fabrictest.Play(t, build, fabrictest.Chain(cables, box), []fabrictest.Post{post}, 0, nil).Arrivals[0]
		if got.Transit.Latency() != want || got.Transit.Queueing() != 0 {
			t.Fatalf("%d packets over %+v: %+v, want %d ps", n, cables, got.Transit, want)
		}
	}
}

// TestOwnBytes: a rank's messages leave back to back without rounding in between, whatever their destinations, and the
// wait is serialization.
func TestOwnBytes(t *testing.T) {
	cable := fabrictest.Cable()
	cable.Rate = 450e9 // 2.22 ps a byte
	g := fabrictest.Star(5, cable, fabrictest.Box("hub"))
	var posts []fabrictest.Post
	for i := range 1000 {
		posts = append(posts, fabrictest.Post{Route: fabrictest.StarRoute(0, 1+i%4), Bytes: 1})
	}
	p := fabrictest.Play(t, build, g, posts, 1, nil)
	for i, a := range p.Arrivals {
		want := fabric.Transit{
			Propagate: 2*cable.Latency + 200*units.Nanosecond,
			Serialize: cable.Rate.Over(units.Bytes(i)) + cable.Rate.Over(1), // behind the others, then its own on the last link
		}
		if a.Transit != want {
			t.Fatalf("message %d: %+v, want %+v", i, a.Transit, want)
		}
	}
}

// TestAlike: links that differ by less than a picosecond a packet, where rounding decides what R3 holds.
func TestAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for range 2000 {
		cables := make([]fabric.Link, 2+r.IntN(4))
		for i := range cables {
			cables[i] = fabrictest.Cable()
			cables[i].Rate = 1e12 + units.Rate(r.Int64N(1e9))
		}
		g := fabrictest.Chain(cables, fabrictest.Box("box"))
		g.Packet = units.Bytes(1 + r.IntN(100))
		post := fabrictest.Post{Route: fabrictest.ChainRoute(len(cables)), Bytes: units.Bytes(r.IntN(1000))}
		want, _ := fabrictest.Alone(g, post.Route, post.Bytes)
		got := fabrictest.Play(t, build, g, []fabrictest.Post{post}, 0, nil).Arrivals[0]
		if got.Transit.Latency() != want {
			t.Fatalf("%d bytes in packets of %d over %+v: %d ps, want %d", post.Bytes, g.Packet, cables, got.Transit.Latency(), want)
		}
	}
}

// TestOrder: what arrives in one instant is delivered by path, however events are shuffled.
func TestOrder(t *testing.T) {
	g := fabrictest.Star(9, fabrictest.Cable(), fabrictest.Box("hub"))
	var posts []fabrictest.Post
	for i := range 8 {
		posts = append(posts, fabrictest.Post{Route: fabrictest.StarRoute(i, 8), Bytes: 100})
	}
	for shuffle := range uint64(20) {
		for i, tag := range fabrictest.Play(t, build, g, posts, shuffle, nil).Order {
			if tag != uint32(i) {
				t.Fatalf("shuffle %d: delivery %d is message %d", shuffle, i, tag)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Links[0].Rate, g.Links[1].Latency, g.Links[2].Down = 0, 0, true
	if _, err := postal.New(sim.New(sim.Options{}), g, nil); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Fatalf("a link without rate and one without latency: %v", err)
	}
	g = fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Links[0].Down = true
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "gpu0>hub is down") {
			t.Fatalf("a route over a link that is down: %v", r)
		}
	}()
	n, err := postal.New(sim.New(sim.Options{}), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	n.Path(fabrictest.StarRoute(0, 1))
}
