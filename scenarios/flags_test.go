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
		{"still missing", "", nil, "f.yaml:1:1: algorithm: is missing; valid: all_reduce has central, direct, double_binary_tree, halving_doubling, hierarchical, recursive_doubling, ring, tree"},
		{"of the flag", "", []Flag{{"algorithm", "rung"}}, `--algorithm: unknown: "rung"; did you mean ring? valid: ` + strings.Join(Known().algorithms(""), ", ")},
		{"everything again", "algorithm: ring\n", []Flag{{"collective", "all_gather"}, {"algorithm", "ring"}, {"set", "bytes=4 KiB"}}, ""},
		{"the file does not fit the flag", "algorithm: ring\ninter: tree\n", []Flag{{"collective", "barrier"}},
			`--collective, with f.yaml:3:8: bytes: a barrier moves none: "4 KiB"; valid: leave bytes out` + "\n" +
				`--collective, with f.yaml:4:12: algorithm: barrier has none of this name: "ring"; valid: central, dissemination, tree`},
		{"of the file", "algorithm: rung\n", []Flag{{"seed", "2"}}, `f.yaml:4:12: algorithm: unknown: "rung"; did you mean ring? valid: ` + strings.Join(Known().algorithms(""), ", ")},
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
