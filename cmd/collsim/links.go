package main

import (
	"cmp"
	"slices"
	"strings"

	"collsim/scenarios"
	"collsim/sim/units"
)

// How many lines are printed of each table.
const linkRows = 8

// Columns of the tables of links.
const (
	linkColumn  = 30
	figureWidth = 10
)

// links lays out what links did.
func links(p *page, r *scenarios.Result) {
	l := r.Links
	if l == nil {
		return
	}
	p.line()
	busy(p, l)
	waiting(p, l)
	packets(p, l)
	costs(p, r)
	p.paragraph("  note: ", l.Note)
}

// busy lists the links that send longest.
func busy(p *page, l *scenarios.Links) {
	p.line(p.in(bold, left("busiest links", linkColumn)), right("bytes", figureWidth), right("busy", 9), "  over the run")
	for i := range l.All[:min(linkRows, len(l.All))] {
		u := &l.All[i]
		percent := u.Percent.String()
		p.line(left("  "+u.Link, linkColumn), right(u.Bytes.Short(), figureWidth), right(percent[:len(percent)-1]+" %", 9), "  ", spark(u.Parts, l.Edges))
	}
	further(p, len(l.All), "link")
}

// further says what a table leaves out.
func further(p *page, all int, thing string) {
	if n := all - linkRows; n > 0 {
		p.line("  and ", count(n, "more "+thing), ", see --output json")
	}
}

// spark draws for how much of each part of the run a link was busy, in eighths of a letter's height, rounded up.
func spark(parts, edges []units.Duration) string {
	var b strings.Builder
	for i, busy := range parts {
		whole := edges[i+1] - edges[i]
		eighths := units.Duration(0)
		if whole > 0 {
			eighths = min(8, (busy*8+whole-1)/whole)
		}
		b.WriteString(string([]rune(" ▁▂▃▄▅▆▇█")[eighths]))
	}
	return b.String()
}

// waiting lists the links that most waits for, and why they stood still meanwhile. Senders' own bytes are left out.
func waiting(p *page, l *scenarios.Links) {
	var all []*scenarios.LinkUse
	for i := range l.All {
		if u := &l.All[i]; !u.Source && (u.Peak > 0 || u.Starved+u.Paused+u.Blocked > 0) {
			all = append(all, u)
		}
	}
	if len(all) == 0 {
		return
	}
	slices.SortStableFunc(all, func(x, y *scenarios.LinkUse) int {
		return cmp.Or(cmp.Compare(y.Mean, x.Mean), cmp.Compare(y.Starved+y.Paused+y.Blocked, x.Starved+x.Paused+x.Blocked))
	})
	p.line(p.in(bold, left("waiting for links", linkColumn)), right("at most", figureWidth), right("on average", figureWidth+1), right("no credit", figureWidth),
		right("paused", figureWidth-1), right("hol", figureWidth-1))
	for _, u := range all[:min(linkRows, len(all))] {
		p.line(left("  "+u.Link, linkColumn), right(u.Peak.Short(), figureWidth), right(u.Mean.Short(), figureWidth+1), right(some(u.Starved), figureWidth),
			right(some(u.Paused), figureWidth-1), right(some(u.Blocked), figureWidth-1))
	}
	further(p, len(all), "link")
}

// some is a time, or that there was none.
func some(d units.Duration) string {
	if d == 0 {
		return nothing
	}
	return d.Short()
}

// packets lists the links at which packets were marked, dropped or lost.
func packets(p *page, l *scenarios.Links) {
	var all []*scenarios.LinkUse
	for i := range l.All {
		if u := &l.All[i]; u.Marked+u.Dropped+u.Lost > 0 {
			all = append(all, u)
		}
	}
	if len(all) == 0 {
		return
	}
	slices.SortStableFunc(all, func(x, y *scenarios.LinkUse) int {
		return cmp.Or(cmp.Compare(y.Dropped+y.Lost, x.Dropped+x.Lost), cmp.Compare(y.Marked, x.Marked))
	})
	p.line(p.in(bold, left("packets", linkColumn)), right("of", figureWidth), right("marked", figureWidth), right("dropped", figureWidth), right("lost", figureWidth))
	for _, u := range all[:min(linkRows, len(all))] {
		p.line(left("  "+u.Link, linkColumn), right(grouped(u.Packets), figureWidth), right(grouped(u.Marked), figureWidth), right(grouped(u.Dropped), figureWidth),
			right(grouped(u.Lost), figureWidth))
	}
	further(p, len(all), "link")
}

// costs lists what links cost the critical path, most first: by kind of link, and then one by one.
func costs(p *page, r *scenarios.Result) {
	e := exactFor(r.Total)
	rows := func(title string, all []scenarios.Cost) {
		p.line(p.in(bold, "critical path, "+title))
		for _, c := range all[:min(linkRows, len(all))] {
			p.line(left("  "+c.Component.String(), nameColumn), right(e.text(c.Span), spanColumn), right(percent(int(thousandths(c.Span, r.Total))), shareColumn), "  at ", c.Link)
		}
		further(p, len(all), "cost")
	}
	one := r.Links.Costs()
	if len(one) == 0 {
		return
	}
	if kinds := r.Links.CostsByKind(); 2*len(kinds) <= len(one) { // else they say the same
		rows("by kind of link", kinds)
	}
	rows("by link", one)
}
