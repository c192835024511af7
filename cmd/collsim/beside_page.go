package main

import (
	"slices"
	"strings"

	"collsim/scenarios"
)

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
