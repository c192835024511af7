package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// grid is results side by side: one row a fact, one column a result.
type grid struct {
	head []string
	rows []gridRow
}

type gridRow struct {
	name   string
	cells  []string
	main   bool         // a group
	group  ledger.Group // of a row that has shares
	shares []int        // of the critical path, in tenths of a percent; nil = the row has none
}

// sideBySide gathers what tells results apart. The first is what the others are measured against.
func sideBySide(results []scenarios.Result) grid {
	g := grid{}
	for i := range results {
		g.head = append(g.head, title(&results[i], i))
	}
	each := func(name string, fact func(*scenarios.Result) string) {
		row := gridRow{name: name}
		for i := range results {
			row.cells = append(row.cells, fact(&results[i]))
		}
		g.rows = append(g.rows, row)
	}
	differing := func(name string, fact func(*scenarios.Result) string) {
		differ, news := false, false
		for i := range results {
			differ = differ || fact(&results[i]) != fact(&results[0])
			news = news || fact(&results[i]) != g.head[i]
		}
		if differ && news {
			each(name, fact)
		}
	}
	for _, f := range setting {
		differing(f.name, f.fact)
	}
	each("total", func(r *scenarios.Result) string { return ended(r, r.Total.Short()) })
	if len(results) > 1 {
		each("  against "+cut(g.head[0], 10), func(r *scenarios.Result) string { return ended(r, times(r.Total, results[0].Total)) })
	}
	for _, f := range outcome {
		each(f.name, f.fact)
	}
	if slices.ContainsFunc(results, works) {
		for _, f := range spent {
			each(f.name, f.fact)
		}
	}
	g.path(results)
	for _, f := range ranks {
		each(f.name, f.fact)
	}
	return g
}

// nothing stands where a component has no time at all.
const nothing = "-"

type fact struct {
	name string
	fact func(*scenarios.Result) string
}

// setting is what a scenario may vary.
var setting = []fact{
	{"collective", func(r *scenarios.Result) string { return r.Collective }},
	{"algorithm", func(r *scenarios.Result) string { return r.Algorithm }},
	{"bytes", func(r *scenarios.Result) string { return r.Bytes.String() }},
	{"ranks", func(r *scenarios.Result) string { return grouped(int64(r.Ranks)) }},
	{"fabric", servers},
	{"library", func(r *scenarios.Result) string { return r.Library }},
	{"fidelity", func(r *scenarios.Result) string { return r.Fidelity }},
	{"sync", func(r *scenarios.Result) string { return r.Sync }},
	{"channels", func(r *scenarios.Result) string { return strconv.Itoa(r.Channels) }},
	{"slices", func(r *scenarios.Result) string { return strconv.Itoa(r.Slices) }},
}

// outcome is what came out, the total and the critical path left out.
var outcome = []fact{
	{"algbw", func(r *scenarios.Result) string { return r.Algbw.Short() }},
	{"busbw", func(r *scenarios.Result) string { return r.Busbw.Short() }},
	{"rounds", func(r *scenarios.Result) string { return grouped(int64(r.Rounds)) }},
	{"  a round", func(r *scenarios.Result) string { return r.Round.Short() }},
	{"lower bound", func(r *scenarios.Result) string { return r.Bound.Total.Short() }},
	{"  of the total", func(r *scenarios.Result) string { return r.Bound.Percent.String() + " %" }},
	{"messages", func(r *scenarios.Result) string { return grouped(r.Messages) }},
	{"on the wire", func(r *scenarios.Result) string { return r.WireBytes.Short() }},
}

// ranks is each rank's own view: middle and largest.
var ranks = []fact{
	{"own work, median", func(r *scenarios.Result) string { return r.PerRank.Own.Median.Short() }},
	{"          most", func(r *scenarios.Result) string { return r.PerRank.Own.Max.Short() }},
	{"waiting, median", func(r *scenarios.Result) string { return r.PerRank.Waiting.Median.Short() }},
	{"         most", func(r *scenarios.Result) string { return r.PerRank.Waiting.Max.Short() }},
	{"idle at end, most", func(r *scenarios.Result) string { return r.PerRank.Idle.Max.Short() }},
	{"slowest ranks", func(r *scenarios.Result) string {
		if len(r.PerRank.Slowest) == 0 {
			return "all alike"
		}
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(r.PerRank.Slowest), " ", ", "), "[]")
	}},
}

// path adds the critical paths: groups, and components that some result has.
func (g *grid) path(results []scenarios.Result) {
	shares := make([][]int, len(results))
	for i := range results {
		shares[i] = ledger.Shares(results[i].CriticalPath[:])
	}
	for group := range ledger.Groups {
		row := gridRow{name: group.String(), main: true, group: group}
		for i := range results {
			row.add(results[i].Groups[group], groupShare(shares[i], group))
		}
		g.rows = append(g.rows, row)
		for c := range ledger.Components {
			if c.Group() == group {
				g.component(c, results, shares)
			}
		}
	}
}

func (g *grid) component(c ledger.Component, results []scenarios.Result, shares [][]int) {
	row, found := gridRow{name: "  " + c.String(), group: c.Group()}, false
	for i := range results {
		found = found || results[i].CriticalPath[c] != 0
		row.add(results[i].CriticalPath[c], shares[i][c])
	}
	if found {
		g.rows = append(g.rows, row)
	}
}

func (r *gridRow) add(d units.Duration, share int) {
	cell := nothing
	if d != 0 {
		cell = d.Short() + right(percent(share), 8)
	}
	r.cells, r.shares = append(r.cells, cell), append(r.shares, share)
}

// any tells whether one of the cells has something to say.
func (r *gridRow) any(from, to int) bool {
	return slices.ContainsFunc(r.cells[from:to], func(cell string) bool { return cell != nothing })
}

// title is what a result is called among others.
func title(r *scenarios.Result, i int) string {
	if r.Variant != "" {
		return r.Variant
	}
	if r.Algorithm != "" {
		return r.Algorithm
	}
	return fmt.Sprintf("result %d", i+1)
}
