package scenarios

import (
	"errors"
	"strings"
	"testing"
)

const boxed = `schema: collsim.fabric/v1
devices: {gpu0..3: gpu, nvswitch0: nvswitch}
links: {gpu0..3 <-> nvswitch0: {rate: 300 GB/s}}
`

// opened is a catalogue that finds graph files.
func opened() *Catalogue {
	c := Known()
	c.Open = func(path string) ([]byte, error) {
		switch path {
		case "lab/box.yaml":
			return []byte(boxed), nil
		case "lab/loose.yaml":
			return []byte("# two\nschema: collsim.fabric/v1\ndevices: {a: gpu, b: gpu}\n"), nil
		case "lab/empty.yaml":
			return nil, nil
		}
		return nil, errors.New("no such file")
	}
	return c
}

// A result on a graph can be run again from itself, without the file, and gives the same bytes.
func TestGraphRunsAgainFromItsResult(t *testing.T) {
	f, err := opened().Load("f", []byte(`schema: collsim.scenario/v1
fabric: {graph: lab/box.yaml, set: {nvswitch.latency: 300 ns}}
collective: send_recv
algorithm: shift
library: raw
bytes: 1 MiB
variants: {whole: , other: {fabric: {links: {gpu0..3 <-> nvswitch0: {rate: 100 GB/s}}}}}
expect: {other: {total: {above: 2.9 x whole.serialize}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if failures := f.Check(results); len(failures) > 0 {
		t.Error(failures)
	}
	for _, r := range results {
		if r.Fabric != "box" || r.Nodes != 1 || r.Ranks != 4 {
			t.Errorf("%s: %d ranks on %d x %s", r.Variant, r.Ranks, r.Nodes, r.Fabric)
		}
		back, err := Load("again", r.Scenario)
		if err != nil {
			t.Fatalf("%v\n%s", err, r.Scenario)
		}
		again, err := back.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		if again[0].Total != r.Total || again[0].Hash != r.Hash {
			t.Errorf("%s: %v, hash %s; run again %v, hash %s", r.Variant, r.Total, r.Hash, again[0].Total, again[0].Hash)
		}
	}
}

// What is wrong with a graph or its file is told with its place.
func TestGraphRefusals(t *testing.T) {
	for _, c := range []struct{ fabric, says string }{
		{"{graph: lab/box.yaml, nodes: 2}", "f:2:38: fabric.nodes: stands beside devices"},
		{"{graph: lab/bix.yaml}", `f:2:17: fabric.graph: cannot read it: no such file: "lab/bix.yaml"`},
		{"{graph: lab/box.yaml, links: {gpu9 <-> nvswitch0: }}", `f:2:39: fabric.links.gpu9 <-> nvswitch0: there is no device "gpu9"`},
		{"{graph: lab/loose.yaml}", "lab/loose.yaml:2:1: fabric.links: is missing; valid: "},
		{"{graph: lab/empty.yaml}", "lab/empty.yaml:1:1: the file is empty; valid: schema: collsim.fabric/v1"},
		{"{devices: {gpu0: gpu, gpu1: gpu}}", "f:2:9: fabric.links: is missing"},
		{"{devices: {gpu0..3: gpu}}", "f:2:9: fabric.links: rank 0 cannot reach rank 1"},
		{"{devices: {gpu0..1: gpu}, links: {gpu0 <-> gpu1: {rat: 5 GB/s}}}", `unknown key in fabric.links.gpu0 <-> gpu1: "rat"; did you mean rate?`},
		{"{devices: {gpu0..1: gpu}, links: {}}", "f:2:42: fabric.links: rank 0 cannot reach rank 1"},
		{"{devices: {gpu0..1: gpu}, links: {gpu0 <-> gpu1: nvlink}, preset: pcie-8}", "f:2:58: fabric.links.gpu0 <-> gpu1: rate, latency, frame, header: pcie-8 has no nvlink"},
	} {
		f, err := opened().Load("f", []byte("schema: collsim.scenario/v1\nfabric: "+c.fabric+"\ncollective: barrier\nalgorithm: dissemination\n"))
		if err == nil {
			_, err = f.Run(nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v\nwant %s", c.fabric, err, c.says)
		}
	}
}

// A preset that there is not is told once.
func TestGraphRefusesAPresetOnce(t *testing.T) {
	_, err := opened().Load("f", []byte("schema: collsim.scenario/v1\nfabric: {graph: lab/box.yaml, preset: zz}\ncollective: barrier\nalgorithm: dissemination\n"))
	if err == nil || strings.Count(err.Error(), "zz") != 1 || !strings.Contains(err.Error(), `fabric.preset: unknown: "zz"; valid: a100-4, `) {
		t.Error(err)
	}
}
