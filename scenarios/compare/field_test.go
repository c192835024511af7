package compare

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/sim/units"
)

// inTurn plays one after the other.
func inTurn(n int, do func(int)) {
	for i := range n {
		do(i)
	}
}

// asked is a scenario that flags say.
func asked(flags ...string) (scenarios.Scenario, error) {
	var said []scenarios.Flag
	for i := 0; i < len(flags); i += 2 {
		said = append(said, scenarios.Flag{Name: flags[i], Value: flags[i+1]})
	}
	f, err := scenarios.FromFlags(said)
	if err != nil {
		return scenarios.Scenario{}, err
	}
	f.Scenarios[0].Rivals = "off"
	return f.Scenarios[0], nil
}

// fieldOf is algorithms of an all-reduce on a preset.
func fieldOf(g *Grid, more ...string) *Field {
	return &Field{Each: inTurn, Scenario: func(of, scale int) (scenarios.Scenario, error) {
		return asked(append([]string{"fabric", "hgx-h100", g.Unit, strconv.Itoa(scale), "collective", "all_reduce", "bytes", "8 B", "algorithm", g.Names[of]}, more...)...)
	}}
}

// TestCrossingsReproduce: on either side of every crossing runs of their own show the same times, hashes and order.
func TestCrossingsReproduce(t *testing.T) {
	for level, scales := range map[string][]int{"message": {1, 3}, "packet": {1}} {
		g := &Grid{Names: []string{"ring", "tree", "hierarchical"}, Unit: Nodes, Scales: scales, Sizes: []units.Bytes{64 << 10, 512 << 10, 16 << 20}}
		f := fieldOf(g, "fidelity", level)
		if note, err := f.Settle(g); err != nil || f.Level != level || note != "as asked for" {
			t.Fatal(f.Level, note, err)
		}
		c, err := g.Answer(f.Play)
		if err != nil {
			t.Fatal(err)
		}
		over := map[string]int{}
		for i := range c.Crossings {
			x := &c.Crossings[i]
			over[x.Over]++
			x.reproduces(t, f, g)
		}
		if over["bytes"] < len(scales) || over[Nodes] < len(scales)-1 {
			t.Errorf("%s: only %v crossings: the test shows little", level, over)
		}
	}
}

// reproduces checks both sides of a crossing.
func (x *Crossing) reproduces(t *testing.T, f *Field, g *Grid) {
	t.Helper()
	l := line{over: x.Over, scale: x.Scale, bytes: x.Bytes}
	for end, at := range []int64{x.Low, x.High} {
		var totals []units.Duration
		for of := range g.Names {
			p := l.point(of, at)
			s, err := f.Scenario(of, p.Scale)
			if err != nil {
				t.Fatal(err)
			}
			s.Bytes, s.Fidelity = p.Bytes, f.Level
			r, err := scenarios.Run(s, nil)
			if err != nil {
				t.Fatal(err)
			}
			totals = append(totals, r.Total)
			cell, err := f.Play([]Point{p})
			if err != nil || cell[0].Hash != r.Hash || cell[0].Total != r.Total || cell[0].Path != r.CriticalPath {
				t.Errorf("%+v: a run of its own is another", p)
			}
		}
		var best []string
		for of, total := range totals {
			if total == slices.Min(totals) {
				best = append(best, g.Names[of])
			}
		}
		if want := [][]string{x.From, x.To}[end]; !slices.Equal(best, want) {
			t.Errorf("over %s at %d: runs of their own say %v, not %v", x.Over, at, best, want)
		}
		if x.Lead[end].Total != slices.Min(totals) {
			t.Errorf("over %s at %d: the best takes %v, not %v", x.Over, at, slices.Min(totals), x.Lead[end].Total)
		}
	}
}

// TestUnequalNodes: who cannot run somewhere is shown with the reason, and searches pass such places by.
func TestUnequalNodes(t *testing.T) {
	g := &Grid{Names: []string{"tree", "hierarchical"}, Unit: Ranks, Scales: []int{8, 12, 32}, Sizes: []units.Bytes{4 << 20}}
	f := fieldOf(g)
	f.Scenario = func(of, scale int) (scenarios.Scenario, error) {
		return asked("fabric", "hgx-h100", "nodes", strconv.Itoa((scale+7)/8), "ranks", strconv.Itoa(scale), "collective", "all_reduce", "bytes", "4 MiB", "algorithm", g.Names[of])
	}
	if _, err := f.Settle(g); err != nil {
		t.Fatal(err)
	}
	c, err := g.Answer(f.Play)
	if err != nil {
		t.Fatal(err)
	}
	if why := c.Places[1].Cells[1].Refused; !strings.Contains(why, "nodes of equal size") {
		t.Errorf("12 ranks on nodes of 8: %q", why)
	}
	if got := c.Places[1].Winners; len(got) != 1 || got[0] != "tree" || c.Places[1].Second != "" {
		t.Errorf("tree alone runs there: %+v", c.Places[1])
	}
	for _, x := range c.Crossings {
		if x.Low%8 != 0 || x.High%8 != 0 {
			t.Errorf("hierarchical was judged at %d or %d ranks", x.Low, x.High)
		}
	}
}

// TestSettleTakesOneLevel: the longest run decides for all.
func TestSettleTakesOneLevel(t *testing.T) {
	for _, c := range []struct {
		sizes string
		level string
		says  string
	}{{"8B,1MiB", "packet", "less than 10 million"}, {"8B,4GiB", "message", "more than 10 million"}} {
		g := &Grid{Names: []string{"tree", "ring"}, Unit: Nodes, Scales: []int{1, 2}}
		g.Sizes, _ = ParseSizes(c.sizes)
		f := fieldOf(g)
		note, err := f.Settle(g)
		if err != nil || f.Level != c.level || !strings.Contains(note, c.says) {
			t.Errorf("%s: %s, %s, %v", c.sizes, f.Level, note, err)
		}
	}
}

// TestStopped: a Watch that says no ends a comparison, and what is known is there.
func TestStopped(t *testing.T) {
	g := &Grid{Names: []string{"tree", "ring"}, Unit: Nodes, Scales: []int{1}, Sizes: []units.Bytes{8, 1 << 20}}
	f := fieldOf(g)
	if _, err := f.Settle(g); err != nil {
		t.Fatal(err)
	}
	ended := 0
	f.Watch = func(p scenarios.Progress) bool {
		if p.Ended {
			ended++
		}
		return ended < 2
	}
	c, err := g.Answer(f.Play)
	if !errors.As(err, new(*scenarios.Stopped)) || c == nil || c.Partial == "" {
		t.Fatalf("%+v, %v", c, err)
	}
	played := 0
	for _, p := range c.Places {
		for _, cell := range p.Cells {
			if cell.Refused == "" {
				played++
			}
		}
	}
	if played != 2 {
		t.Errorf("%d cells are there of the two runs that ended", played)
	}
}

// TestRingGrowsLinearly is claim H2: at small sizes a ring takes in proportion to its ranks, and beyond 32 GPUs the
// hierarchical way takes less, and less of it at each doubling.
func TestRingGrowsLinearly(t *testing.T) {
	g := &Grid{Names: []string{"ring", "hierarchical"}, Unit: Nodes, Scales: []int{4, 8, 16, 32}, Sizes: []units.Bytes{8 << 10}}
	f := fieldOf(g, "fidelity", "message", "channels", "1")
	if _, err := f.Settle(g); err != nil {
		t.Fatal(err)
	}
	c, err := g.Answer(f.Play)
	if err != nil {
		t.Fatal(err)
	}
	ring := func(i int) units.Duration { return c.Places[i].Cells[0].Total }
	for i := range c.Places[2:] {
		if a, b := ring(i+1)-ring(i), ring(i+2)-ring(i+1); b*100 < a*199 || b*100 > a*201 {
			t.Errorf("the ring grows by %v and then by %v: twice the ranks are not twice as much", a, b)
		}
	}
	last := int64(1000)
	for _, p := range c.Places {
		if p.Winners[0] != "hierarchical" || p.Thousandths() <= last {
			t.Errorf("on %d nodes %v wins, and the other takes %d thousandths, after %d", p.Scale, p.Winners, p.Thousandths(), last)
		}
		last = p.Thousandths()
	}
}
