package fabric

import (
	"fmt"
	"slices"
	"testing"
)

// NICs that several GPUs share are dealt out: each has one owner while there are enough, each GPU comes to all of its own
// in turn, and the turn of channels is that in which rings enter by these GPUs.
func TestNICsAreDealtOut(t *testing.T) {
	for g := 1; g <= 5; g++ {
		for k := 0; k <= 11; k++ {
			near := make([]int32, k)
			for i := range near {
				near[i] = int32(10 + i)
			}
			all := deal(slices.Repeat([][]int32{near}, g))
			owner := map[int]int{}
			for i := range all {
				for channel := range g * max(k, 1) {
					nic := all[i].own(channel)
					switch {
					case k == 0:
						if nic != -1 {
							t.Fatalf("GPU %d of %d has NIC %d of none", i, g, nic)
						}
						continue
					case k <= g:
						if nic != 10+i%k {
							t.Fatalf("GPU %d of %d has NIC %d of %d", i, g, nic, k)
						}
						continue
					case channel < k && channel%g == i && nic != 10+channel:
						t.Fatalf("ring %d enters by GPU %d of %d, which takes NIC %d of %d", channel, i, g, nic, k)
					}
					if was, ok := owner[nic]; ok && was != i {
						t.Fatalf("NIC %d of %d belongs to GPUs %d and %d of %d", nic, k, was, i, g)
					}
					owner[nic] = i
				}
			}
			if k > g && len(owner) != k {
				t.Errorf("%d GPUs use %d of %d NICs", g, len(owner), k)
			}
		}
	}
}

// A ring stays on the rail of its channel, from node to node and round again, whatever else its GPUs have for their own, and
// so do answers to what it sends; the sketch of very many servers says the same.
func TestRingsKeepTheirRail(t *testing.T) {
	for _, p := range Presets() {
		for _, nics := range []int{0, 1, 2, 3, 6, 8} {
			if p.gpusPerNIC == 0 || p.GPUsPerNode > widest {
				continue
			}
			s := Spec{Preset: p.Name, Nodes: 3, NICs: nics, Network: "switch"}
			g := built(t, s)
			drawn, _, ok := Sketch(s)
			if !ok {
				t.Fatal(p.Name, "cannot be sketched")
			}
			for c, ring := range g.Order(2*g.NICsPerNode + 1) {
				for i, src := range ring {
					dst := ring[(i+1)%len(ring)]
					if int(src)/g.GPUsPerNode == int(dst)/g.GPUsPerNode {
						continue
					}
					route := routed(t, g, int(src), int(dst), c)
					answer := routed(t, g, int(dst), int(src), c)
					want := fmt.Sprintf("nic%d", c%g.NICsPerNode)
					if got := ends(g, route); got != want+" to "+want || ends(g, answer) != got {
						t.Fatalf("%s, %d NICs: channel %d: %s: %s, back %s", p.Name, g.NICsPerNode, c, named(g, route), got, named(g, answer))
					}
					if short := routed(t, drawn, int(src), int(dst), c); ends(drawn, short) != ends(g, route) {
						t.Fatalf("%s, %d NICs: channel %d: %s, drawn %s", p.Name, g.NICsPerNode, c, named(g, route), named(drawn, short))
					}
				}
			}
		}
	}
}

// ends are the NICs by which a route leaves a node and enters another.
func ends(g *Graph, route []LinkID) string {
	var nics []string
	for _, id := range route {
		if d := &g.Devices[g.Links[id].To]; d.Kind == NIC {
			nics = append(nics, d.Name[len("node0/"):])
		}
	}
	return nics[0] + " to " + nics[1]
}

// Whatever is no ring of the channel leaves and enters by NICs of its own GPUs: of all messages between the GPUs of nodes,
// on each channel, every NIC carries as many, but for those of the ring.
func TestOwnNICs(t *testing.T) {
	const nodes = 4
	for _, preset := range []string{"hgx-h100", "hgx-a100", "gh200-4", "dgx1-v100"} {
		g := built(t, Spec{Preset: preset, Nodes: nodes})
		share := g.GPUsPerNode / g.NICsPerNode
		for channel := range 2 * g.NICsPerNode {
			left, entered := make([]int, g.NICsPerNode), make([]int, g.NICsPerNode)
			for src := range g.GPUs {
				for dst := range g.GPUs {
					if src/g.GPUsPerNode == dst/g.GPUsPerNode || g.carried(src, dst, channel) >= 0 {
						continue
					}
					out, in := g.choice(src, channel, false), g.choice(dst, channel, true)
					left[out]++
					entered[in]++
					if got, want := ends(g, routed(t, g, src, dst, channel)), fmt.Sprintf("nic%d to nic%d", out, in); got != want {
						t.Fatalf("%s: %d to %d: %s, not %s", preset, src, dst, got, want)
					}
				}
			}
			most := nodes * (nodes - 1) * g.GPUsPerNode * share
			for nic := range left {
				if left[nic] > most || left[nic] < most-2*nodes || entered[nic] > most || entered[nic] < most-2*nodes {
					t.Errorf("%s, channel %d: NIC %d of a node is left by %d and entered by %d of %d", preset, channel, nic, left[nic], entered[nic], most)
				}
			}
		}
	}
}
