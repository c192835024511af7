package fabric

import (
	"slices"
	"testing"
)

// A message passes the engine that reads its sender's memory and the one that writes its receiver's, whatever lies
// between, and nothing else changes.
func TestMessagesPassTheEnginesOfTheirEnds(t *testing.T) {
	for _, preset := range []string{"star", "pcie-8", "gh200-4"} {
		plain := made(t, Spec{Preset: preset, Nodes: 3, Network: "leaf-spine"})
		g := made(t, Spec{Preset: preset, Nodes: 3, Network: "leaf-spine"}, "gpu.copy-rate 100GB/s")
		w := g.Waits()
		for src := range g.GPUs {
			for dst := range g.GPUs {
				route, err := g.Route(src, dst, 1)
				way, _ := plain.Route(src, dst, 1)
				if err != nil || src == dst {
					if len(route) > 0 || err != nil {
						t.Errorf("%s, %d to %d: %s (%v)", preset, src, dst, named(g, route), err)
					}
					continue
				}
				out, _, _ := g.Engines(src)
				_, in, _ := g.Engines(dst)
				n := len(route)
				if g.CheckRoute(route) != nil || route[1] != out || route[n-2] != in || named(g, route[2:n-2]) != named(plain, way) {
					t.Errorf("%s, %d to %d: %s, without engines %s (%v)", preset, src, dst, named(g, route), named(plain, way), g.CheckRoute(route))
				}
				ways, err := g.Ways(src, dst, 1, 8)
				if err != nil || !slices.Equal(ways[0], route) {
					t.Errorf("%s, %d to %d: ways %v (%v)", preset, src, dst, ways, err)
				}
				w.Add(route)
			}
		}
		if err := w.Circle(); err != nil {
			t.Errorf("%s: %v", preset, err)
		}
		for i, l := range g.Levels() {
			if l != plain.Levels()[i] {
				t.Errorf("%s: level %v, without engines %v", preset, l, plain.Levels()[i])
			}
		}
	}
}

func TestEnginesAreNotForRelays(t *testing.T) {
	_, _, err := Build(Spec{Preset: "hgx-h100", Nodes: 2, Network: "rail-optimised", Set: []Setting{
		{"gpu.copy-rate", RateOf(gigabyte)}, {"routing.pxn", WordOf("on")}}})
	if err == nil {
		t.Error("no error")
	}
	if _, _, ok := made(t, Spec{Preset: "star", Nodes: 2}).Engines(0); ok {
		t.Error("engines without a rate")
	}
}
