package compare

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// DifferenceSchema is the value of the schema key of a difference.
const DifferenceSchema = "collsim.difference/v1"

// Named is a result by what it is called among others: a variant, or the values of a point of a sweep.
type Named struct {
	Name   string
	Result scenarios.Result
}

// Difference is what tells results from earlier ones of the same names.
type Difference struct {
	Schema string   `json:"schema"`
	Before string   `json:"before"` // what messages call the earlier ones
	After  string   `json:"after"`
	Pairs  []Pair   `json:"pairs"`
	Gone   []string `json:"gone"` // earlier ones of which there are none any more
	New    []string `json:"new"`
	Failed []string `json:"failed"` // what --fail-if says of them; none = all is right
}

// Pair is what tells one result from an earlier one.
type Pair struct {
	Name    string         `json:"name,omitempty"`
	Before  units.Duration `json:"before_ps"`
	After   units.Duration `json:"after_ps"`
	Ratio   *json.Number   `json:"ratio"`      // of after to before, three decimals; null where before is 0
	Changes []Change       `json:"changes"`    // in the scenario and its parameters
	Parts   []Part         `json:"components"` // those that differ, largest first; they sum to after less before
	Figures []Figure       `json:"figures"`    // others that differ

	before, after *scenarios.Result
}

// Part is what a component adds to the difference.
type Part struct {
	Component string         `json:"component"`
	Before    units.Duration `json:"before_ps"`
	After     units.Duration `json:"after_ps"`
	Adds      units.Duration `json:"adds_ps"`
}

// Figure is a count that differs.
type Figure struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Diff pairs results by their names, and single ones whatever their names, and tells each pair apart.
func Diff(before, after []Named) *Difference {
	d := &Difference{Schema: DifferenceSchema, Pairs: []Pair{}, Gone: []string{}, New: []string{}, Failed: []string{}}
	lone := len(before) == 1 && len(after) == 1
	taken := make([]bool, len(after))
	for i := range before {
		j := slices.IndexFunc(after, func(n Named) bool { return lone || n.Name == before[i].Name })
		if j < 0 || taken[j] {
			d.Gone = append(d.Gone, before[i].Name)
			continue
		}
		taken[j] = true
		d.Pairs = append(d.Pairs, pair(after[j].Name, &before[i].Result, &after[j].Result))
	}
	for j := range after {
		if !taken[j] {
			d.New = append(d.New, after[j].Name)
		}
	}
	return d
}

// pair tells two results apart.
func pair(name string, a, b *scenarios.Result) Pair {
	p := Pair{Name: name, Before: a.Total, After: b.Total, Changes: changes(a, b), Parts: []Part{}, Figures: []Figure{}, before: a, after: b}
	if a.Total > 0 {
		n := json.Number(new(big.Rat).SetFrac64(int64(b.Total), int64(a.Total)).FloatString(3))
		p.Ratio = &n
	}
	for c := range ledger.Components {
		if was, is := a.CriticalPath[c], b.CriticalPath[c]; was != is {
			p.Parts = append(p.Parts, Part{c.String(), was, is, is - was})
		}
	}
	slices.SortStableFunc(p.Parts, func(x, y Part) int { return cmp.Compare(max(y.Adds, -y.Adds), max(x.Adds, -x.Adds)) })
	for _, f := range figures {
		if was, is := f.of(a), f.of(b); was != is {
			p.Figures = append(p.Figures, Figure{f.name, was, is})
		}
	}
	return p
}

// figures are told where they differ.
var figures = []struct {
	name string
	of   func(*scenarios.Result) string
}{
	{"error", func(r *scenarios.Result) string { return r.Error }},
	{"rounds", func(r *scenarios.Result) string { return fmt.Sprint(r.Rounds) }},
	{"depth", func(r *scenarios.Result) string { return fmt.Sprint(r.Depth) }},
	{"messages", func(r *scenarios.Result) string { return fmt.Sprint(r.Messages) }},
	{"payload", func(r *scenarios.Result) string { return r.PayloadBytes.String() }},
	{"on the wire", func(r *scenarios.Result) string { return r.WireBytes.String() }},
	{"busbw", func(r *scenarios.Result) string { return r.Busbw.Short() }},
	{"lower bound", func(r *scenarios.Result) string { return r.Bound.Total.Short() }},
	{"  of the total", func(r *scenarios.Result) string { return r.Bound.Percent.String() + " %" }},
	{"fidelity", func(r *scenarios.Result) string { return r.Fidelity }},
}

// Judge adds what criteria say of every pair. A result that has gone, or that ended in an error, fails where there are
// criteria. The error is that a criterion cannot be judged.
func (d *Difference) Judge(criteria []*scenarios.Criterion) error {
	if len(criteria) == 0 {
		return nil
	}
	for _, name := range d.Gone {
		d.Failed = append(d.Failed, name+": there is no such result any more")
	}
	for i := range d.Pairs {
		p := &d.Pairs[i]
		of := ""
		if p.Name != "" {
			of = p.Name + ": "
		}
		if p.after.Error != "" {
			d.Failed = append(d.Failed, of+"ended in an error: "+p.after.Error)
			continue
		}
		for _, c := range criteria {
			holds, says, err := c.Holds(p.before, p.after)
			if err != nil {
				return fmt.Errorf("%s%v: %w", of, c, err)
			}
			if holds {
				d.Failed = append(d.Failed, fmt.Sprintf("%s%v: %s", of, c, says))
			}
		}
	}
	return nil
}
