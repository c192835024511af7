package message_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// TestPresets: on every preset and network, a message alone from rank 0 to any other is the same as packets and postal.
func TestPresets(t *testing.T) {
	var specs []fabric.Spec
	for _, p := range fabric.Presets() {
		for _, n := range fabric.Networks() {
			specs = append(specs, fabric.Spec{Preset: p.Name, Nodes: 3, Network: n.Name})
		}
	}
	built := 0
	for _, s := range specs {
		g, _, err := fabric.Build(s)
		if err != nil {
			t.Logf("%+v: %v", s, err) // not every preset has every network
			continue
		}
		built++
		t.Run(s.Preset+"/"+s.Network, func(t *testing.T) { alone(t, g) })
	}
	if built < len(fabric.Presets()) {
		t.Fatalf("only %d of %d fabrics could be built", built, len(specs))
	}
}

func alone(t *testing.T, g *fabric.Graph) {
	for dst := 1; dst < len(g.GPUs); dst++ {
		for channel := range max(g.NICsPerNode, 1) {
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
