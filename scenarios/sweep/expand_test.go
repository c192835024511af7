package sweep

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"

	"collsim/scenarios"
)

const head = "schema: collsim.scenario/v1\nname: try\nfabric: {preset: star, nodes: 4}\ncollective: all_reduce\nlibrary: raw\n"

func inTurn(n int, do func(int)) {
	for i := range n {
		do(i)
	}
}

func expand(t *testing.T, text string, flags ...scenarios.Flag) *Plan {
	t.Helper()
	p, err := Expand(Source{Name: "try.yaml", Text: text, Flags: flags}, nil, inTurn, scenarios.Room{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play plays all points of a plan.
func play(t *testing.T, p *Plan, points []Point) []Record {
	t.Helper()
	var all []Record
	for _, point := range points {
		r, err := p.Run(point, len(points), scenarios.Room{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// Each axis with each, the last fastest; the ids are the hashes of the results, and the file may lack what axes say.
func TestProduct(t *testing.T) {
	p := expand(t, head+"sweep: {axes: {bytes: [1 KiB, 2 KiB], algorithm: [ring, tree], ends: {zip: {set.network.rate: [50 GB/s, 100 GB/s], seed: 5..6:+1}}}}\n")
	var got []string
	for _, point := range p.Points {
		got = append(got, fmt.Sprint(point.Index, ": ", point.Values))
	}
	want := []string{
		"0: bytes = 1 KiB, algorithm = ring, set.network.rate = 50 GB/s, seed = 5",
		"1: bytes = 1 KiB, algorithm = ring, set.network.rate = 100 GB/s, seed = 6",
		"2: bytes = 1 KiB, algorithm = tree, set.network.rate = 50 GB/s, seed = 5",
		"3: bytes = 1 KiB, algorithm = tree, set.network.rate = 100 GB/s, seed = 6",
		"4: bytes = 2 KiB, algorithm = ring, set.network.rate = 50 GB/s, seed = 5",
		"5: bytes = 2 KiB, algorithm = ring, set.network.rate = 100 GB/s, seed = 6",
		"6: bytes = 2 KiB, algorithm = tree, set.network.rate = 50 GB/s, seed = 5",
		"7: bytes = 2 KiB, algorithm = tree, set.network.rate = 100 GB/s, seed = 6",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, r := range play(t, p, p.Points) {
		answer, err := r.Answer()
		if err != nil || answer.Hash != r.ID || answer.Total <= 0 {
			t.Errorf("%+v %v", r, err)
		}
	}
}

// TestTranscripts plays testdata: a sweep: key under a scenario that lacks what axes say, and the points, or what is wrong:
// at its place, each mistake once.
func TestTranscripts(t *testing.T) {
	datadriven.RunTest(t, "testdata/expand.txt", func(t *testing.T, d *datadriven.TestData) string {
		p, err := Expand(Source{Name: "f", Text: head + d.Input + "\n"}, nil, inTurn, scenarios.Room{}, nil)
		if err != nil {
			return err.Error() + "\n"
		}
		var b strings.Builder
		for _, point := range p.Points {
			fmt.Fprintln(&b, point.Values)
		}
		return b.String()
	})
}
