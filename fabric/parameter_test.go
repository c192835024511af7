package fabric

import (
	"strings"
	"testing"

	"collsim/sim/units"
)

// Each parameter says what it is, where its default comes from, and how far that may be off.
func TestParametersAreDocumented(t *testing.T) {
	last := ""
	for _, p := range Parameters() {
		if p.Name <= last {
			t.Errorf("%s comes after %s", p.Name, last)
		}
		last = p.Name
		if sentences(p.Doc) < 2 {
			t.Errorf("%s: two sentences are needed: %q", p.Name, p.Doc)
		}
		if len(p.Defaults) == 0 {
			t.Errorf("%s has no default", p.Name)
		}
		for _, d := range p.Defaults {
			if d.Source == "" || d.Uncertainty == "" {
				t.Errorf("%s in %q: no source or no uncertainty", p.Name, d.Preset)
			}
			if text := p.problem(d.Value); text != "" {
				t.Errorf("%s in %q: %v %s", p.Name, d.Preset, d.Value, text)
			}
			if back, err := p.Parse(d.Value.String()); err != nil || back != d.Value {
				t.Errorf("%s: %v is read as %v (%v)", p.Name, d.Value, back, err)
			}
		}
		if p.Quantity == CountQuantity && p.Unit == "" {
			t.Errorf("%s counts what?", p.Name)
		}
	}
}

func TestPresetsAndNetworksAreDocumented(t *testing.T) {
	for _, p := range Presets() {
		if sentences(p.Doc) < 2 || p.Drawing == "" || strings.Contains(p.Drawing, "\n") || p.Nodes < 1 || p.GPUsPerNode < 1 {
			t.Errorf("%+v", p)
		}
		if _, ok := FindNetwork(p.LargeScale); !ok {
			t.Errorf("%s: no network %s", p.Name, p.LargeScale)
		}
	}
	for _, n := range Networks() {
		if sentences(n.Doc) < 2 || n.Drawing == "" || strings.Contains(n.Drawing, "\n") {
			t.Errorf("%+v", n)
		}
	}
}

func sentences(text string) int { return strings.Count(text+" ", ". ") }

func TestParametersAreFoundByNameAndAlias(t *testing.T) {
	for _, name := range []string{"network.rate", "nic.rate"} {
		p, err := ParameterOf(name)
		if err != nil || p.Name != "network.rate" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	p, err := ParameterOf("node0/nic0>leaf0.latency")
	if err != nil || p.Quantity != DurationQuantity || p.Least != 1 || p.Name != "node0/nic0>leaf0.latency" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, ok := Find(Parameters(), ""); ok {
		t.Errorf("no name finds %s", p.Name)
	}
}

func TestValuesAreReadAsWritten(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Value
	}{
		{"nic.rate", "400 Gb/s", RateOf(50 * gigabyte)},
		{"pcie.latency", "1.5 us", DurationOf(1500 * ns)},
		{"network.buffer", "64 KiB", SizeOf(64 * units.KiB)},
		{"network.buffer", " auto ", Value{Quantity: SizeQuantity, Int: Auto}},
		{"leaf.nodes", "auto", Value{Quantity: CountQuantity, Int: Auto}},
		{"leaf.nodes", "12", CountOf(12)},
		{"switch.queueing", "input", WordOf("input")},
		{"trunk.shared", "yes", YesNoOf(true)},
		{"node0/gpu0>leaf0.frame", "256 B", SizeOf(256)},
	} {
		p, err := ParameterOf(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Parse(c.text); err != nil || got != c.want {
			t.Errorf("%s: %s is read as %v (%v)", c.name, c.text, got, err)
		}
	}
	for _, c := range []struct{ name, text string }{
		{"nic.rate", "400"}, {"nic.rate", "0 B/s"}, {"nic.rate", "auto"}, {"nic.rate", "10000000000 GB/s"}, {"pcie.latency", "0 ns"},
		{"leaf.nodes", "0"}, {"leaf.nodes", "-1"}, {"leaf.nodes", "1.5"}, {"trunk.shared", "maybe"}, {"trunk.shared", "auto"},
		{"switch.queueing", "auto"}, {"node0/gpu0>leaf0.buffer", "auto"}, {"leaf.oversubscription", "1048577"},
	} {
		p, err := ParameterOf(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Parse(c.text); err == nil {
			t.Errorf("%s: %s is read as %v", c.name, c.text, got)
		}
	}
}
