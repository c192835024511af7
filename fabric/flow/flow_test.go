package flow_test

import (
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/flow"
	"collsim/sim"
	"collsim/sim/units"
)

// TestOwners: rank 0 sends twice to rank 2, rank 1 once; each takes 1 us alone. The first two share the port for 2 us, then
// the last has it to itself. It has waited behind its own rank's bytes for 1 us, and 1 us for what held those up.
func TestOwners(t *testing.T) {
	const bytes = 50_000
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
		own := []units.Duration{us, 2 * us, us}
		for i, a := range fabrictest.Play(t, build, g, posts, 0, nil).Arrivals {
			want := fabric.Transit{Serialize: own[i], Propagate: 2*cable.Latency + 200*units.Nanosecond}
			if shared {
				want.Arbitrate = us
			} else {
				want.Queue = us
			}
			if a.Transit != want {
				t.Errorf("shared %v, message %d: %+v, want %+v", shared, i, a.Transit, want)
			}
		}
	}
}

// TestAttribution: under any contention a message serializes for at least as long as alone, what it takes longer than that
// and the wait behind its own rank is booked to others, and links that nobody declared shared do not arbitrate.
func TestAttribution(t *testing.T) {
	arbitrated := false
	for seed := range uint64(300) {
		g, posts := crowd(seed, 1_000_000)
		any := false
		for i := range g.Links {
			any = any || g.Links[i].Shared
		}
		for i, a := range fabrictest.Play(t, build, g, posts, seed, nil).Arrivals {
			latency, propagate := fabrictest.Alone(g, posts[i].Route, posts[i].Bytes)
			x := a.Transit
			if x.Propagate != propagate || x.Serialize < latency-propagate || x.Queue < 0 || x.Arbitrate < 0 {
				t.Fatalf("seed %d: message %d, alone %d ps with %d of propagation: %+d", seed, i, latency, propagate, x)
			}
			if x.HeadOfLine+x.Backpressure+x.Retransmit != 0 || x.Arbitrate > 0 && !any {
				t.Fatalf("seed %d: message %d: %+d", seed, i, x)
			}
			arbitrated = arbitrated || x.Arbitrate > 0
		}
	}
	if !arbitrated {
		t.Fatal("nothing ever arbitrated")
	}
}

// TestCapacity: what is posted and arrives between two instants fits into what each link can carry between them.
func TestCapacity(t *testing.T) {
	for seed := range uint64(150) {
		g, posts := crowd(seed, []int{100, 10_000, 1_000_000}[seed%3])
		arrivals := fabrictest.Play(t, build, g, posts, 0, nil).Arrivals
		for _, from := range posts {
			for _, until := range arrivals {
				bytes := make([]units.Bytes, len(g.Links))
				for i := range posts {
					if posts[i].At < from.At || arrivals[i].At > until.At {
						continue
					}
					for _, l := range posts[i].Route {
						bytes[l] += wireOf(g, l, posts[i].Bytes)
					}
				}
				for l := range bytes {
					if room := until.At.Sub(from.At); g.Links[l].Rate.Over(bytes[l]) > max(room, 0) {
						t.Fatalf("seed %d: %d bytes cross %s in %d ps", seed, bytes[l], g.LinkName(fabric.LinkID(l)), room)
					}
				}
			}
		}
	}
}

// TestShortPackets: single bytes weigh more on a port that frames them than full packets say, which are slower on links
// that do not. The port is busy for the bytes that cross it all the same.
func TestShortPackets(t *testing.T) {
	const senders = 32
	cable := fabrictest.Cable()
	g := fabrictest.Star(senders+1, cable, fabrictest.Box("hub"))
	into := fabrictest.StarRoute(0, senders)[1]
	g.Links[into].Frame, g.Links[into].Header = 4096, 300
	var posts []fabrictest.Post
	for i := range senders {
		route := fabrictest.StarRoute(i, senders)
		g.Links[route[0]].Rate = 45e9
		posts = append(posts, fabrictest.Post{Route: route, Bytes: 1})
	}
	last := units.Time(0)
	for _, a := range fabrictest.Play(t, build, g, posts, 0, nil).Arrivals {
		last = max(last, a.At)
	}
	if want := 2*cable.Latency + 200*units.Nanosecond + cable.Rate.Over(senders*301); last != units.Time(want) {
		t.Fatalf("the last byte arrives at %d ps, not at %d", int64(last), int64(want))
	}
}

// TestFewest: two messages that share a port are two starts and two ends, whatever their size.
func TestFewest(t *testing.T) {
	g := fabrictest.Star(3, fabrictest.Cable(), fabrictest.Box("hub"))
	posts := []fabrictest.Post{{Route: fabrictest.StarRoute(0, 2), Bytes: units.GiB}, {Route: fabrictest.StarRoute(1, 2), Bytes: 2 * units.GiB}}
	// the player's own two, one in which both start, two ends
	if got := fabrictest.Play(t, build, g, posts, 0, nil).Kernel.Fired(); got != 5 {
		t.Fatalf("%d events", got)
	}
}

func TestRefusals(t *testing.T) {
	g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Links[0].Rate, g.Links[1].Latency, g.Links[2].Down = 0, 0, true
	if _, err := flow.New(sim.New(sim.Options{}), g, nil); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Fatalf("a link without rate and one without latency: %v", err)
	}
	g = fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Links[0].Down = true
	n, err := flow.New(sim.New(sim.Options{}), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "gpu0>hub is down") {
			t.Fatalf("a route over a link that is down: %v", r)
		}
	}()
	n.Path(fabrictest.StarRoute(0, 1))
}

// TestUnsettled: a Net whose messages are under way says so.
func TestUnsettled(t *testing.T) {
	k := sim.New(sim.Options{})
	g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	n := build(k, g, nil)
	n.Send(fabric.Message{Path: n.Path(fabrictest.StarRoute(0, 1)), Bytes: units.MiB})
	if err := n.Settled(); err == nil || !strings.Contains(err.Error(), "1 messages are still under way") {
		t.Fatalf("error %v", err)
	}
}
