package fabric

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/units"
)

// Every transport can be had over every server with NICs, and every figure of it arrives; whatever is inside the server
// stays as it was.
func TestTransports(t *testing.T) {
	for _, p := range Presets() {
		if p.gpusPerNIC == 0 {
			continue
		}
		two := Spec{Preset: p.Name, Nodes: 2, Network: "leaf-spine", Set: []Setting{{"leaf.nodes", CountOf(1)}}}
		plain := built(t, two)
		for _, of := range Transports() {
			two.Transport, two.NICs = of.Name, plain.NICsPerNode*of.bundle()
			g := built(t, two)
			if g.NICsPerNode != plain.NICsPerNode || len(g.Links) != len(plain.Links) {
				t.Fatalf("%s over %s: %d NICs a node and %d links, not %d and %d", of.Name, p.Name, g.NICsPerNode, len(g.Links), plain.NICsPerNode, len(plain.Links))
			}
			for id := range g.Links {
				l, was := g.Links[id], plain.Links[id]
				if m := l.Medium; m == "network" || m == "trunk" {
					was.Rate = units.Rate(of.bundle()) * units.Rate(of.says(t, m+".rate").Int)
					was.Latency = units.Duration(of.says(t, m+".latency").Int)
					was.Frame, was.Header = units.Bytes(of.says(t, m+".frame").Int), units.Bytes(of.says(t, m+".header").Int)
				}
				was.Buffer = l.Buffer // goes by the device behind
				if diff := cmp.Diff(was, l); diff != "" {
					t.Fatalf("%s over %s: %s: %s", of.Name, p.Name, g.LinkName(LinkID(id)), diff)
				}
			}
			for _, d := range g.Devices {
				if d.Kind == NIC && d.Latency != units.Duration(of.says(t, "nic.latency").Int) || d.Kind == Switch && d.Latency != units.Duration(of.says(t, "switch.latency").Int) {
					t.Fatalf("%s over %s: %s takes %v", of.Name, p.Name, d.Name, d.Latency)
				}
			}
		}
	}
}

// says is a figure of a transport.
func (of *Transport) says(t *testing.T, name string) Value {
	t.Helper()
	for _, p := range of.priors {
		if p.name == name {
			return p.value
		}
	}
	t.Fatalf("%s says nothing of %s", of.Name, name)
	return Value{}
}

// The transport of a preset, and its number of NICs, are what it has where nothing is said.
func TestTransportOfAPreset(t *testing.T) {
	for _, p := range Presets() {
		if p.gpusPerNIC == 0 {
			continue
		}
		for _, gpus := range []int{1, 2, 3, p.GPUsPerNode} {
			gpus = min(gpus, p.GPUsPerNode)
			plain := built(t, Spec{Preset: p.Name, Nodes: 2, GPUsPerNode: gpus})
			said := built(t, Spec{Preset: p.Name, Nodes: 2, GPUsPerNode: gpus, Transport: p.Transport, NICs: over(p.GPUsPerNode, p.gpusPerNIC)})
			if diff := cmp.Diff(plain.Devices, said.Devices) + cmp.Diff(plain.Links, said.Links); diff != "" {
				t.Fatalf("%s of %d GPUs: %s", p.Name, gpus, diff)
			}
		}
	}
}

// However many NICs a server has, its slots have equally many, but for one.
func TestNICsAreSpread(t *testing.T) {
	for nics := 1; nics <= 32; nics++ {
		g := built(t, Spec{Preset: "hgx-a100", Nodes: 2, NICs: nics})
		at := map[DeviceID]int{}
		for _, nic := range g.NICs[:nics] {
			at[g.Links[g.Out(nic)[0]].To]++
		}
		for slot, n := range at {
			if n > over(nics, 4) || n < nics/4 {
				t.Errorf("%d NICs: %d on %s", nics, n, g.Devices[slot].Name)
			}
		}
		if g.NICsPerNode != nics || len(at) != min(nics, 4) {
			t.Errorf("%d NICs: %d of them on %d switches", nics, g.NICsPerNode, len(at))
		}
	}
}

func built(t *testing.T, s Spec) *Graph {
	t.Helper()
	g, _, err := Build(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
