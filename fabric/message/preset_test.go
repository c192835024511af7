package message_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// TestPresets: on every preset and every network, a message alone from rank 0 to another is the same as packets and
// postal.
func TestPresets(t *testing.T) {
	for _, s := range fabrictest.Samples() {
		t.Run(s.Preset+"/"+s.Network, func(t *testing.T) {
			g, _, err := fabric.Build(s)
			if err != nil {
				t.Fatal(err)
			}
			alone(t, g)
		})
	}
}

func alone(t *testing.T, g *fabric.Graph) {
	for _, dst := range fabrictest.Corners(g) {
		for channel := range min(max(g.NICsPerNode, 1), 2) {
			route, err := g.Route(0, dst, channel)
			if err != nil {
				t.Fatal(err)
			}
			if c := (chain{graph: *g, route: route}); !c.clear() {
				t.Errorf("rank 0 to %d: links too alike for an exact comparison", dst)
			}
			for _, size := range []units.Bytes{0, 1, 4096, 4097, 70_001} {
				posts := []fabrictest.Post{{Route: route, Bytes: size}}
				got := fabrictest.Play(t, build, g, posts, 0, nil).Arrivals[0]
				postal := fabrictest.Play(t, buildPostal, g, posts, 0, nil).Arrivals[0]
				packet := fabrictest.Play(t, packets, g, posts, 0, nil).Arrivals[0]
				if got != postal || got != packet {
					t.Fatalf("%d bytes from rank 0 to %d, channel %d:\nmessage %+v\npostal  %+v\npacket  %+v", size, dst, channel, got, postal, packet)
				}
			}
		}
	}
}
