package scenarios

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/units"
)

// TestSeries holds answers of a series against runs of their own: nothing that is shared between sizes may move a number.
func TestSeries(t *testing.T) {
	for _, algorithm := range []string{"ring", "tree", "hierarchical", "double_binary_tree"} {
		for _, nodes := range []string{"1", "2", "3"} {
			text := "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: " + nodes + "}\ncollective: all_reduce\nbytes: 64 KiB\nrivals: off\nalgorithm: " + algorithm + "\n"
			for _, level := range []string{byMessages, byPackets} {
				s := load(t, text+"fidelity: "+level+"\n").Scenarios[0]
				series, err := NewSeries(s, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range []units.Bytes{1, 65535, 65536, 1 << 20} {
					sameAsRun(t, series, s, n)
				}
			}
		}
	}
}

func sameAsRun(t *testing.T, series *Series, s Scenario, n units.Bytes) {
	t.Helper()
	got, err := series.At(n, s.Fidelity, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Bytes = n
	want, err := Run(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	got.Fold, got.Events, want.Fold, want.Events = "", 0, "", 0
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s at %d bytes, %s level (-run +series):\n%s", s.Algorithm, n, s.Fidelity, diff)
	}
}

// TestSeriesProves: where the size changes the steps, they are proved anew.
func TestSeriesProves(t *testing.T) {
	s := load(t, "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 1}\ncollective: all_reduce\nbytes: 8 B\nalgorithm: nvls\n").Scenarios[0]
	series, err := NewSeries(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := series.at(64<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	if b.schedule.Call.Slices == series.like.Slices {
		t.Fatal("both sizes have the same slices: the test shows nothing")
	}
	b.schedule.Labels++ // of no schedule that is right
	if _, err := b.proof(); err == nil {
		t.Error("a schedule with other steps was believed without a proof")
	}
}

func TestSeriesRefusesWorkloads(t *testing.T) {
	s := load(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 8 B\ngroups: {a: {size: 2}}\n").Scenarios[0]
	if _, err := NewSeries(s, nil); err == nil || !strings.Contains(err.Error(), "groups") {
		t.Errorf("groups were accepted: %v", err)
	}
}
