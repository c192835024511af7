package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
