package fabric

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"collsim/sim/units"
)

// Auto buffers hold rate x (2 x cable + device) and 2 packets, are a power of two, and half of one would not do.
func TestAutoBuffersAreDeepEnough(t *testing.T) {
	fabrics(t, checkBuffers)
	for _, packet := range []units.Bytes{1, 255, 257, 9000, 1 << 20} {
		g, _, err := Build(Spec{Preset: "hgx-h100", Nodes: 2, Network: "rail-optimised", Set: []Setting{{"packet.size", SizeOf(packet)}}})
		if err != nil {
			t.Fatal(err)
		}
		checkBuffers(t, g)
	}
}

func checkBuffers(t *testing.T, g *Graph) {
	if g.Name == "star" {
		return // 64 KiB by decree
	}
	for id := range g.Links {
		l := &g.Links[id]
		loop := big.NewInt(int64(2*l.Latency + g.Devices[l.To].Latency))
		need := new(big.Int).Mul(loop, new(big.Int).SetUint64(uint64(l.Rate))) // bytes x 10^12
		packets := big.NewInt(2 * int64(l.Wire(g.Packet)))
		need.Add(need, packets.Mul(packets, big.NewInt(1e12)))
		have := new(big.Int).Mul(big.NewInt(int64(l.Buffer)), big.NewInt(1e12))
		if have.Cmp(need) < 0 {
			t.Fatalf("%s: %v is below the credit loop", g.LinkName(LinkID(id)), l.Buffer)
		}
		if l.Buffer&(l.Buffer-1) != 0 {
			t.Fatalf("%s: %v is no power of two", g.LinkName(LinkID(id)), l.Buffer)
		}
		if have.Rsh(have, 1).Cmp(need) > 0 && g.Devices[l.To].Kind != Memory { // which takes whatever comes

			t.Fatalf("%s: half of %v would do", g.LinkName(LinkID(id)), l.Buffer)
		}
	}
}

// The buffers of the star, which are not auto, do not bind on an idle fabric either.
func TestStarBuffersCoverTheCreditLoop(t *testing.T) {
	g, _, err := Build(Spec{Preset: "star", Nodes: 2})
	if err != nil {
		t.Fatal(err)
	}
	for id := range g.Links {
		l := &g.Links[id]
		loop := 2*l.Latency + g.Devices[l.To].Latency
		if l.Rate.Over(l.Buffer-2*l.Wire(g.Packet)) < loop {
			t.Errorf("%s: %v", g.LinkName(LinkID(id)), l.Buffer)
		}
	}
}

// Absurd rates and latencies give a buffer that never fills, not an overflow.
func TestAutoBuffersDoNotOverflow(t *testing.T) {
	g, _, err := Build(Spec{Preset: "hgx-h100", Nodes: 2, Set: []Setting{
		{"network.rate", RateOf(fastest)}, {"network.latency", DurationOf(units.Duration(longest))}, {"packet.size", SizeOf(units.Bytes(largest))},
		{"nvlink.frame", SizeOf(1)}, {"nvlink.header", SizeOf(units.Bytes(longestHeader))}}})
	if err != nil {
		t.Fatal(err)
	}
	for id := range g.Links {
		if l := &g.Links[id]; l.Buffer <= 0 {
			t.Errorf("%s: %v", g.LinkName(LinkID(id)), int64(l.Buffer))
		}
	}
}

// What Build makes passes the checks that every Net makes.
func TestLinksPassTheChecksOfNets(t *testing.T) {
	fabrics(t, func(t *testing.T, g *Graph) {
		if err := g.CheckLinks(); err != nil {
			t.Fatal(err)
		}
		for r, gpu := range g.GPUs {
			if d := g.Devices[gpu]; d.Kind != GPU || int(d.Node) != r/g.GPUsPerNode {
				t.Fatalf("rank %d is %v in node %d", r, d.Kind, d.Node)
			}
		}
		for i, nic := range g.NICs {
			if d := g.Devices[nic]; d.Kind != NIC || int(d.Node) != i/g.NICsPerNode {
				t.Fatalf("NIC %d is %v in node %d", i, d.Kind, d.Node)
			}
		}
		seen := map[string]bool{}
		for id := range g.Links {
			name := g.LinkName(LinkID(id))
			if seen[name] {
				t.Fatalf("two links are called %s", name)
			}
			seen[name] = true
		}
	})
}

// Every figure can be set, and what is set arrives.
func TestEveryFigureOfALinkCanBeSet(t *testing.T) {
	values := map[string]Value{"rate": RateOf(7 * gigabyte), "latency": DurationOf(123), "frame": SizeOf(77),
		"header": SizeOf(5), "buffer": SizeOf(1 << 30), "shared": YesNoOf(true), "loss": ProbabilityOf(1e6), "mtu": SizeOf(1500)}
	for _, figure := range linkFigures {
		name, value := "leaf0>node1/gpu0", values[figure]
		g, warnings, err := Build(Spec{Preset: "star", Nodes: 2, Set: []Setting{{name + "." + figure, value}}})
		if err != nil || len(warnings) > 0 {
			t.Fatal(warnings, err)
		}
		changed := 0
		for id := range g.Links {
			if g.Links[id].figure(figure) == value {
				changed++
				if g.LinkName(LinkID(id)) != name {
					t.Errorf("%s: %s changed too", figure, g.LinkName(LinkID(id)))
				}
			}
		}
		if changed != 1 {
			t.Errorf("%s: %d links changed", figure, changed)
		}
	}
}

// Each parameter changes a fabric that has the part, is reported by one that does not, and is reported at its default.
func TestNoSettingIsSilentlyIdle(t *testing.T) {
	for _, p := range Presets() {
		for _, parameter := range Parameters() {
			if d, ok := parameter.Default(p.Name); ok {
				warned(t, p.Name, Setting{parameter.Name, d.Value}, "changed nothing")
			} else {
				warned(t, p.Name, Setting{parameter.Name, sample(parameter)}, "no part that uses")
			}
		}
	}
}

func sample(p Parameter) Value {
	v := Value{Quantity: p.Quantity, Int: p.Least}
	switch p.Quantity {
	case WordQuantity:
		v.Word = p.Words[0]
	case WeightsQuantity:
		v.Word = "1"
	}
	return v
}

func warned(t *testing.T, preset string, s Setting, text string) {
	t.Helper()
	p, _ := FindPreset(preset)
	_, warnings, err := Build(Spec{Preset: preset, Nodes: 2, GPUsPerNode: min(2, p.GPUsPerNode), Set: []Setting{s}})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		if w.Where == "set."+s.Name && strings.Contains(w.Text, text) {
			return
		}
	}
	t.Errorf("%s: %s = %v passes without a word", preset, s.Name, s.Value)
}

// The graph says which network was built, and the user hears of one that was not.
func TestNetworkIsNamed(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
		idle bool
	}{
		{Spec{Preset: "hgx-h100", Nodes: 1}, "", false},
		{Spec{Preset: "hgx-h100", Nodes: 1, Network: "rail-optimised"}, "", true},
		{Spec{Preset: "hgx-h100", Nodes: 2, Network: "rail-optimised"}, "rail-optimised", false},
		{Spec{Preset: "hgx-h100", Nodes: 2}, "switch", false},
		{Spec{Preset: "hgx-h100", Nodes: 16}, "rail-optimised", false},
		{Spec{Preset: "star", Nodes: 1, Network: "switch"}, "switch", false},
	} {
		g, warnings, err := Build(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		idle := slices.Contains(warnings, Remark{"network", "changed nothing: one node needs no network"})
		if g.Network != c.want || idle != c.idle {
			t.Errorf("%+v: network %q, warnings %v", c.spec, g.Network, warnings)
		}
	}
}

func TestProblemsAreAllTold(t *testing.T) {
	_, _, err := Build(Spec{Preset: "nope", Nodes: -1, GPUsPerNode: -2, Network: "none", Set: []Setting{{"x", CountOf(1)}, {"y", CountOf(1)}}})
	var problems Problems
	if !errors.As(err, &problems) || len(problems) != 6 {
		t.Fatalf("%v", err)
	}
	for _, p := range problems {
		if p.Where == "" || p.Text == "" {
			t.Errorf("%+v", p)
		}
	}
}
