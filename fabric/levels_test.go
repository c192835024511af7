package fabric

import (
	"slices"
	"testing"

	"collsim/sim/units"
)

// Every level cuts the ranks into equal parts, and its egress is that of the best part, counted link by link.
func TestLevelsAreEqualParts(t *testing.T) {
	fabrics(t, func(t *testing.T, g *Graph) {
		for _, l := range g.Levels() {
			if l.Parts < 2 || len(g.GPUs)%l.Parts != 0 || l.Egress == 0 {
				t.Errorf("%+v of %d ranks", l, len(g.GPUs))
			}
		}
	})
	for name, level := range map[string]string{"switch": "", "leaf-spine": "leaf", "rail-optimised": "pod", "fat-tree": "leaf"} {
		g, _, err := Build(Spec{Preset: "hgx-a100", Nodes: 6, Network: name,
			Set: []Setting{{"leaf.nodes", CountOf(2)}, {"pod.nodes", CountOf(2)}, {"leaf.oversubscription", CountOf(2)}}})
		if err != nil {
			t.Fatal(err)
		}
		levels := g.Levels()
		var node units.Rate
		for i := range g.Nodes {
			node = max(node, egressOfNode(g, i))
		}
		if levels[2] != (Level{"node", 6, node, node}) || node != 8*25*gigabyte {
			t.Errorf("%s: %+v, nodes send %v", name, levels, node)
		}
		if rank := alike("rank", 48, egress(g, func(d DeviceID) bool { return d == g.GPUs[5] })); levels[0] != rank {
			t.Errorf("%s: %+v, want %+v", name, levels[0], rank)
		}
		// A socket has 4 GPUs with 300 GB/s of NVLink, 4 NICs and a way to the other socket.
		if socket := alike("socket", 12, (4*300+4*25+16)*gigabyte); levels[1] != socket {
			t.Errorf("%s: %+v, want %+v", name, levels[1], socket)
		}
		// Half of the 16 ends that two nodes have goes up.
		if up := alike(level, 3, 8*25*gigabyte); level != "" && levels[3] != up {
			t.Errorf("%s: %+v, want %+v", name, levels[3], up)
		}
		if level == "" && len(levels) != 3 {
			t.Errorf("%+v", levels)
		}
	}
}

// Sockets are counted from what is wired: gpus[i] is the CPU of the i-th GPU of each of two nodes.
func TestSocketsOfAnyShape(t *testing.T) {
	for _, c := range []struct {
		gpus  []int
		parts int // 0 = no level
	}{
		{[]int{0, 0, 0, 1, 1, 1}, 4},
		{[]int{0, 0, 1, 1, 2, 2, 3, 3}, 8},
		{[]int{0, 1}, 4},
		{[]int{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, 4},
		{[]int{0, 0, 0, 0, 0, 0, 0, 0}, 0}, // the socket is the node
		{[]int{0, 0, 0, 0, 1, 1}, 0},       // unequal
		{[]int{0, 1, 0, 1}, 0},             // ranks of a part must follow each other
		{[]int{1, 1}, 0},                   // a CPU without GPUs
	} {
		g := socketed(2, c.gpus)
		(&builder{graph: g}).sockets()
		got := Level{}
		for _, l := range g.Levels() {
			if l.Name == "socket" {
				got = l
			}
		}
		want := Level{}
		if c.parts > 0 {
			want = alike("socket", c.parts, gigabyte) // the link to the CPU beside it
		}
		if got != want {
			t.Errorf("%v: %+v, want %+v", c.gpus, got, want)
		}
	}
}

// socketed wires nodes whose GPUs hang on CPUs, which are joined by twos.
func socketed(nodes int, gpus []int) *Graph {
	g := &Graph{Nodes: nodes, GPUsPerNode: len(gpus)}
	for node := range nodes {
		var cpus []DeviceID
		for i := range slices.Max(gpus) + 1 {
			cpus = append(cpus, g.AddDevice(Device{Kind: CPU, Node: int32(node)}))
			if i%2 == 1 {
				g.Wire(cpus[i-1], cpus[i], Link{Medium: "socket", Rate: gigabyte, Latency: 1})
			}
		}
		for _, cpu := range gpus {
			gpu := g.AddDevice(Device{Kind: GPU, Node: int32(node)})
			g.GPUs = append(g.GPUs, gpu)
			g.Wire(gpu, cpus[cpu], Link{Medium: "pcie", Rate: gigabyte, Latency: 1})
		}
	}
	return g
}

// alike is a level whose parts receive as fast as they send.
func alike(name string, parts int, rate units.Rate) Level { return Level{name, parts, rate, rate} }

// egress is the sum of the rates of the links that leave a part and are up.
func egress(g *Graph, within func(DeviceID) bool) units.Rate {
	var sum units.Rate
	for i := range g.Links {
		if l := &g.Links[i]; !l.Down && within(l.From) && !within(l.To) {
			sum += l.Rate
		}
	}
	return sum
}

func egressOfNode(g *Graph, node int) units.Rate {
	return egress(g, func(d DeviceID) bool { return g.Devices[d].Node == int32(node) })
}

// Links that are down send nothing; the best part that is left counts.
func TestLevelsLeaveDownLinksOut(t *testing.T) {
	down := []string{"node0/nic0>leaf0", "node1/nic0>leaf0", "node1/nic1>leaf0"}
	g, _, err := Build(Spec{Preset: "hgx-h100", Nodes: 2, Down: down})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := egressOfNode(g, 0), egressOfNode(g, 1); a != 350*gigabyte || b != 300*gigabyte {
		t.Errorf("%v and %v", a, b)
	}
	if l := g.Levels()[2]; l.Egress != 350*gigabyte || l.Ingress != 400*gigabyte {
		t.Errorf("%+v", l)
	}
}

// The levels of every network are its equal groups, and their egress is what leaves them, counted link by link from the
// nodes of a part and the switches that only they are behind.
func TestLevelsOfNetworks(t *testing.T) {
	const host = 50 * gigabyte
	for _, c := range []struct {
		network string
		nodes   int
		set     []string
		want    []Level // beside rank
	}{
		{"fat-tree", 16, []string{"switch.ports 4"}, []Level{alike("leaf", 8, 2*host), alike("pod", 4, 4*host)}},
		{"fat-tree", 16, []string{"switch.ports 4", "leaf.oversubscription 2"}, []Level{alike("leaf", 8, host), alike("pod", 4, 2*host)}},
		{"dragonfly", 72, []string{"switch.ports 8"}, []Level{alike("leaf", 36, 5*host), alike("group", 9, 8*host)}},
		{"torus-2d", 16, nil, []Level{alike("plane", 4, 8*host), alike("half", 2, 8*host)}},
		{"torus-2d", 8, nil, []Level{alike("plane", 4, 4*host), alike("half", 2, 4*host)}},
		{"torus-3d", 26, nil, nil}, // one switch is spare
		{"rail-only", 8, nil, nil},
	} {
		g := made(t, Spec{Preset: "star", Nodes: c.nodes, Network: c.network}, c.set...)
		var got []Level
		for _, l := range g.Levels() {
			if l.Name != "rank" && l.Name != "node" {
				got = append(got, l)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %d: %+v, want %+v", c.network, c.nodes, got, c.want)
		}
	}
}
