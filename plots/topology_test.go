package plots_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"collsim/fabric"
	"collsim/plots"
)

// topologies are one server, several drawn in full and as boxes, a mesh of GPUs, tiers of switches, and fabrics that are
// too large for a page.
func topologies() map[string]fabric.Spec {
	ports := []fabric.Setting{{Name: "switch.ports", Value: fabric.CountOf(4)}}
	return map[string]fabric.Spec{
		"server":   {Preset: "hgx-h100", Nodes: 1},
		"rails":    {Preset: "hgx-h100", Nodes: 4, Network: "rail-optimised"},
		"mesh":     {Preset: "dgx1-v100", Nodes: 2, Down: []string{"node0/gpu0>node0/gpu1", "node0/nic0>leaf0"}},
		"fat-tree": {Preset: "star", Nodes: 16, Network: "fat-tree", Set: ports},
		"racks":    {Preset: "gb200-nvl72", Nodes: 2},
		"many":     {Preset: "hgx-h100", Nodes: 128},
	}
}

func TestTopology(t *testing.T) {
	for name, spec := range topologies() {
		g, _, err := fabric.Build(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range plots.Formats() {
			if format != "svg" && name != "rails" {
				continue // one picture in each other form is enough: all are drawn by the same code
			}
			var got bytes.Buffer
			if err := plots.Topology(&got, format, g, "$ collsim topo show "+spec.Preset+" --plot topology.svg"); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "topology-"+name+"."+format)
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if same, err := cmpimg.Equal(format, got.Bytes(), want); err != nil || !same {
				t.Errorf("%s differs from what was drawn before (%v); look at it and run with -update", golden, err)
			}
		}
	}
}

// Every preset on every network can be drawn, and says what it is.
func TestTopologyDrawsEveryNetwork(t *testing.T) {
	for _, n := range fabric.Networks() {
		for _, nodes := range []int{2, 30} {
			g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: nodes, Network: n.Name})
			if err != nil {
				t.Fatal(err)
			}
			var a, b bytes.Buffer
			for _, w := range []*bytes.Buffer{&a, &b} {
				if err := plots.Topology(w, "svg", g, ""); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) || !strings.Contains(a.String(), n.Name) {
				t.Errorf("%s of %d: two drawings differ, or do not name it", n.Name, nodes)
			}
		}
	}
}
