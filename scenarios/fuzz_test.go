package scenarios

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"collsim/fabric"
)

// FuzzLoad feeds the loader with anything: it must not panic, a refusal must say where, and what it accepts must come
// back from its canonical form unchanged.
func FuzzLoad(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(data), "\n\n") {
			input, _, _ := strings.Cut(part, "\n----")
			_, input, _ = strings.Cut(input, "load\n")
			f.Add([]byte(input))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := small().Load("f", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Fatalf("a refusal without a place: %v", err)
			}
			return
		}
		for _, s := range file.Scenarios {
			text := Canonical(s)
			again, err := small().Load("g", text)
			if err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
			if back := Canonical(again.Scenarios[0]); string(back) != string(text) {
				t.Fatalf("%s\ncomes back as\n%s", text, back)
			}
		}
	})
}

// FuzzGraph feeds the loader with scenarios that name a graph file which holds anything: a refusal must say where, and a
// graph that is accepted must be written and read again as the same, and be built or refused.
func FuzzGraph(f *testing.F) {
	paths, err := filepath.Glob("../fabric/topofile/testdata/script/*.txt")
	if err != nil || len(paths) == 0 {
		f.Fatal(paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range regexp.MustCompile(`(?ms)^graph[^\n]*\n(.*?)^----$`).FindAllSubmatch(data, -1) {
			f.Add(part[1])
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := onGraph(data)
		if err != nil {
			var problems Problems
			if !errors.As(err, &problems) {
				t.Fatalf("a refusal without a place: %v", err)
			}
			for _, p := range problems {
				if p.Where.File != "g.yaml" && p.Where.File != "f" || p.Where.Line < 1 && p.What != "the file is too large" {
					t.Fatalf("a refusal without a place: %v", p)
				}
			}
			return
		}
		graph := file.Scenarios[0].Fabric.Graph
		text := graph.YAML()
		again, err := onGraph(text)
		if err != nil {
			t.Fatalf("what was read is refused when it is written: %v\n%s", err, text)
		}
		if back := again.Scenarios[0].Fabric.Graph.YAML(); string(back) != string(text) {
			t.Fatalf("%s\ncomes back as\n%s", text, back)
		}
		if w, problems := graph.Wiring(); len(problems) > 0 {
			t.Fatal(problems)
		} else if len(w.Devices) <= 256 && len(w.Links) <= 1024 { // more would take too long
			_, _, _ = fabric.Wired(w)
		}
	})
}

// onGraph loads a scenario that names a graph file.
func onGraph(data []byte) (*File, error) {
	c := *small()
	c.Open = func(string) ([]byte, error) { return data, nil }
	return c.Load("f", []byte("schema: collsim.scenario/v1\nfabric: {graph: g.yaml}\ncollective: barrier\nalgorithm: dissemination\n"))
}

// FuzzFlags feeds the command line with anything, alone and on top of a file.
func FuzzFlags(f *testing.F) {
	f.Add("bytes", "64MiB")
	f.Add("ranks", "3")
	f.Add("set", "ranks.3.start=1 ms")
	f.Add("set", "fabric.set.nic.rate=1 GB/s")
	f.Add("set", "variants.a.bytes=1 KiB")
	f.Add("set", "node0/nic0>leaf0.rate=1 GB/s")
	file, err := small().Load("f", []byte("schema: collsim.scenario/v1\nfabric: star\ncollective: reduce\nbytes: 1 KiB\nvariants: {a: , b: {ranks: 2}}\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		_, err := small().FromFlags([]Flag{{"fabric", "star"}, {"collective", "reduce"}, {"bytes", "1 KiB"}, {name, value}})
		if err != nil && !strings.HasPrefix(err.Error(), "--") {
			t.Fatalf("a refusal without a flag: %v", err)
		}
		over, err := file.Override([]Flag{{name, value}})
		if (err == nil) != (over != nil) {
			t.Fatal("neither or both of a file and an error")
		}
	})
}

// TestHostileFiles feeds the loader with files that are large or deep.
func TestHostileFiles(t *testing.T) {
	for name, text := range map[string]string{
		"brackets":  strings.Repeat("[", 1<<19),
		"dashes":    strings.Repeat("- ", 1<<19),
		"questions": strings.Repeat("? ", 1<<19),
		"keys":      strings.Repeat("a: ", 1<<18),
		"one key":   strings.Repeat("a", 1<<20),
		"lines":     strings.Repeat("a:\n", 1<<17),
		"flow":      "{" + strings.Repeat("a,", 1<<18) + "}",
		"comments":  strings.Repeat("#\n", 1<<19),
		"deep":      strings.Repeat("{a: ", 9000) + strings.Repeat("}", 9000),
		"bomb":      "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: &d [*c,*c]\n",
		"too large": strings.Repeat("x", 1<<20+1),
	} {
		_, err := small().Load("f", []byte(text))
		if err == nil {
			t.Errorf("%s: accepted", name)
		} else if len(err.Error()) > 20_000 {
			t.Errorf("%s: a message of %d bytes", name, len(err.Error()))
		}
	}
}
