package scenarios

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const incast = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 8}\ncollective: all_to_all\nalgorithm: pairwise\nlibrary: raw\nbytes: 32 MiB\n"

// TestGrants: what a result says of grants is what was asked for, the scenario that it spells out asks for the same, and a
// run whose bound is 0 is the exact one, while one with a bound is within it here.
func TestGrants(t *testing.T) {
	coarse := 0
	for _, text := range []string{twoNodes, incast, strings.Replace(incast, "pairwise", "bruck", 1), strings.Replace(incast, "library: raw", "library: mpi", 1)} {
		exact := run(t, text+"fidelity: packet\n")[0]
		if named := run(t, text+"fidelity: packet\ngrant: exact\n")[0]; named.Hash != exact.Hash || named.Grant != nil {
			t.Errorf("grant exact is not the default: %s, %s", named.Hash, exact.Hash)
		}
		auto := run(t, text+"fidelity: packet\ngrant: auto\n")[0]
		if auto.Hash == exact.Hash || !strings.Contains(string(auto.Scenario), `"grant":"auto"`) {
			t.Errorf("the scenario does not say grant auto: %s", auto.Scenario)
		}
		off := (auto.Total - exact.Total)
		if off < 0 {
			off = -off
		}
		said := strings.Contains(strings.Join(auto.Warnings, "\n"), "grant: changed nothing")
		switch g := auto.Grant; {
		case said == (g != nil):
			t.Errorf("%v and %q", g, auto.Warnings)
		case g == nil || g.Bound == 0:
			if off != 0 || auto.CriticalPath != exact.CriticalPath || !cmp.Equal(auto.PerRank, exact.PerRank) {
				t.Errorf("%v for %v, and %v", auto.Total, exact.Total, g)
			}
		default:
			coarse++
			if int64(off)*1e9 > int64(g.Bound)*int64(exact.Total) || g.Bound > grantBound {
				t.Errorf("%v for %v, bound %d ppb", auto.Total, exact.Total, g.Bound)
			}
		}
		if message := run(t, text+"fidelity: message\ngrant: auto\n")[0]; !strings.Contains(strings.Join(message.Warnings, "\n"), "grant: changed nothing: fidelity message knows no packets") {
			t.Errorf("%q", message.Warnings)
		}
	}
	if coarse == 0 {
		t.Error("no run had grants where messages meet: this test hardly tests")
	}
}

// TestGrantsAreNotFolded: a run with grants is in full, or refused.
func TestGrantsAreNotFolded(t *testing.T) {
	f := load(t, incast+"fidelity: packet\ngrant: auto\nfold: require\n")
	_, err := f.Run(nil)
	var problems Problems
	if !errors.As(err, &problems) || !strings.Contains(err.Error(), "grant auto is for runs in full") {
		t.Errorf("%v", err)
	}
	if r := run(t, incast+"fidelity: message\ngrant: auto\nfold: require\n")[0]; !strings.HasPrefix(r.Fold, "folded") {
		t.Errorf("whole messages: %q", r.Fold)
	}
	full := run(t, incast+"fidelity: packet\ngrant: auto\nfold: off\n")[0]
	if auto := run(t, incast+"fidelity: packet\ngrant: auto\nfold: auto\n")[0]; auto.Total != full.Total || auto.Hash != full.Hash {
		t.Errorf("%v for %v", auto.Total, full.Total)
	}
}

// TestLinksOfGrants: links are watched by packet, so that a run with grants cannot be watched.
func TestLinksOfGrants(t *testing.T) {
	f := load(t, incast+"fidelity: packet\ngrant: auto\n")
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err = f.Links(results, nil, inTurn); err == nil || !strings.Contains(err.Error(), "grant: links are watched packet by packet") {
		t.Errorf("%v", err)
	}
}
