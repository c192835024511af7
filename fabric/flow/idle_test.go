package flow_test

import (
	"math/rand/v2"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// TestIdle: on every preset and every network a message alone from rank 0 to another is the same as its packets and as
// postal, breakdown included.
func TestIdle(t *testing.T) {
	for _, spec := range fabrictest.Samples() {
		g, _, err := fabric.Build(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, dst := range fabrictest.Corners(g) {
			route, err := g.Route(0, dst, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []units.Bytes{0, 1, 4096, 4097, 70_001, 1_000_003} {
				posts := []fabrictest.Post{{Route: route, Bytes: size}}
				got := fabrictest.Play(t, build, g, posts, 0, nil).Arrivals[0]
				postal := fabrictest.Play(t, postals, g, posts, 0, nil).Arrivals[0]
				packet := fabrictest.Play(t, packets, g, posts, 0, nil).Arrivals[0]
				if got != postal || got != packet {
					t.Errorf("%s, %s: %d bytes from rank 0 to %d:\nflow   %+v\npostal %+v\npacket %+v", spec.Preset, spec.Network, size, dst, got, postal, packet)
				}
			}
		}
	}
}

// TestTrain: messages of whole packets that one rank sends back to back over one route, into deep buffers, are at most 2 ps a
// link from where postal has them, others at most a packet, whose pipeline the next message is not told to have filled. Where
// they wait for one another behind the first link they queue as their packets do, but for what rounding takes.
func TestTrain(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	same, queued := 0, 0
	for i := range 1000 {
		cables := make([]fabric.Link, 1+r.IntN(5))
		slowest := rates[0]
		for j := range cables {
			cables[j] = fabrictest.Cable()
			cables[j].Rate, cables[j].Latency, cables[j].Buffer = rates[r.IntN(len(rates))], units.Duration(1+r.IntN(300_000)), 64*units.MiB
			slowest = min(slowest, cables[j].Rate)
		}
		g := fabrictest.Chain(cables, fabrictest.Box("box"))
		bound := units.Duration(2 * len(cables))
		if i%2 == 0 {
			bound += slowest.Over(g.Packet)
		}
		var posts []fabrictest.Post
		for range 1 + r.IntN(20) {
			size := units.Bytes(r.IntN(100_000))
			if i%2 == 1 {
				size += g.Packet - size%g.Packet
			}
			posts = append(posts, fabrictest.Post{Route: fabrictest.ChainRoute(len(cables)), Bytes: size})
		}
		want := fabrictest.Play(t, postals, g, posts, 0, nil).Arrivals
		fine := fabrictest.Play(t, packets, g, posts, 0, nil).Arrivals
		for j, a := range fabrictest.Play(t, build, g, posts, 0, nil).Arrivals {
			off, more := a.At.Sub(want[j].At), a.Transit.Queueing()-fine[j].Transit.Queueing()
			if rounding := units.Duration(j + 1); max(off, -off) > bound || i%2 == 1 && max(more, -more) > bound+rounding {
				t.Fatalf("message %d of %+v over %+v: off by %d ps, %+d, packets %+d", j, posts, g.Links, off, a.Transit, fine[j].Transit)
			}
			if i%2 == 1 && off == 0 {
				same++
			}
			if fine[j].Transit.Queueing() > 0 {
				queued++
			}
		}
	}
	if same < 4500 || queued < 4500 {
		t.Fatalf("only %d arrivals are the same, %d have queued", same, queued)
	}
}
