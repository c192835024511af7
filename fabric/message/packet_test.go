package message_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"

	"github.com/google/go-cmp/cmp"
)

func packets(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
	n, err := packet.New(k, g, s, packet.Options{})
	if err != nil {
		panic(err)
	}
	return n
}

// TestSinglePackets: where every message is one packet, buffers are deep and ports serve the oldest, messages are
// packets: all instants and all breakdowns are the same, whatever the contention.
func TestSinglePackets(t *testing.T) {
	for seed := range uint64(400) {
		g, posts := crowd(seed, 1, rates)
		for i := range g.Links {
			g.Links[i].Buffer = 64 * units.MiB
		}
		for i := range g.Devices {
			g.Devices[i].Arbitration = fabric.OldestFirst
		}
		want := fabrictest.Play(t, packets, g, posts, 0, nil).Arrivals
		got := fabrictest.Play(t, build, g, posts, seed, nil).Arrivals
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("seed %d (-packet +message):\n%s", seed, d)
		}
	}
}

// TestMakespan: a port that many share is busy from the first byte to the last at both levels, so the last message comes
// at the same instant, and no message comes later than the packets of its competitors let it.
func TestMakespan(t *testing.T) {
	for _, k := range []int{2, 7, 32} {
		cable := fabrictest.Cable()
		cable.Buffer = 64 * units.MiB
		g := fabrictest.Star(k+1, cable, fabrictest.Box("hub"))
		var posts []fabrictest.Post
		for i := range k {
			posts = append(posts, fabrictest.Post{Route: fabrictest.StarRoute(i, k), Bytes: 100_000})
		}
		fine := fabrictest.Play(t, packets, g, posts, 0, nil).Arrivals
		coarse := fabrictest.Play(t, build, g, posts, 0, nil).Arrivals
		for i := range posts {
			if coarse[i].At > fine[i].At {
				t.Errorf("%d senders: message %d comes %v later than its packets", k, i, coarse[i].At.Sub(fine[i].At))
			}
		}
		if got, want := coarse[k-1].At, fine[k-1].At; got != want {
			t.Errorf("%d senders: the last message comes at %v, its packets at %v", k, got, want)
		}
	}
}
