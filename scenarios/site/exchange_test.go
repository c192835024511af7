package site

import (
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/scenarios/trial"
)

// TestExchanges begins with figures that are not those that are off, of the log of a machine whose launch and links are: rows must be
// explained in the end, and by these.
func TestExchanges(t *testing.T) {
	const text = "fabric: {preset: hgx-h100, nodes: 1, gpus-per-node: 4}\n"
	log := simulate(t, on(t, text, "set: {host.launch: 8 us, host.nccl.link.efficiency: 70 %}\n"), 4)
	for _, begin := range [][]string{
		{"host.nccl.link.efficiency", "host.nccl.block.ll"},
		{"host.nccl.block.ll", "host.nccl.gap.ll128"},
	} {
		tr, err := trial.New(on(t, text, ""), log)
		if err != nil {
			t.Fatal(err)
		}
		m, err := newModel(&Question{Trials: []*trial.Trial{tr}}, onAllCores)
		if err != nil {
			t.Fatal(err)
		}
		c, err := m.choose()
		if err != nil {
			t.Fatal(err)
		}
		c.taken = nil
		for _, name := range begin {
			j := slices.IndexFunc(c.spots, func(s spot) bool { return s.Name == name })
			if !slices.Contains(c.able, j) {
				t.Fatalf("no row tells of %s", name)
			}
			c.taken = append(c.taken, j)
		}
		wrong, err := m.attempt(c)
		if err != nil {
			t.Fatal(err)
		}
		right, err := m.exchanging(c)
		if err != nil {
			t.Fatal(err)
		}
		if right.cost > wrong.cost/10 || right.scatter() > 5*finest {
			t.Errorf("begun with %v: rows scatter by %.5f, %.5f before", begin, right.scatter(), wrong.scatter())
		}
		c.asked = true // then they stay
		if asked, err := m.exchanging(c); err != nil || len(asked.spots) != len(begin) || asked.spots[0].Name != begin[0] || asked.scatter() < 10*finest {
			t.Errorf("begun with %v, asked for: %v, %v", begin, asked, err)
		}
		for name, want := range map[string]fabric.Value{"host.launch": fabric.DurationOf(8e6), "host.nccl.link.efficiency": fabric.ProbabilityOf(700_000_000)} {
			j := slices.IndexFunc(right.spots, func(s spot) bool { return s.Name == name })
			if j < 0 {
				t.Errorf("begun with %v: %s is not fitted", begin, name)
			} else if off := right.values[j]/float64(want.Int) - 1; off > 0.005 || off < -0.005 {
				t.Errorf("begun with %v: %s is off by %.4f", begin, name, off)
			}
		}
	}
}

// TestChoiceWith puts one figure in the place of another. One that can't be told from those that stay is refused; what can be fitted
// beside the new ones is taken as well.
func TestChoiceWith(t *testing.T) {
	columns := [][]float64{{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 1, 0.01, 0, 0, 0}, {0, 0, 0, 1, 0, 0}, {1, 0, 0, 0, 0.01, 0}}
	c := &choice{spots: make([]spot, len(columns)), columns: columns, errors: make([]float64, 6), why: make([]string, len(columns))}
	if c.take(); !slices.Equal(c.taken, []int{0, 1, 3}) {
		t.Fatalf("figures %v are taken", c.taken)
	}
	for _, x := range []struct{ in, out, want []int }{
		{[]int{2}, []int{1}, []int{0, 3, 2}},
		{[]int{2}, []int{0}, nil},
		{[]int{2, 4}, []int{0, 1}, []int{3, 2, 4}},
		{[]int{2}, []int{1, 3}, []int{0, 2, 3}}, // there is room for 3 again
		{[]int{2, 4}, []int{1}, nil},
	} {
		var got []int
		if next := c.with(x.in, x.out); next != nil {
			got = next.taken
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%v in the place of %v: %v are taken, not %v", x.in, x.out, got, x.want)
		}
	}
	if !slices.Equal(c.taken, []int{0, 1, 3}) || c.why[0] != "" || c.why[2] == "" {
		t.Errorf("the choice itself has changed: %v, %q", c.taken, c.why)
	}
}
