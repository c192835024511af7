package scenarios

import (
	"slices"
	"strings"
	"testing"
)

// TestSeedThatDecidesNothingIsSaid: a result warns of a seed exactly where results of other seeds are the same because
// nothing is drawn.
func TestSeedThatDecidesNothingIsSaid(t *testing.T) {
	const head = "schema: collsim.scenario/v1\ncollective: all_reduce\nalgorithm: ring\nbytes: 4 KiB\n"
	for _, c := range []struct {
		rest string
		luck bool
	}{
		{"fabric: {preset: star, nodes: 4}\n", false},
		{"fabric: {preset: hgx-h100, nodes: 2}\nlibrary: mpi\n", false},
		{"fabric: {preset: star, nodes: 4}\njitter: {distribution: constant, mean: 1 us}\n", false},
		{"fabric: {preset: star, nodes: 4}\njitter: {distribution: exponential, mean: 1 us}\n", true},
		{"fabric: {preset: star, nodes: 4}\nranks: {2: {start: {distribution: exponential, mean: 1 us}}}\n", true},
		{"fabric: {preset: hgx-h100, nodes: 2}\nplacement: random\n", true},
		{"fabric: {preset: star, nodes: 4}\nset: {network.loss: 1 %}\n", true},
	} {
		totals := map[string]bool{}
		for _, seed := range []string{"1", "7", "8", "9"} {
			r, err := load(t, head+c.rest+"seed: "+seed+"\n").Run(nil)
			if err != nil {
				t.Fatalf("%s: %v", c.rest, err)
			}
			said := slices.ContainsFunc(r[0].Warnings, func(w string) bool { return strings.HasPrefix(w, "seed: changed nothing") })
			if want := !c.luck && seed != "1"; said != want {
				t.Errorf("%sseed %s: warned: %v; %q", c.rest, seed, said, r[0].Warnings)
			}
			totals[r[0].Total.String()] = true
		}
		if luck := len(totals) > 1; !c.luck && luck {
			t.Errorf("%sseeds decide: %v", c.rest, totals)
		}
	}
}
