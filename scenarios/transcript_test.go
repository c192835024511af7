package scenarios

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"collsim/algo"
	"collsim/fabric"
)

// small is a catalogue that no newcomer to the program changes, so that transcripts stay as they are.
func small() *Catalogue {
	c := &Catalogue{
		Presets:   []fabric.Preset{{Name: "hgx-h100", Nodes: 1, GPUsPerNode: 8}, {Name: "star", Nodes: 8, GPUsPerNode: 1}},
		Networks:  []string{"leaf-spine", "switch"},
		Libraries: []string{"raw", "mpi"},
		Parameters: []fabric.Parameter{
			{Name: "network.rate", Alias: "nic.rate", Quantity: fabric.RateQuantity, Least: 1},
			{Name: "network.latency", Quantity: fabric.DurationQuantity, Least: 1},
			{Name: "network.buffer", Quantity: fabric.SizeQuantity, Auto: true, Least: 1},
			{Name: "leaf.nodes", Quantity: fabric.CountQuantity, Unit: "nodes", Least: 1, Most: 16},
			{Name: "switch.queueing", Quantity: fabric.WordQuantity, Words: []string{"virtual-output", "input"}},
			{Name: "uplink.shared", Quantity: fabric.YesNoQuantity},
		},
	}
	c.Algorithms = []algo.Algorithm{
		{Collective: algo.AllReduce, Name: "hierarchical", Inter: []string{"ring", "tree"}}, {Collective: algo.AllReduce, Name: "ring", Sliced: true},
		{Collective: algo.AllReduce, Name: "tree"}, {Collective: algo.AllGather, Name: "bruck"},
		{Collective: algo.AllGather, Name: "recursive_doubling", PowerOfTwo: true}, {Collective: algo.Reduce, Name: "binomial", Rooted: true},
		{Collective: algo.Barrier, Name: "dissemination"},
	}
	return c
}

// withNCCL has library nccl as well, and a class of each kind.
func withNCCL() *Catalogue {
	c := small()
	c.Libraries = append(c.Libraries, ncclLibrary)
	c.GPUClasses, c.NetworkClasses = []string{"h100"}, []string{"infiniband-ndr"}
	return c
}

// TestTranscripts runs testdata/*.txt: a scenario, or flags, and what the loader says to it. -rewrite writes them anew.
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var last *File
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var f *File
			var err error
			switch d.Cmd {
			case "load":
				f, err = small().Load("f.yaml", []byte(d.Input))
			case "nccl":
				f, err = withNCCL().Load("f.yaml", []byte(d.Input))
			case "flags":
				f, err = small().FromFlags(flagLines(d.Input))
			case "check":
				return verdict(t, last, d.Input)
			case "override":
				f, err = last.Override(flagLines(d.Input))
			default:
				d.Fatalf(t, "unknown command %s", d.Cmd)
			}
			if err != nil {
				return err.Error() + "\n"
			}
			last = f
			return describe(t, f)
		})
	})
}

// verdict checks results, one JSON object a line, against what the last file expects.
func verdict(t *testing.T, f *File, input string) string {
	var results []Result
	for _, line := range strings.Split(strings.TrimSpace(input), "\n") {
		var r Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	var b strings.Builder
	for _, failure := range f.Check(results) {
		fmt.Fprintln(&b, failure)
	}
	if b.Len() == 0 {
		return "as expected\n"
	}
	return b.String()
}

func flagLines(input string) []Flag {
	var flags []Flag
	for _, line := range strings.Split(strings.TrimSpace(input), "\n") {
		name, value, _ := strings.Cut(strings.TrimPrefix(line, "--"), " ")
		flags = append(flags, Flag{name, value})
	}
	return flags
}

func describe(t *testing.T, f *File) string {
	var b strings.Builder
	for _, w := range f.Warnings {
		fmt.Fprintf(&b, "warning: %v\n", w)
	}
	for _, s := range f.Scenarios {
		fmt.Fprintf(&b, "%s %s\n", Hash(s, nil), Canonical(s))
		again, err := f.catalogue.Load("again", Canonical(s))
		if err != nil {
			t.Errorf("what Canonical wrote does not load:\n%v", err)
		} else if got := Canonical(again.Scenarios[0]); string(got) != string(Canonical(s)) {
			t.Errorf("what Canonical wrote comes back as\n%s", got)
		}
	}
	return b.String()
}
