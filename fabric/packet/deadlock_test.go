package packet_test

import (
	"errors"
	"testing"

	"collsim/fabric"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// crowd builds a fabric with shallow buffers on which every rank sends to every other at once, and returns what the check
// says before and what is stuck after.
func crowd(t *testing.T, s fabric.Spec, spoil func(*fabric.Graph)) (before, after error) {
	t.Helper()
	g, _, err := fabric.Build(s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Links {
		g.Links[i].Buffer = g.Links[i].Wire(g.Packet)
	}
	spoil(g)
	k := sim.New(sim.Options{})
	n, err := packet.New(k, g, quiet{}, packet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var paths []fabric.PathID
	ranks := len(g.GPUs)
	for i := range ranks - 1 { // everybody starts with the rank three ahead
		for src := range ranks {
			route, err := g.Route(src, (src+1+(i+2)%(ranks-1))%ranks, i)
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, n.Path(route))
		}
	}
	before = n.Deadlock()
	for _, path := range paths {
		n.Send(fabric.Message{Path: path, Bytes: 64 * units.KiB})
	}
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	return before, n.Settled()
}

// With buffers of one packet and all ranks sending to all, every message arrives where lanes are changed, and where they
// are not packets do get stuck, as the check says.
func TestLanesKeepMessagesMoving(t *testing.T) {
	for _, s := range []fabric.Spec{
		{Preset: "star", Nodes: 16, Network: "torus-2d"},
		{Preset: "star", Nodes: 27, Network: "torus-3d", Set: []fabric.Setting{{Name: "torus.x", Value: fabric.CountOf(5)}}},
		{Preset: "pcie-8", Nodes: 4},
		{Preset: "star", Nodes: 36, Network: "dragonfly", Set: []fabric.Setting{{Name: "switch.ports", Value: fabric.CountOf(8)}}},
	} {
		before, after := crowd(t, s, func(*fabric.Graph) {})
		if before != nil || after != nil {
			t.Errorf("%s on %s: %v; %v", s.Preset, s.Network, before, after)
		}
	}
	ring := []fabric.Setting{{Name: "torus.x", Value: fabric.CountOf(8)}}
	before, after := crowd(t, fabric.Spec{Preset: "star", Nodes: 8, Network: "torus-2d", Set: ring}, func(g *fabric.Graph) { g.Escapes = 1 })
	var e *fabric.Deadlock
	if !errors.As(before, &e) || after == nil {
		t.Errorf("without lanes: %v; %v", before, after)
	}
}
