package calibration

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClassesAreWhole reads every class that is built in, writes it and reads it back.
func TestClassesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range builtIn() {
		if id := c.Kind + " " + c.Name; seen[id] {
			t.Errorf("%s: twice", id)
		} else {
			seen[id] = true
		}
		var text bytes.Buffer
		if err := c.Write(&text); err != nil {
			t.Fatal(err)
		}
		back, err := Read(c.Name+".yaml", text.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if diff := cmp.Diff(c, back); diff != "" {
			t.Errorf("%s: written and read:\n%s", c.Name, diff)
		}
		if found, ok := Find(c.Kind, c.Name); !ok || found != c {
			t.Errorf("%s %s is not found", c.Kind, c.Name)
		}
	}
	if len(Names(GPU))+len(Names(Network)) != len(builtIn()) {
		t.Error("a class that is built in is neither of a GPU nor of a network")
	}
}

// TestMistakesHavePlaces reads files with one mistake each.
func TestMistakesHavePlaces(t *testing.T) {
	const good = "schema: collsim.calibration/v1\nkind: gpu\nclass: x\nabout: y\nvalues:\n  host.launch: {value: 5 us, between: [4 us, 6 us], source: z}\n"
	if _, err := Read("f", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"/v1", "/v2", `f:1:9: schema: a version that this program does not know: "collsim.calibration/v2"; valid: collsim.calibration/v1`},
		{"kind: gpu", "kind: tpu", `f:2:7: kind: there is no such kind of class: "tpu"; valid: gpu, network, site`},
		{"class: x\n", "", "class: is missing"},
		{"about: y", "about: y\nother: z", "f:5:1: other: there is no such key"},
		{"host.launch", "host.lunch", "f:6:3: values: there is no parameter host.lunch"},
		{"value: 5 us", "value: 5", "f:6:24: host.launch: "},
		{"value: 5 us", "value: 7 us", "host.launch: the value does not lie between its ends"},
		{"[4 us, 6 us]", "[4 us]", "host.launch: between what the value lies is not said"},
		{", source: z", "", "source: is missing"},
		{"source: z", "sorce: z", "did you mean source?"},
		{"class: x", "class: x y", "f:3:8: class: not a name"},
		{"host.launch: {value: 5 us, between: [4 us, 6 us]", "host.proxy: {value: rank, between: [rank, rank]", "host.proxy is not a number"},
		{"values:\n  host.launch: {value: 5 us, between: [4 us, 6 us], source: z}\n", "", "values: there are none"},
		{"{value: 5 us, between: [4 us, 6 us], source: z}", "5 us", "a value, its range and its source are needed"},
	} {
		_, err := Read("f", []byte(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v; want %s", c.new, c.old, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range builtIn() {
		var text bytes.Buffer
		if err := c.Write(&text); err != nil {
			f.Fatal(err)
		}
		f.Add(text.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Read("f", data)
		if err != nil {
			return
		}
		var text bytes.Buffer
		if err := c.Write(&text); err != nil {
			t.Fatal(err)
		}
		if back, err := Read("f", text.Bytes()); err != nil {
			t.Errorf("%v in\n%s", err, text.Bytes())
		} else if diff := cmp.Diff(c, back); diff != "" {
			t.Error(diff)
		}
	})
}
