package compare

import (
	"errors"
	"fmt"

	"collsim/scenarios"
)

// Field is the competitors, ready to be played.
type Field struct {
	// Scenario is a competitor at a scale, at some size. Its error says why there is none.
	Scenario func(of, scale int) (scenarios.Scenario, error)
	Each     scenarios.Each
	Watch    scenarios.Watch
	Level    string // of all runs; [Field.Settle] finds it

	open map[entry]*opened
}

// entry is a competitor at a scale.
type entry struct{ of, scale int }

// opened is an entry that is wired and proved.
type opened struct {
	series  *scenarios.Series
	refused string // why it cannot run; "" = it can
	err     error  // that ends the comparison
}

// auto is the fidelity that is chosen for all.
const auto = "auto"

// Settle finds the level at which all of a grid is played, and says why it is that: the one that scenarios ask for, or
// what auto takes for the longest run.
func (f *Field) Settle(g *Grid) (note string, err error) {
	var entries []entry
	for _, scale := range g.Scales {
		for of := range g.Names {
			entries = append(entries, entry{of, scale})
		}
	}
	if err := f.prepare(entries); err != nil {
		return "", err
	}
	asked, most, longest := "", int64(0), entry{}
	largest := g.Sizes[len(g.Sizes)-1]
	for _, e := range entries {
		o := f.open[e]
		if o.refused != "" {
			continue
		}
		level := o.series.Fidelity()
		if asked != "" && level != asked {
			return "", fmt.Errorf("fidelity: %s asks for %s, others for %s: times of two levels cannot be compared; valid: one for all, with --fidelity", g.Names[e.of], level, asked)
		}
		asked = level
		if n, err := o.series.Decisions(largest, f.Watch); err == nil && n > most {
			most, longest = n, e
		}
	}
	f.Level = asked
	if asked != auto {
		return "as asked for", nil
	}
	f.Level = scenarios.AutoLevel(most)
	than := "less"
	if f.Level != "packet" {
		than = "more"
	}
	return fmt.Sprintf("auto takes one level for all, so that times can be compared: the longest run, %s on %s with %s, would need %s than 10 million decisions of ports by packets (about %s)",
		g.Names[longest.of], count(int64(longest.scale), g.Unit), largest, than, about(most)), nil
}

// Refusals are why competitors cannot run at scales, where none can: nothing is left to compare.
func (f *Field) Refusals(g *Grid) (all []string) {
	for _, scale := range g.Scales {
		for of := range g.Names {
			o := f.open[entry{of, scale}]
			if o.refused == "" {
				return nil
			}
			all = append(all, o.refused)
		}
	}
	return all
}

// prepare opens entries that are not open yet.
func (f *Field) prepare(entries []entry) error {
	if f.open == nil {
		f.open = map[entry]*opened{}
	}
	var fresh []entry
	for _, e := range entries {
		if f.open[e] == nil {
			f.open[e] = &opened{}
			fresh = append(fresh, e)
		}
	}
	f.Each(len(fresh), func(i int) { f.open[fresh[i]].wire(f, fresh[i]) })
	for _, e := range fresh {
		if err := f.open[e].err; err != nil {
			return err
		}
	}
	return nil
}

// wire opens an entry.
func (o *opened) wire(f *Field, e entry) {
	s, err := f.Scenario(e.of, e.scale)
	if err == nil {
		o.series, err = scenarios.NewSeries(s, f.Watch)
	}
	o.refused, o.err = judged(err)
}

// judged says of an error whether it only means that one cannot run, or ends it all.
func judged(err error) (refused string, ends error) {
	var broken *scenarios.BoundBroken
	switch {
	case err == nil:
		return "", nil
	case errors.As(err, new(*scenarios.Stopped)), errors.As(err, &broken) && broken.Fidelity != "postal":
		return "", err
	}
	var problems scenarios.Problems
	if errors.As(err, &problems) && len(problems) > 0 {
		p := problems[0]
		p.Where = scenarios.Where{}
		return p.String(), nil
	}
	return err.Error(), nil
}

// Play plays points. It is a [Play].
func (f *Field) Play(points []Point) ([]Cell, error) {
	var entries []entry
	for _, p := range points {
		entries = append(entries, entry{p.Of, p.Scale})
	}
	if err := f.prepare(entries); err != nil {
		return nil, err
	}
	cells, errs := make([]Cell, len(points)), make([]error, len(points))
	f.Each(len(points), func(i int) { cells[i], errs[i] = f.cell(points[i]) })
	var ended error
	for i, err := range errs {
		if err != nil {
			cells[i].lost = true
			ended = err
		}
	}
	return cells, ended
}

// cell plays a point.
func (f *Field) cell(p Point) (Cell, error) {
	o := f.open[entry{p.Of, p.Scale}]
	if o.refused != "" {
		return Cell{Refused: o.refused}, nil
	}
	r, err := o.series.At(p.Bytes, f.Level, f.watch(p))
	if err != nil {
		refused, err := judged(err)
		return Cell{Ranks: o.series.Ranks(), Refused: refused}, err
	}
	return cellOf(r), nil
}

// watch is the Watch told which point runs: several do at the same time, and are alike in all else that it is told.
func (f *Field) watch(p Point) scenarios.Watch {
	if f.Watch == nil {
		return nil
	}
	name := fmt.Sprintf("%d/%d/%d", p.Of, p.Scale, int64(p.Bytes))
	return func(at scenarios.Progress) bool {
		at.Change = name
		return f.Watch(at)
	}
}

// cellOf is what a comparison keeps of a result.
func cellOf(r *scenarios.Result) Cell {
	return Cell{Ranks: r.Ranks, Total: r.Total, Rounds: r.Rounds, Algbw: r.Algbw, Busbw: r.Busbw, Bound: r.Bound.Total, Percent: r.Bound.Percent,
		Path: r.CriticalPath, Hash: r.Hash}
}

// about rounds a count for a reader.
func about(n int64) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%d million", n/1_000_000)
	case n >= 1000:
		return fmt.Sprintf("%d thousand", n/1000)
	}
	return fmt.Sprint(n)
}
