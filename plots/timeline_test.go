package plots_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"collsim/plots"
	"collsim/scenarios"
)

// timed answers a scenario, with timelines.
func timed(t *testing.T, text string) []scenarios.Result {
	t.Helper()
	f, err := scenarios.Load("f.yaml", []byte("schema: collsim.scenario/v1\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	inTurn := func(n int, f func(int)) {
		for i := range n {
			f(i)
		}
	}
	if err := f.Timelines(results, nil, inTurn); err != nil {
		t.Fatal(err)
	}
	return results
}

// The figures of runs themselves: ranks with software, one late rank, ranks of which only some have room, and queues.
func TestTimelineFigures(t *testing.T) {
	const star = "fabric: {preset: star, nodes: 4}\ncollective: all_reduce\nbytes: 64 KiB\n"
	for _, c := range []struct {
		name, text string
		draw       func(w io.Writer, format string, results []scenarios.Result, caption string) error
	}{
		{"timeline-software", star + "algorithm: ring\nlibrary: mpi\n", plots.Timeline},
		{"timeline-late", star + "library: raw\nranks: {3: {start: 5 us}}\nvariants: {ring: {algorithm: ring}, tree: {algorithm: tree}}\n", plots.Timeline},
		{"timeline-many", "fabric: {preset: star, nodes: 100}\ncollective: all_reduce\nalgorithm: tree\nbytes: 4 KiB\nlibrary: mpi\nfidelity: message\n", plots.Timeline},
		{"queues-incast", star + "algorithm: central\nlibrary: raw\nvariants: {shallow: {set: {network.buffer: 16 KiB}}, deep: {set: {network.buffer: 8 MiB}}}\n", plots.QueueDepth},
	} {
		results := timed(t, c.text)
		var got, again bytes.Buffer
		for _, w := range []*bytes.Buffer{&got, &again} {
			if err := c.draw(w, "svg", results, "$ collsim run f.yaml --plot "+c.name+".svg"); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		if !bytes.Equal(got.Bytes(), again.Bytes()) {
			t.Errorf("two drawings of %s differ", c.name)
		}
		golden(t, c.name+".svg", got.Bytes())
	}
}

// What has no room is said.
func TestTimelineSaysWhatIsLeftOut(t *testing.T) {
	results := timed(t, "fabric: {preset: star, nodes: 100}\ncollective: barrier\nalgorithm: dissemination\nlibrary: raw\nfidelity: message\n")
	var b bytes.Buffer
	if err := plots.Timeline(&b, "svg", results, ""); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "50 of 100 ranks are drawn, the last one to end among them") {
		t.Errorf("nothing is said of what is left out")
	}
}

func TestFiguresWithoutATimeline(t *testing.T) {
	for _, draw := range []func(w io.Writer, format string, results []scenarios.Result, caption string) error{plots.Timeline, plots.QueueDepth} {
		var b bytes.Buffer
		if err := draw(&b, "svg", []scenarios.Result{{}}, ""); err == nil || b.Len() > 0 {
			t.Errorf("error %v, %d bytes", err, b.Len())
		}
	}
}
