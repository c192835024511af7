package scenarios

import (
	"strings"
	"testing"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

const punctual = `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: all_reduce
algorithm: ring
bytes: 64 KiB
library: mpi
`

func pathOfRun(t *testing.T, more string) Breakdown {
	t.Helper()
	return runAll(t, punctual+more, inTurn)[0].CriticalPath
}

// Being slow in one phase is being late by what that phase takes longer; in all software it is being slow; noise on every
// rank is jitter; a constant start by law is a start.
func TestWaysToBeLateAgree(t *testing.T) {
	for _, c := range []struct{ one, other string }{
		{"ranks: {3: {slow: {launch: 3}}}", "ranks: {3: {start: 10 us}}"}, // host.launch is 5 us
		{"ranks: {3: {slow: {software: 1.5}}}", "ranks: {3: {slow: 1.5}}"},
		{"ranks: {3: {slow: {software: 4, launch: 1, prepare: 1, negotiate: 1, register: 1, library: 1, reduce: 1}}}", ""},
		{"ranks: {1: {slow: {library: 2}}, 3: {slow: 2}}", "ranks: {1: {slow: {library: 2, reduce: 1}}, 3: {slow: {software: 2}}}"},
		{"ranks: {0: {noise: {distribution: constant, mean: 1 us}}, 1: {noise: {distribution: constant, mean: 1 us}}, 2: {noise: {distribution: constant, mean: 1 us}}, 3: {noise: {distribution: constant, mean: 1 us}}}",
			"jitter: {distribution: constant, mean: 1 us}"},
		{"ranks: {3: {start: {distribution: constant, mean: 7 us}}}", "ranks: {3: {start: 7 us}}"},
		{"ranks: {3: {start: {distribution: empirical, values: [7 us, 7 us]}}}", "ranks: {3: {start: 7 us}}"},
	} {
		if one, other := pathOfRun(t, c.one), pathOfRun(t, c.other); one != other {
			t.Errorf("%s: %v\n%s: %v", c.one, one, c.other, other)
		}
	}
	if even, late := pathOfRun(t, ""), pathOfRun(t, "ranks: {3: {slow: {launch: 3}}}"); late[ledger.Skew] != 10*units.Microsecond || even[ledger.Skew] != 0 {
		t.Errorf("skew is %v and %v", even[ledger.Skew], late[ledger.Skew])
	}
}

func TestWhatCannotBeSlowIsSaid(t *testing.T) {
	for line, want := range map[string]string{
		"ranks: {3: {slow: {launch: 3}}}":                                         "ranks.3.slow: changed nothing: library raw",
		"ranks: {3: {noise: {distribution: uniform, mean: 1 us}}}":                "ranks.3.noise: changed nothing: library raw",
		"jitter: {distribution: pareto, mean: 1 us, shape: 2.5}":                  "jitter: changed nothing: library raw",
		"ranks: {3: {start: {distribution: uniform, mean: 1 us}}}":                "",
		"replicates: 3\nranks: {3: {noise: {distribution: uniform, mean: 1 us}}}": "ranks.3.noise: changed nothing",
	} {
		r := runAll(t, strings.Replace(punctual, "mpi", "raw", 1)+line, inTurn)[0]
		if got := strings.Join(r.Warnings, "; "); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
