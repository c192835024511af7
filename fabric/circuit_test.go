package fabric

import (
	"fmt"
	"testing"

	"collsim/sim/units"
)

// Where GPUs are joined directly, the rings of one node load every NVLink in proportion to its rate, each way: none is left
// idle and none is in the way. Where switches join them there is one ring.
func TestCircuitsUseAllLinks(t *testing.T) {
	for _, c := range []struct {
		preset string
		rings  int
	}{{"dgx1-v100", 3}, {"hgx-v100", 3}, {"gh200-4", 3}, {"a100-4", 3}, {"hgx-h100", 1}, {"pcie-8", 1}, {"rtx-pcie-4", 1}} {
		g := built(t, Spec{Preset: c.preset, Nodes: 1})
		if len(g.rings) != c.rings {
			t.Errorf("%s: %d rings, not %d: %v", c.preset, len(g.rings), c.rings, g.rings)
		}
		load := make([]units.Rate, len(g.Links)) // rings on a link
		orders := g.Order(2 * c.rings)
		for _, order := range orders {
			for i, src := range order {
				for _, id := range routed(t, g, int(src), int(order[(i+1)%len(order)]), 0) {
					load[id]++
				}
			}
		}
		if c.rings == 1 {
			continue
		}
		share := units.Rate(0) // of a ring
		for id := range g.Links {
			l := &g.Links[id]
			switch {
			case l.Medium != "nvlink":
			case load[id] == 0:
				t.Errorf("%s: no ring of %v takes %s", c.preset, orders, g.LinkName(LinkID(id)))
			case share == 0:
				share = l.Rate / load[id]
			case l.Rate != share*load[id]:
				t.Errorf("%s: %d rings of %v take %s of %v", c.preset, load[id], orders, g.LinkName(LinkID(id)), l.Rate)
			}
		}
	}
}

// With fewer GPUs, and whatever is wired, more rings share the links better than one or there is one.
func TestCircuitsShareNoWorse(t *testing.T) {
	fabrics(t, func(t *testing.T, g *Graph) {
		if g.Nodes > 1 || g.GPUsPerNode < 2 {
			return
		}
		m := g.mesh()
		m.load = make([]int64, len(g.Links))
		m.take(g.rings[0])
		alone := m.fullest()
		for _, ring := range g.rings[1:] {
			m.take(ring)
		}
		if n := int64(len(g.rings)); n > 1 && m.fullest() >= alone*n {
			t.Errorf("%v: %d ps a KiB, one alone %d", g.rings, m.fullest(), alone)
		}
		if again := fmt.Sprint(g.circuits()); again != fmt.Sprint(g.rings) {
			t.Errorf("%v, then %v", g.rings, again)
		}
	})
}
