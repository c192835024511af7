package fabric

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"collsim/sim/units"
)

// unwired is the wiring of a graph, with every figure stated.
func unwired(g *Graph, preset string) Wiring {
	w := Wiring{Name: g.Name, Preset: preset}
	for i := range g.Devices {
		d := &g.Devices[i]
		box := WiredDevice{Where: "devices." + d.Name, Name: d.Name, Kind: d.Kind, Node: int(d.Node)}
		if _, err := DeviceParameter(d.Kind, "latency"); err == nil {
			box.Figures = []Setting{{"latency", DurationOf(d.Latency)}, {"queueing", WordOf(d.Queueing.String())}, {"arbitration", WordOf(d.Arbitration.String())}}
		}
		w.Devices = append(w.Devices, box)
	}
	for i := range g.Links {
		l := &g.Links[i]
		cable := WiredLink{Where: "links." + g.LinkName(LinkID(i)), From: g.Devices[l.From].Name, To: g.Devices[l.To].Name, OneWay: true, Medium: l.Medium}
		for _, figure := range linkFigures {
			cable.Figures = append(cable.Figures, Setting{figure, l.figure(figure)})
		}
		w.Links = append(w.Links, cable)
	}
	return w
}

// rewired is a graph built by hand to be like one that is built by name.
func rewired(t *testing.T, g *Graph, preset string) *Graph {
	t.Helper()
	h, _, err := Wired(unwired(g, preset))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A graph that is wired by hand like a preset has its devices, links, ranks and orders, and routes of the same links or
// equally good ones.
func TestWiredLikePresets(t *testing.T) {
	for _, p := range Presets() {
		for _, nodes := range []int{1, 3} {
			if len(p.Name) > 0 && p.GPUsPerNode > 16 && nodes > 1 {
				continue // 144 GPUs: nothing new, and slow
			}
			g, _, err := Build(Spec{Preset: p.Name, Nodes: nodes})
			if err != nil {
				t.Fatal(err)
			}
			h := rewired(t, g, p.Name)
			if !slices.Equal(g.Devices, h.Devices) || !slices.Equal(g.Links, h.Links) {
				t.Errorf("%s: other devices or links", p.Name)
			}
			if !slices.Equal(g.GPUs, h.GPUs) || !slices.Equal(g.NICs, h.NICs) || g.Nodes != h.Nodes || g.GPUsPerNode != h.GPUsPerNode {
				t.Errorf("%s: other ranks or NICs", p.Name)
			}
			if a, b := fmt.Sprint(g.Order(4)), fmt.Sprint(h.Order(4)); a != b {
				t.Errorf("%s: rings %s, wired %s", p.Name, a, b)
			}
			sameRoutes(t, g, h, p.Name)
		}
	}
}

// sameRoutes wants routes over the same links.
func sameRoutes(t *testing.T, g, h *Graph, name string) {
	t.Helper()
	for src := range g.GPUs {
		for dst := range g.GPUs {
			a, errA := g.Route(src, dst, 1)
			b, errB := h.Route(src, dst, 1)
			if errA != nil || errB != nil || !slices.Equal(a, b) {
				t.Fatalf("%s: %d to %d: %v %v, wired by hand %v %v", name, src, dst, a, errA, b, errB)
			}
		}
	}
}

// On leaves and spines the search finds the ways of the rule: what a leaf's ends receive comes down by different spines.
func TestWiredSpreadsOverSpines(t *testing.T) {
	for _, network := range []string{"leaf-spine", "fat-tree", "rail-optimised"} {
		g := made(t, Spec{Preset: "star", Nodes: 16, Network: network}, "switch.ports 8")
		h := rewired(t, g, "star")
		down := map[LinkID]int{}
		for dst := range 4 { // the ends of leaf 0
			route, err := h.Route(12, dst, 0)
			if err != nil {
				t.Fatal(err)
			}
			same, err := g.Route(12, dst, 0)
			if err != nil || !h.equal(route, same) {
				t.Errorf("%s: %v is not as good as %v", network, route, same)
			}
			down[route[len(route)-2]]++
		}
		if network == "leaf-spine" && len(down) != 4 {
			t.Errorf("%s: 4 ends share %d ways down", network, len(down))
		}
		ways, err := h.Ways(12, 0, 0, 64)
		named, wrong := g.Ways(12, 0, 0, 64)
		if err != nil || wrong != nil || len(ways) != len(named) {
			t.Errorf("%s: %d ways, and %d by name: %v %v", network, len(ways), len(named), err, wrong)
		}
	}
}

// Routes without a table of distances are those with one.
func TestFreelyWithoutTable(t *testing.T) {
	g := made(t, Spec{Preset: "hgx-h100", Nodes: 4, Network: "leaf-spine"}, "switch.ports 16")
	h, plain := rewired(t, g, "hgx-h100"), rewired(t, g, "hgx-h100")
	plain.router.(*freely).far = nil
	sameRoutes(t, h, plain, "without a table")
}

func TestWiredRefuses(t *testing.T) {
	gpu := func(name string, node int) WiredDevice {
		return WiredDevice{Where: "devices." + name, Name: name, Kind: GPU, Node: node}
	}
	box := func(name string, k Kind, node int) WiredDevice {
		return WiredDevice{Where: "devices." + name, Name: name, Kind: k, Node: node}
	}
	link := func(a, b string, figures ...Setting) WiredLink {
		return WiredLink{Where: "links." + a + " <-> " + b, From: a, To: b, Figures: figures}
	}
	two := []WiredDevice{gpu("a", 0), gpu("b", 0)}
	for _, c := range []struct {
		w    Wiring
		says string
	}{
		{Wiring{Preset: "hgx", Devices: two, Links: []WiredLink{link("a", "b")}}, `there is no preset "hgx"`},
		{Wiring{Preset: "hgx-h100"}, "there is no GPU"},
		{Wiring{Preset: "hgx-h100", Devices: []WiredDevice{gpu("a", 0), gpu("a", 0)}}, "a stands twice"},
		{Wiring{Preset: "hgx-h100", Devices: []WiredDevice{gpu("a", -1)}}, "a is in no node"},
		{Wiring{Preset: "hgx-h100", Devices: two, Links: []WiredLink{link("a", "c")}}, `there is no device "c"; the nearest is a`},
		{Wiring{Preset: "hgx-h100", Devices: two, Links: []WiredLink{link("a", "a")}}, "a is wired to itself"},
		{Wiring{Preset: "hgx-h100", Devices: two, Links: []WiredLink{link("a", "b"), link("b", "a")}}, "are wired twice"},
		{Wiring{Preset: "hgx-h100", Devices: two}, "rank 0 cannot reach rank 1"},
		{Wiring{Preset: "hgx-h100", Devices: two, Links: []WiredLink{link("a", "b", Setting{"latency", DurationOf(0)})}}, "below the smallest value allowed"},
		{Wiring{Preset: "hgx-h100", Devices: two, Links: []WiredLink{link("a", "b", Setting{"buffer", SizeOf(100)})}}, "a buffer must hold one"},
		{Wiring{Preset: "hgx-h100", Devices: two, Links: []WiredLink{link("a", "b", Setting{"speed", SizeOf(100)})}}, `a link has no "speed"`},
		{Wiring{Preset: "hgx-h100", Devices: two, Links: []WiredLink{{Where: "l", From: "a", To: "b", Medium: "nvlnk"}}}, "the nearest valid word is nvlink"},
		{Wiring{Preset: "pcie-8", Devices: two, Links: []WiredLink{link("a", "b")}}, "rate, latency, frame, header: pcie-8 has no nvlink that would tell"},
		{Wiring{Preset: "hgx-h100", Devices: []WiredDevice{gpu("a", 0), gpu("b", 2)}}, "there is nothing in node 1"},
		{Wiring{Preset: "hgx-h100", Devices: []WiredDevice{gpu("a", 0), gpu("b", 1), gpu("c", 1)}}, "node 1 has 2 GPUs, node 0 has 1"},
		{Wiring{Preset: "hgx-h100", Devices: []WiredDevice{gpu("a", 0), gpu("b", 1), box("n", NIC, 1)}}, "node 1 has 1 NICs, node 0 has 0"},
	} {
		_, _, err := Wired(c.w)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: want %q", err, c.says)
		}
	}
}

// A ring of switches without lanes is taken, for what is refused is a run whose routes go round it.
func TestWiredRingOfSwitchesWaits(t *testing.T) {
	const n = 5
	w := Wiring{Preset: "star"}
	for i := range n {
		w.Devices = append(w.Devices, WiredDevice{Name: fmt.Sprint("gpu", i), Kind: GPU, Node: i}, WiredDevice{Name: fmt.Sprint("sw", i), Kind: Switch, Node: -1})
		w.Links = append(w.Links, WiredLink{From: fmt.Sprint("gpu", i), To: fmt.Sprint("sw", i)}, WiredLink{From: fmt.Sprint("sw", i), To: fmt.Sprint("sw", (i+1)%n)})
	}
	g, _, err := Wired(w)
	if err != nil {
		t.Fatal(err)
	}
	if err := waitsOf(t, g).Circle(); err == nil || !g.Looped() {
		t.Errorf("messages that go two links round a ring of %d cannot wait for one another in a circle: %v", n, err)
	}
}

// The cut between the halves is what the narrowest links add up to.
func TestBisection(t *testing.T) {
	for _, c := range []struct {
		spec     Spec
		settings []string
		want     units.Rate
	}{
		{Spec{Preset: "star", Nodes: 8}, nil, 4 * 50 * gigabyte},
		{Spec{Preset: "star", Nodes: 8}, []string{"nic.rate 10 GB/s"}, 4 * 10 * gigabyte},
		{Spec{Preset: "hgx-h100", Nodes: 4}, nil, 16 * 50 * gigabyte},
		{Spec{Preset: "hgx-h100", Nodes: 1}, nil, 4*450*gigabyte + 22*gigabyte},
		{Spec{Preset: "star", Nodes: 16, Network: "leaf-spine"}, []string{"switch.ports 8", "leaf.nodes 4", "leaf.oversubscription 2"}, 4 * 50 * gigabyte},
	} {
		g := made(t, c.spec, c.settings...)
		if got, ok := g.Bisection(); !ok || got != c.want {
			t.Errorf("%+v %v: %v, not %v", c.spec, c.settings, got, c.want)
		}
	}
	if _, ok := made(t, Spec{Preset: "star", Nodes: 1}).Bisection(); ok {
		t.Error("one rank has two halves")
	}
}
