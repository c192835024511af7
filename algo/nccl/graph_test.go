package nccl

import (
	"testing"

	"collsim/sim/units"
)

const gbps = units.Rate(1e9)

// found says what a search found: channels, rates of one in a node and across, in GB/s.
type found struct {
	channels     int
	intra, inter units.Rate
}

func (g Graph) found() found { return found{g.Channels, g.Intra / gbps, g.Inter / gbps} }

// TestSearch: graphs as NCCL's logs print them ("Pattern 4, crossNic 0, nChannels 12, bw 30.0/30.0") or as its search must
// find them; the source stands with each.
func TestSearch(t *testing.T) {
	mesh := func(s System) System { s.Wires = Meshed; return s }
	h20 := hgx("h100", 2, 2, 50e9)
	for _, c := range []struct {
		name             string
		s                System
		version          string
		ring, tree, nvls found
		channels         int // coll channels
	}{
		{"NVIDIA/nccl#1197, H100", hgx("h100", 8, 1, 0), "2.19.4", found{12, 30, 30}, found{12, 30, 30}, found{8, 40, 60}, 24},
		{"2 A100 on NVSwitches, a public log", hgx("a100", 2, 1, 0), "2.21.5", found{12, 20, 20}, found{12, 40, 40}, found{}, 24},
		{"HGX A100", hgx("a100", 8, 1, 0), "2.21.5", found{12, 20, 20}, found{12, 20, 20}, found{}, 24},
		{"HGX B200", hgx("b200", 8, 1, 0), "2.29.2", found{16, 45, 45}, found{16, 50, 50}, found{8, 80, 90}, 32},
		{"2 HGX H100 with 8 x 400 Gb/s, a public log of 2.29", hgx("h100", 8, 2, 50e9), "2.29.2", found{8, 48, 48}, found{8, 48, 48}, found{8, 40, 48}, 16},
		{"the same before rings could swap NICs", hgx("h100", 8, 2, 50e9), "2.18.5", found{8, 45, 45}, found{8, 48, 48}, found{8, 40, 48}, 16},
		{"2 DGX A100 with 8 x 200 Gb/s", hgx("a100", 8, 2, 25e9), "2.21.5", found{8, 24, 24}, found{8, 30, 24}, found{}, 16},
		{"NVIDIA/nccl#1189, 2 nodes of 2 H20 and 2 NICs", h20, "2.19.3", found{4, 24, 24}, found{4, 48, 24}, found{2, 48, 48}, 8},
		{"one GPU and NIC a node, a public log", hgx("a100", 1, 2, 25e9), "2.21.5", found{1, 24, 24}, found{1, 48, 24}, found{}, 2},
		{"4 GH200", mesh(hgx("gh200", 4, 1, 0)), "2.23.4", found{12, 30, 30}, found{12, 40, 40}, found{}, 24},
		{"4 A100 all joined, 2 x 200 Gb/s", System{Ranks: 8, Nodes: 2, GPU: GPU{80, 12, 24e9}, Wires: Meshed, NICs: 2, NICRate: 25e9}, "2.21.5", found{2, 24, 24}, found{2, 48, 24}, found{}, 4},
		{"4 RTX PRO 6000", System{Ranks: 4, GPU: GPU{120, 0, 48e9}, Wires: PCIe, CPU: AMD}, "2.28.3", found{2, 24, 24}, found{2, 30, 30}, found{}, 4},
	} {
		x := tune(t, c.s, c.version)
		g := &x.Graphs
		if got := g.Ring.found(); got != c.ring {
			t.Errorf("%s: ring %v, not %v", c.name, got, c.ring)
		}
		if got := g.Tree.found(); got != c.tree {
			t.Errorf("%s: tree %v, not %v", c.name, got, c.tree)
		}
		if got := g.NVLS.found(); got != c.nvls {
			t.Errorf("%s: NVLS %v, not %v", c.name, got, c.nvls)
		}
		if x.Channels != c.channels {
			t.Errorf("%s: %d channels, not %d", c.name, x.Channels, c.channels)
		}
	}
}

// TestPeers: how many channels serve a peer (NVIDIA/nccl#1189: "8 p2p channels, 2 p2p channels per peer"; #1272: of nodes of
// 4 GH200, 8 nodes have fewer a peer from 2.20 on, 4 nodes have not, which says that there are 8 in all).
func TestPeers(t *testing.T) {
	for _, c := range []struct {
		s           System
		version     string
		all, aPeer  int
		peersAtOnce int
	}{
		{hgx("h100", 2, 2, 50e9), "2.19.3", 8, 2, 4},
		{alps(4), "2.20.5", 8, 2, 16},
		{alps(8), "2.20.5", 8, 1, 32},
		{alps(8), "2.18.6", 8, 2, 32},
		{alps(8), "2.19.4", 32, 2, 32}, // 24 channels: see TestRingsBetweenCPUs
		{hgx("h100", 8, 1, 0), "2.29.2", 32, 32, 8},
		{hgx("h100", 8, 2, 50e9), "2.29.2", 16, 4, 16},
		{hgx("h100", 8, 10, 50e9), "2.29.2", 16, 1, 80},
	} {
		x := tune(t, c.s, c.version)
		if x.P2PChannels != c.all || x.PerPeer != c.aPeer {
			t.Errorf("%d ranks on %d nodes: %d p2p channels, %d a peer; not %d, %d", c.s.Ranks, c.s.Nodes, x.P2PChannels, x.PerPeer, c.all, c.aPeer)
		}
		if g := x.group("all_to_all", units.MiB); g.Peers != c.peersAtOnce {
			t.Errorf("%d ranks on %d nodes: %d peers at once, not %d", c.s.Ranks, c.s.Nodes, g.Peers, c.peersAtOnce)
		}
	}
}

// TestRingsBetweenCPUs: where every GPU of a node has a CPU and a NIC of its own, a ring that has to come back to its NIC crosses
// from CPU to CPU, which NCCL takes for 6 GB/s between those of Arm: 3 CPUs send into each NIC's, a ring each.
func TestRingsBetweenCPUs(t *testing.T) {
	for _, c := range []struct {
		name, version string
		env           []string
		ring, tree    found
		channels      int
	}{
		{"rings come back", "2.23.4", []string{"NCCL_CROSS_NIC=0"}, found{12, 6, 6}, found{12, 12, 6}, 24},
		{"GPUs relay for one another over chip-to-chip links from 2.28 on", "2.28.3", []string{"NCCL_CROSS_NIC=0"}, found{4, 24, 24}, found{4, 48, 24}, 8},
		{"pairs of rings swap their NICs", "2.23.4", nil, found{4, 24, 24}, found{4, 48, 24}, 8},
		{"2.19 does not try other NICs though it may", "2.19.4", nil, found{12, 6, 6}, found{12, 12, 6}, 24},
		{"2.18 does", "2.18.6", nil, found{4, 24, 24}, found{4, 48, 24}, 8},
	} {
		x := tune(t, alps(2), c.version, c.env...)
		if r, tree := x.Graphs.Ring.found(), x.Graphs.Tree.found(); r != c.ring || tree != c.tree || x.Channels != c.channels {
			t.Errorf("%s: ring %v, tree %v, %d channels; want %v, %v, %d", c.name, r, tree, x.Channels, c.ring, c.tree, c.channels)
		}
	}
}
