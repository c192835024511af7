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

// Columns of a comparison: figures, and beside them a bar where there is room for one.
const (
	figureColumn = 19
	widestBar    = 12
	leastBar     = 4
)

// comparison lays out results side by side, as many as the screen is wide, then what is to be said of each.
func comparison(p *page, results []scenarios.Result) {
	g := sideBySide(results)
	p.paragraph("", p.in(bold, sharedTitle(results)))
	wide := 0
	for _, r := range g.rows {
		wide = max(wide, len(r.name))
	}
	atOnce := max(1, (screen-wide)/figureColumn)
	blocks := (len(g.head) + atOnce - 1) / atOnce
	atOnce = (len(g.head) + blocks - 1) / blocks
	bars := min(widestBar, (screen-wide)/atOnce-figureColumn-1)
	if bars < leastBar {
		bars = 0
	}
	for from := 0; from < len(g.head); from += atOnce {
		p.line()
		g.print(p, from, min(from+atOnce, len(g.head)), wide, bars)
	}
	for i := range results {
		p.line()
		p.line(p.in(bold, g.head[i]))
		reasons(p, &results[i])
		jobs(p, &results[i])
		links(p, &results[i])
		chances(p, &results[i])
		changes(p, &results[i])
		interval(p, &results[i])
		origin(p, &results[i])
	}
	p.line()
	alike(p, "fidelity", g.head, func(i int) string { return results[i].FidelityNote })
	if slices.ContainsFunc(results, func(r scenarios.Result) bool { return r.Grant != nil }) {
		alike(p, "grant", g.head, func(i int) string { return turns(&results[i]) })
	}
	alike(p, "schedule", g.head, func(i int) string { return results[i].Proof })
}

// turns says how much of a message passes a port at a turn.
func turns(r *scenarios.Result) string {
	if r.Grant == nil {
		return "one packet of a message passes a port at a turn"
	}
	return r.Grant.Note
}

// alike prints what is said of results, once for all of which the same is said.
func alike(p *page, lead string, names []string, note func(int) string) {
	var notes []string
	said := map[string][]string{}
	for i, name := range names {
		if said[note(i)] == nil {
			notes = append(notes, note(i))
		}
		said[note(i)] = append(said[note(i)], name)
	}
	for _, n := range notes {
		of := ""
		if len(notes) > 1 {
			of = " of " + strings.Join(said[n], ", ")
		}
		p.paragraph(lead+of+": ", n)
	}
}

// print prints some of the columns.
func (g *grid) print(p *page, from, to, wide, bars int) {
	space := 0
	if bars > 0 {
		space = bars + 1
	}
	line := strings.Repeat(" ", wide)
	for _, name := range g.head[from:to] {
		line += right(cut(name, figureColumn-1), figureColumn) + strings.Repeat(" ", space)
	}
	p.line(p.in(bold, strings.TrimRight(line, " ")))
	for _, r := range g.rows {
		if !r.main && r.shares != nil && !r.any(from, to) {
			continue
		}
		name := left(r.name, wide)
		if r.main {
			name = p.in(bold, name)
		}
		cells := ""
		for i := from; i < to; i++ {
			cells += right(r.cells[i], figureColumn)
			if space > 0 && r.shares != nil {
				cells += " " + left(p.in(groupColours[r.group], bar(r.shares[i], bars)), bars)
			} else {
				cells += strings.Repeat(" ", space)
			}
		}
		p.line(name, cells)
	}
}

// cut shortens a name that is longer than n letters.
func cut(name string, n int) string {
	letters := []rune(name)
	if len(letters) <= n {
		return name
	}
	return string(letters[:n-2]) + ".."
}

// sharedTitle names the scenario and what all its variants have in common.
func sharedTitle(results []scenarios.Result) string {
	var words []string
	if name := results[0].Name; name != "" {
		words = append(words, name+":")
	}
	for _, f := range setting {
		same := true
		for i := range results {
			same = same && f.fact(&results[i]) == f.fact(&results[0])
		}
		if !same {
			continue
		}
		word := f.fact(&results[0])
		switch f.name {
		case "ranks", "channels", "slices":
			word = count(results[0].Ranks, "rank")
			if f.name != "ranks" {
				continue
			}
		case "library":
			word = "library " + word
		case "fidelity":
			word += " level"
		}
		words = append(words, word+",")
	}
	return strings.TrimSuffix(strings.Join(words, " "), ",")
}
