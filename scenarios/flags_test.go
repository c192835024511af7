package scenarios

import (
	"strings"
	"testing"
)

// TestFlagsCompleteAFile: what a file lacks, flags may say, and a mistake is placed where it was made.
func TestFlagsCompleteAFile(t *testing.T) {
	const form = "schema: collsim.scenario/v1\ncollective: all_reduce\nbytes: 4 KiB\n"
	star := []Flag{{"fabric", "star"}, {"ranks", "4"}}
	for _, c := range []struct {
		name  string
		more  string
		flags []Flag
		want  string
	}{
		{"complete", "", []Flag{{"algorithm", "ring"}}, ""},
		{"still missing", "", nil, "f.yaml:1:1: algorithm: is missing; valid: all_reduce has " + strings.Join(Known().algorithms("all_reduce"), ", ")},
		{"of the flag", "", []Flag{{"algorithm", "rung"}}, `--algorithm: unknown: "rung"; did you mean ring? valid: ` + strings.Join(Known().algorithmWords(), ", ")},
		{"everything again", "algorithm: ring\n", []Flag{{"collective", "all_gather"}, {"algorithm", "ring"}, {"set", "bytes=4 KiB"}}, ""},
		{"the file does not fit the flag", "algorithm: ring\ninter: tree\n", []Flag{{"collective", "barrier"}},
			`--collective, with f.yaml:3:8: bytes: a barrier moves none: "4 KiB"; valid: leave bytes out` + "\n" +
				`--collective, with f.yaml:4:12: algorithm: barrier has none of this name: "ring"; valid: central, dissemination, tree`},
		{"of the file", "algorithm: rung\n", []Flag{{"seed", "2"}}, `f.yaml:4:12: algorithm: unknown: "rung"; did you mean ring? valid: ` + strings.Join(Known().algorithmWords(), ", ")},
	} {
		_, err := LoadWith("f.yaml", []byte(form+c.more), append(star, c.flags...))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	if _, err := Load("f.yaml", []byte(form)); err == nil {
		t.Error("without flags the file is complete")
	}
}

// A value in brackets is a list, but for sentences.
func TestListsOnTheCommandLine(t *testing.T) {
	form := []Flag{{"fabric", "star"}, {"nodes", "2"}, {"algorithm", "ring"}, {"set", "name=[one]"}, {"set", "workload.kind=training-step"}}
	f, err := FromFlags(append(form, Flag{"set", "workload.tensors=[1 KB, 3 KiB]"}))
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Scenarios[0]; s.Name != "[one]" || len(s.Workload.Tensors) != 2 || s.Workload.Tensors[0] != 1000 || s.Workload.Tensors[1] != 3072 {
		t.Errorf("%q, %v", s.Name, s.Workload.Tensors)
	}
	for value, want := range map[string]string{
		"[]":       "is empty",
		"[1 KB, ]": "--set workload.tensors: ",
	} {
		if _, err := FromFlags(append(form, Flag{"set", "workload.tensors=" + value})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// A bucket of nothing is refused where it stands.
func TestBucketsOfNothing(t *testing.T) {
	const storm = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 4 KiB\nworkload: {kind: storm, operations: 3, fuse: "
	const step = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 2}\nalgorithm: ring\nworkload: {kind: training-step, tensors: [1 KiB], bucket: "
	for text, want := range map[string]string{
		storm + "{cap: 0 B}}\n":             `f.yaml:6:52: workload.fuse.cap: cannot be zero: "0 B"; valid: a size such as 25 MiB; or leave it out`,
		storm + "{first: 1 B, cap: 0 B}}\n": `f.yaml:6:64: workload.fuse.cap: cannot be zero: "0 B"; valid: a size such as 25 MiB; or leave it out`,
		step + "0 B}\n":                     `f.yaml:4:59: workload.bucket.cap: cannot be zero: "0 B"; valid: a size such as 25 MiB; or leave it out`,
	} {
		if _, err := Load("f.yaml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
