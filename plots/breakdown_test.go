package plots_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"collsim/plots"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// result is an answer made by hand: the figures test what is drawn, not what is true.
func result(variant, algorithm string, parts map[ledger.Component]units.Duration) scenarios.Result {
	r := scenarios.Result{
		Variant: variant, Fabric: "hgx-h100", Nodes: 2, Collective: "all_reduce", Algorithm: algorithm,
		Fidelity: "packet", Library: "mpi", Ranks: 16, Bytes: 64 * units.MiB,
	}
	for c := range ledger.Components {
		r.CriticalPath[c] = parts[c]
		r.Total += parts[c]
	}
	r.Bound.Total = r.Total / 3
	return r
}

const us = units.Microsecond

func pictures() map[string][]scenarios.Result {
	ring := result("ring", "ring", map[ledger.Component]units.Duration{
		ledger.Launch: 8 * us, ledger.Library: 61 * us, ledger.Register: 7 * us, ledger.Protocol: 45 * us,
		ledger.Complete: 9 * us, ledger.Reduce: 23 * us, ledger.Serialize: 402 * us, ledger.Propagate: 41 * us,
		ledger.Queue: 77 * us, ledger.HeadOfLine: 1, ledger.Skew: 12 * us,
	})
	tree := result("tree", "double_binary_tree", map[ledger.Component]units.Duration{
		ledger.Launch: 8 * us, ledger.Library: 20 * us, ledger.Serialize: 90 * us, ledger.Propagate: 11 * us,
	})
	every := map[ledger.Component]units.Duration{}
	for c := range ledger.Components {
		every[c] = units.Duration(c+1) * us
	}
	whole := result("", "pairwise", map[ledger.Component]units.Duration{ledger.Serialize: 42})
	whole.Bound.Total = 42
	long := result("a variant whose name says more than anybody asked it to say about anything", "hierarchical", every)
	long.Fabric = "rail-optimised-cluster-of-a-name-too-long-to-be-true"
	huge := result("huge", "ring", map[ledger.Component]units.Duration{ledger.Queue: 5000 * us, ledger.Retransmit: 20 * us})
	nothing := result("alone", "ring", nil)
	six := []scenarios.Result{ring, tree, long, huge, nothing, result("other", "ring", every)}
	six[5].Bytes = 3
	return map[string][]scenarios.Result{
		"one": {ring}, "two": {ring, tree}, "six": six, "whole": {whole}, "every": {result("", "direct", every)}, "long": {long},
		"nothing": {nothing},
	}
}

const caption = "$ collsim run --fabric hgx-h100 --nodes 2 --collective all_reduce --algorithm ring --bytes 64MiB --plot breakdown.svg"

func TestBreakdown(t *testing.T) {
	for name, results := range pictures() {
		for _, format := range plots.Formats() {
			if format == "pdf" && name != "two" {
				continue // one is enough: all forms are drawn by the same code
			}
			var got bytes.Buffer
			if err := plots.Breakdown(&got, format, results, caption); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", name+"."+format)
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if same, err := cmpimg.Equal(format, got.Bytes(), want); err != nil || !same {
				t.Errorf("%s differs from what was drawn before (%v); look at it and run with -update", golden, err)
			}
		}
	}
}

func TestBreakdownIsDeterministic(t *testing.T) {
	for _, format := range plots.Formats() {
		var a, b bytes.Buffer
		if err := plots.Breakdown(&a, format, pictures()["six"], caption); err != nil {
			t.Fatal(err)
		}
		if err := plots.Breakdown(&b, format, pictures()["six"], caption); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("two %s of the same results differ", format)
		}
	}
}

func TestBreakdownRefuses(t *testing.T) {
	var w bytes.Buffer
	if err := plots.Breakdown(&w, "bmp", pictures()["one"], ""); err == nil || !strings.Contains(err.Error(), "pdf, png, svg") {
		t.Errorf("a bmp: %v", err)
	}
	if err := plots.Breakdown(&w, "svg", nil, ""); err == nil {
		t.Error("no results, no error")
	}
	if w.Len() > 0 {
		t.Errorf("%d bytes written in spite of the errors", w.Len())
	}
}
