package main

import (
	"math"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

func TestExactDurationsAddUp(t *testing.T) {
	for d, want := range map[units.Duration]string{
		0: "0.000 ns", 1: "0.001 ns", 999_999: "999.999 ns", 1_000_000: "1.000000 us", 1_234_567_890_123: "1,234,567.890123 us",
	} {
		if got := exactFor(d).text(d); got != want {
			t.Errorf("%d ps is written %q, not %q", int64(d), got, want)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		a, b units.Duration
		want string
	}{{1, 1, "1.00x"}, {3, 2, "1.50x"}, {1, 3, "0.33x"}, {2, 3, "0.67x"}, {0, 5, "0.00x"}, {5, 0, "-"}, {math.MaxInt64, math.MaxInt64, "1.00x"}} {
		if got := times(c.a, c.b); got != c.want {
			t.Errorf("%d to %d is %q, not %q", c.a, c.b, got, c.want)
		}
	}
}

func TestBar(t *testing.T) {
	for share, want := range map[int]string{0: "", 1: "▏", 125: "█", 500: "████", 501: "████▏", 1000: "████████"} {
		if got := bar(share, 8); got != want {
			t.Errorf("%d of 1000 is drawn %q, not %q", share, got, want)
		}
	}
}

// wild is a result whose every word and number is as long as it can be.
func wild(variant string) scenarios.Result {
	r := scenarios.Result{
		Name: "a-scenario-whose-name-is-longer-than-a-line-of-a-screen-has-room-for-at-all-and-then-some", Variant: variant,
		Fabric: "hgx-h100", Nodes: 1024, Collective: "reduce_scatter", Algorithm: "recursive_doubling", Fidelity: "packet",
		FidelityNote: strings.Repeat("word ", 60), Library: "mpi", Sync: "dataflow", Ranks: 8192, Channels: 16, Slices: 64, Bytes: 1<<40 - 1,
		Rounds: 16382, Round: 1<<40 - 1, Depth: 16382, Messages: 1 << 40, Warnings: []string{strings.Repeat("warning ", 30)}, Why: strings.Repeat("why ", 70),
	}
	for c := range ledger.Components {
		r.CriticalPath[c] = 1_111_111_111_111 * units.Duration(c+1)
		r.Groups[c.Group()] += r.CriticalPath[c]
		r.Total += r.CriticalPath[c]
	}
	r.Bound = scenarios.Bound{Total: r.Total / 2, Percent: "50.00", Binding: "bandwidth of a node"}
	r.PerRank.Slowest = []int{8189, 8190, 8191}
	r.PerRank.Own = scenarios.Spread{Min: 1, Median: r.Total / 2, Max: r.Total}
	r.HottestPorts = []scenarios.Port{{Link: "node1023/gpu7>node1023/nvswitch0", Bytes: 1<<50 - 1, Busy: r.Total, Starved: r.Total}}
	return r
}

// TestNothingIsWiderThanTheScreen holds for one result and for any number side by side.
func TestNothingIsWiderThanTheScreen(t *testing.T) {
	for n := 1; n <= 7; n++ {
		var results []scenarios.Result
		for i := range n {
			results = append(results, wild(strings.Repeat("variant", i+1)))
		}
		text, err := render("table", results, false)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			if letters(line) > screen && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%d results: %d letters in %q", n, letters(line), line)
			}
			if strings.HasSuffix(line, " ") {
				t.Errorf("%d results: blanks at the end of %q", n, line)
			}
		}
	}
}

// TestPaintIsAllThatColoursAdd: without its colours a painted page is the plain one.
func TestPaintIsAllThatColoursAdd(t *testing.T) {
	results := []scenarios.Result{wild("one"), wild("two")}
	for n := 1; n <= 2; n++ {
		plain, _ := render("table", results[:n], false)
		painted, _ := render("table", results[:n], true)
		if !strings.Contains(string(painted), "\x1b[") {
			t.Error("no colours")
		}
		if got := paint.ReplaceAllString(string(painted), ""); got != string(plain) {
			t.Errorf("painted:\n%s\nplain:\n%s", got, plain)
		}
	}
}
