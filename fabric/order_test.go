package fabric

import (
	"fmt"
	"slices"
	"testing"
)

// fabrics builds every preset on 1, 2 and 3 nodes, full and with fewer GPUs a node.
func fabrics(t *testing.T, test func(t *testing.T, g *Graph)) {
	for _, p := range Presets() {
		for nodes := 1; nodes <= 3; nodes++ {
			for _, gpus := range []int{1, 2, 3, 5, 8} {
				if gpus > p.GPUsPerNode {
					break
				}
				t.Run(fmt.Sprintf("%s/%dx%d", p.Name, nodes, gpus), func(t *testing.T) {
					g, _, err := Build(Spec{Preset: p.Name, Nodes: nodes, GPUsPerNode: gpus})
					if err != nil {
						t.Fatal(err)
					}
					test(t, g)
				})
			}
		}
	}
}

func TestOrderHoldsEveryRankOnce(t *testing.T) {
	fabrics(t, func(t *testing.T, g *Graph) {
		for c, order := range g.Order(2*g.NICsPerNode + 1) {
			sorted := slices.Sorted(slices.Values(order))
			for r, rank := range sorted {
				if int(rank) != r {
					t.Fatalf("channel %d: %v is no permutation", c, order)
				}
			}
			for i, rank := range order {
				if int(rank)/g.GPUsPerNode != i/g.GPUsPerNode {
					t.Fatalf("channel %d: %v does not go node by node", c, order)
				}
			}
		}
	})
}

// On a full server channel c meets the network beside NIC c, going in and coming out.
func TestOrderEntersAndLeavesBesideTheNIC(t *testing.T) {
	for _, preset := range []string{"hgx-h100", "hgx-a100", "dgx1-v100", "pcie-8"} {
		g, _, err := Build(Spec{Preset: preset, Nodes: 3})
		if err != nil {
			t.Fatal(err)
		}
		for c, order := range g.Order(2 * g.NICsPerNode) {
			for i := range g.Nodes {
				enter, leave := order[i*g.GPUsPerNode], order[(i+1)*g.GPUsPerNode-1]
				nic := g.NICs[i*g.NICsPerNode+c%g.NICsPerNode]
				if enter == leave {
					t.Errorf("%s channel %d enters and leaves node %d at rank %d", preset, c, i, enter)
				}
				for _, rank := range []int32{enter, leave} {
					if n := len(g.walk(g.GPUs[rank], nic, nil)); n != 2 {
						t.Errorf("%s channel %d: rank %d is %d links from %s", preset, c, rank, n, g.Devices[nic].Name)
					}
				}
				next := order[(i+1)*g.GPUsPerNode%len(order)]
				route, err := g.Route(int(leave), int(next), c)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(route, func(id LinkID) bool { return g.Links[id].From == nic }) {
					t.Errorf("%s channel %d leaves node %d by %s, not by %s", preset, c, i, named(g, route), g.Devices[nic].Name)
				}
			}
		}
	}
}

// The head of every channel stands beside its NIC, also where channels outnumber NICs and the nearest GPU is one alone: with
// 16 channels on 4 GH200 one NIC once had the trees of four.
func TestHeadsOfCopiesStandBesideTheirNICs(t *testing.T) {
	g, _, err := Build(Spec{Preset: "gh200-4", Nodes: 2})
	if err != nil {
		t.Fatal(err)
	}
	for c, order := range g.Order(4 * g.NICsPerNode) {
		if want := int32(c % g.NICsPerNode); order[0] != want || order[g.GPUsPerNode] != want+int32(g.GPUsPerNode) {
			t.Errorf("channel %d: %v, not from rank %d and %d on", c, order, want, want+int32(g.GPUsPerNode))
		}
	}
}

func TestOrderOfTheStarIsIdentity(t *testing.T) {
	g, _, err := Build(Spec{Preset: "star", Nodes: 13})
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range g.Order(3) {
		for i, rank := range order {
			if int(rank) != i {
				t.Fatalf("%v", order)
			}
		}
	}
}

// On the cube mesh neighbours inside a node are joined by NVLink; on one node the first ring and its reverse close over
// doubled links only.
func TestOrderOfTheCubeMeshFollowsNVLink(t *testing.T) {
	for nodes := 1; nodes <= 2; nodes++ {
		g, _, err := Build(Spec{Preset: "dgx1-v100", Nodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		for c, order := range g.Order(2 * g.NICsPerNode) {
			for i := range order {
				a, b := order[i], order[(i+1)%len(order)]
				if nodes > 1 && (i+1)%g.GPUsPerNode == 0 {
					continue
				}
				link := g.between(g.GPUs[a], g.GPUs[b])
				if link < 0 {
					t.Fatalf("%d nodes, channel %d: %v: no NVLink from %d to %d", nodes, c, order, a, b)
				}
				if nodes == 1 && c < 2 && g.Links[link].Rate != 50*gigabyte {
					t.Errorf("channel %d goes from %d to %d over a single link", c, a, b)
				}
			}
		}
	}
}

// A ring that passes through both sockets must cross between them twice; more would be waste.
func TestOrderCrossesTheSocketsTwice(t *testing.T) {
	g, _, err := Build(Spec{Preset: "pcie-8", Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	order, crossings, neighbours := g.Order(1)[0], 0, 0
	for i := range order {
		a, b := order[i], order[(i+1)%len(order)]
		if a/4 != b/4 {
			crossings++
		}
		if a/2 == b/2 {
			neighbours++
		}
	}
	if crossings != 2 || neighbours != 4 {
		t.Errorf("%v: %d crossings, %d hops inside a PCIe switch; 2 and 4 are possible", order, crossings, neighbours)
	}
}

// The search by subsets finds what trying every order finds.
func TestChainIsCheapest(t *testing.T) {
	fabrics(t, func(t *testing.T, g *Graph) {
		costs := g.mesh().costs()
		for enter := range costs {
			for leave := -1; leave < len(costs); leave++ {
				if leave == enter && len(costs) > 1 || len(costs) > 6 {
					continue
				}
				ring := chain(costs, enter, leave)
				if got, want := price(costs, ring, leave < 0), cheapest(costs, enter, leave); got != want {
					t.Fatalf("%d to %d: %v costs %d, the best %d", enter, leave, ring, got, want)
				}
			}
		}
	})
}

func price(costs [][]int64, ring []int32, closed bool) int64 {
	var sum int64
	for i := 1; i < len(ring); i++ {
		sum += costs[ring[i-1]][ring[i]]
	}
	if closed {
		sum += costs[ring[len(ring)-1]][ring[0]]
	}
	return sum
}

// cheapest tries every order of the GPUs.
func cheapest(costs [][]int64, enter, leave int) int64 {
	best := int64(1 << 62)
	ring := []int32{int32(enter)}
	var extend func()
	extend = func() {
		if len(ring) == len(costs) {
			if leave < 0 || int(ring[len(ring)-1]) == leave {
				best = min(best, price(costs, ring, leave < 0))
			}
			return
		}
		for next := range costs {
			if !slices.Contains(ring, int32(next)) {
				ring = append(ring, int32(next))
				extend()
				ring = ring[:len(ring)-1]
			}
		}
	}
	extend()
	return best
}

// Above the width of the search the GPUs come by index, still from door to door.
func TestWideNodesGoByIndex(t *testing.T) {
	costs := make([][]int64, widest+2)
	for i := range costs {
		costs[i] = make([]int64, len(costs))
	}
	ring := chain(costs, 3, 5)
	if len(ring) != len(costs) || ring[0] != 3 || ring[1] != 4 || ring[2] != 6 || ring[len(ring)-1] != 5 {
		t.Errorf("%v", ring)
	}
	if ring := chain(costs, 0, -1); len(ring) != len(costs) || ring[1] != 1 {
		t.Errorf("%v", ring)
	}
}

// What the user degrades or cuts does not move the ring.
func TestOrderIsThatOfTheFabricAsBuilt(t *testing.T) {
	whole, _, err := Build(Spec{Preset: "dgx1-v100", Nodes: 2})
	if err != nil {
		t.Fatal(err)
	}
	hurt, _, err := Build(Spec{Preset: "dgx1-v100", Nodes: 2, Down: []string{"node0/gpu0>node0/gpu3"},
		Set: []Setting{{"node0/gpu3>node0/gpu2.rate", RateOf(1 * gigabyte)}}})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := whole.Order(4), hurt.Order(4); fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%v\n%v", a, b)
	}
}
