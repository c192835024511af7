package compare

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// result runs a small scenario.
func result(t *testing.T, flags ...string) *scenarios.Result {
	t.Helper()
	s, err := asked(append([]string{"fabric", "hgx-h100", "nodes", "2", "collective", "all_reduce", "algorithm", "ring", "bytes", "1 MiB"}, flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := scenarios.Run(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDiff(t *testing.T) {
	base := result(t)
	for _, c := range []struct {
		name string
		of   *scenarios.Result
		want []Change
	}{
		{"itself", base, []Change{}},
		{"a parameter", result(t, "set", "nic.rate=200 Gb/s"), []Change{{"~", "set.network.rate", "50 GB/s", "25 GB/s"}}},
		{"a parameter at its default", result(t, "set", "nic.rate=400 Gb/s"), []Change{}},
		{"size", result(t, "bytes", "2 MiB"), []Change{{"~", "bytes", "1048576 B", "2097152 B"}}},
		{"algorithm", result(t, "algorithm", "hierarchical"), []Change{{"~", "algorithm", "ring", "hierarchical"}, {"+", "inter", "", "ring"}}},
		{"a straggler", result(t, "set", "ranks.3.start=1 us"), []Change{{"+", "ranks.3.start", "", "1000000 ps"}, {"+", "ranks.3.slow", "", "1"}}},
	} {
		d := Diff([]Named{{"a", *base}}, []Named{{"b", *c.of}})
		if diff := cmp.Diff(c.want, d.Pairs[0].Changes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		d.Pairs[0].sums(t)
	}
}

// sums checks that components add up to the difference.
func (p *Pair) sums(t *testing.T) {
	t.Helper()
	sum := units.Duration(0)
	for _, part := range p.Parts {
		sum += part.Adds
		if part.Adds == 0 || part.Before+part.Adds != part.After {
			t.Errorf("%+v", part)
		}
	}
	if sum != p.After-p.Before {
		t.Errorf("components add %v to %v, and the total is %v", sum, p.Before, p.After)
	}
}

// TestDiffSums: whatever the breakdowns, what components add is the difference, to the picosecond.
func TestDiffSums(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		made := func() scenarios.Result {
			var x scenarios.Result
			for c := range ledger.Components {
				if r.IntN(2) == 0 {
					x.CriticalPath[c] = units.Duration(r.Int64N(1 << 40))
				}
				x.Total += x.CriticalPath[c]
			}
			return x
		}
		d := Diff([]Named{{"", made()}}, []Named{{"", made()}})
		d.Pairs[0].sums(t)
	}
}

func TestDiffPairs(t *testing.T) {
	named := func(names ...string) (all []Named) {
		for _, n := range names {
			all = append(all, Named{Name: n})
		}
		return all
	}
	d := Diff(named("a", "b", "b", "c"), named("c", "d", "b"))
	var pairs []string
	for _, p := range d.Pairs {
		pairs = append(pairs, p.Name)
	}
	if !slices.Equal(pairs, []string{"b", "c"}) || !slices.Equal(d.Gone, []string{"a", "b"}) || !slices.Equal(d.New, []string{"d"}) {
		t.Errorf("pairs %v, gone %v, new %v", pairs, d.Gone, d.New)
	}
}

func TestJudge(t *testing.T) {
	a, b := result(t, "bytes", "64 MiB", "fidelity", "message"), result(t, "bytes", "64 MiB", "fidelity", "message", "set", "nic.rate=200 Gb/s")
	for text, want := range map[string]string{
		"total > 1.05x":                  "it was",
		"total>100x":                     "",
		"total>=1x":                      "total is",
		"busy[node0/nic0>leaf0] > 1 ps":  "busy[node0/nic0>leaf0] is",
		"total <= 100x":                  "it was",
		"total > 10 us":                  "total is",
		"rounds > 30":                    "",
		"rounds != 30":                   "",
		"rounds = 30":                    "rounds is 30",
		"busbw < 0.99x":                  "busbw is",
		"share.serialize > 1 %":          "share.serialize is",
		"total > 1.0 x before.total":     "total is",
		"protocol > before.total":        "",
		"total > before.total + 1000 ms": "",
		"total >= after.total":           "total is",
	} {
		c, err := scenarios.ParseCriterion(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		d := Diff([]Named{{"x", *a}}, []Named{{"x", *b}})
		if err := d.Judge([]*scenarios.Criterion{c}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got := strings.Join(d.Failed, ""); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}

// TestJudgeMissing: what is not there any more, or ended in an error, is not right.
func TestJudgeMissing(t *testing.T) {
	c, err := scenarios.ParseCriterion("rounds > 30")
	if err != nil {
		t.Fatal(err)
	}
	r := result(t)
	failed := *r
	failed.Error = "gave up"
	d := Diff([]Named{{"a", *r}, {"b", *r}}, []Named{{"b", failed}, {"c", *r}})
	if err := d.Judge([]*scenarios.Criterion{c}); err != nil || len(d.Failed) != 2 {
		t.Errorf("%q, %v", d.Failed, err)
	}
	undefined, err := scenarios.ParseCriterion("own[99] > 1.05x")
	if err != nil {
		t.Fatal(err)
	}
	d = Diff([]Named{{"a", *r}}, []Named{{"a", *r}})
	if err := d.Judge([]*scenarios.Criterion{undefined}); err == nil || !strings.Contains(err.Error(), "no such rank") {
		t.Errorf("a figure that is not there was judged: %v", err)
	}
}

func TestParseCriterionRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "not a condition",
		"total":                "not a condition",
		"total > ":             "not a condition",
		"total ~ 1.05x":        "not a condition",
		"totl > 1.05x":         "did you mean total?",
		"total > 1.05":         "needs a unit",
		"total > x":            "not",
		"total > 5 rounds":     "not a unit",
		"total > before.busbw": "a rate where a duration is expected",
		"fidelity = packet":    "a word, not a number",
		"total > -1x":          "not",
	} {
		if c, err := scenarios.ParseCriterion(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, not %s", text, c, err, want)
		}
	}
}

// TestLeaves: keys keep their order, lists are values, objects inside go by their paths.
func TestLeaves(t *testing.T) {
	got := leaves(json.RawMessage(`{"b": {"y": "1", "x": [1, {"z": 2}]}, "a": 3, "c": {}}`))
	want := []leaf{{"b.y", "1"}, {"b.x", `[1,{"z":2}]`}, {"a", "3"}}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
