package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const chancy = `schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: barrier
algorithm: dissemination
jitter: {distribution: lognormal, mean: 2 us, tail: 3.2}
ranks: {2: {start: {distribution: pareto, mean: 30 us, shape: 1.5}}}
replicates: 60
`

// TestReplicatesOnAllCores: one core and many give the same bytes, in every form of output.
func TestReplicatesOnAllCores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chancy.yaml")
	if err := os.WriteFile(path, []byte(chancy), 0o644); err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, output := range outputs {
		var one string
		for _, cores := range []int{1, 2, 7} {
			runtime.GOMAXPROCS(cores)
			text, stderr, code := collsim("run", path, "--output", output)
			if code != exitRight || cores > 1 && text != one {
				t.Errorf("%s on %d cores: exit %d %s, not what it is on one:\n%s\n%s", output, cores, code, stderr, text, one)
			}
			one = text
		}
	}
}

func TestReplicatesArePrinted(t *testing.T) {
	text, stderr, code := collsim("run", "barrier-straggler", "--replicates", "20", "--set", "ranks.5.noise.distribution=exponential", "--set", "ranks.5.noise.mean=1us")
	if code != exitRight {
		t.Fatal(stderr)
	}
	for _, want := range []string{"\nreplicates ", "\n  total ", "95 % from", "of 20 runs; all other figures are those of the first"} {
		if strings.Count(text, want) != 4 { // one a variant
			t.Errorf("%q stands %d times in\n%s", want, strings.Count(text, want), text)
		}
	}
}

// TestStudiesOnAllCores: what-if and intervals are the same bytes on one core and on many, and each form of output that
// has a place for them shows them.
func TestStudiesOnAllCores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chancy.yaml")
	if err := os.WriteFile(path, []byte(chancy), 0o644); err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for output, says := range map[string]string{"json": `"what_if": {`, "table": "\nwhat if "} {
		var one string
		for _, cores := range []int{1, 2, 7} {
			runtime.GOMAXPROCS(cores)
			text, stderr, code := collsim("run", path, "--what-if", "--interval", "--output", output)
			if code != exitRight || cores > 1 && text != one || !strings.Contains(text, says) || !strings.Contains(text, "interval") {
				t.Errorf("%s on %d cores: exit %d %s, not what it is on one:\n%s\n%s", output, cores, code, stderr, text, one)
			}
			one = text
		}
	}
}
