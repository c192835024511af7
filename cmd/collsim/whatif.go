package main

import (
	"fmt"
	"strings"

	"collsim/scenarios"
)

// changeColumn is how wide the names of changes are.
const changeColumn = 36

// changes lays out a sensitivity table.
func changes(p *page, r *scenarios.Result) {
	s := r.WhatIf
	if s == nil {
		return
	}
	p.line()
	if s.Base == 0 {
		p.paragraph(p.in(bold, "what if:")+" ", s.Note)
		return
	}
	p.line(p.in(bold, left("what if", changeColumn)), right("total", 14), right("of now", 10), "   ", "regime")
	for i := range s.Changes {
		c := &s.Changes[i]
		total, ratio := nothing, "no effect"
		switch {
		case c.Total == nil:
			ratio = "cannot run"
		case c.Note == "":
			total, ratio = c.Total.Short(), times(*c.Total, s.Base)
		}
		p.line(left("  "+c.Name, changeColumn), right(total, 14), right(ratio, 10), "   ", c.Regime)
		p.paragraph("    ", c.Detail)
		if c.Total == nil {
			p.paragraph("    ", c.Note)
		}
	}
	p.paragraph("  note: ", s.Note)
	p.paragraph("  regime: ", fmt.Sprintf("%s, which is %d %% of the time now", s.Regime, s.Percent))
}

// influences is how many parameters are printed of an interval.
const influences = 3

// interval prints between what the total lies, and which parameters that comes from.
func interval(p *page, r *scenarios.Result) {
	v := r.Interval
	if v == nil {
		return
	}
	p.line()
	ends := func(name string, low, total, high string) {
		p.line(left(name, changeColumn), right(low, 14), right(total, 14), right(high, 14))
	}
	ends(p.in(bold, "interval"), "from", "total", "to")
	ends("  all "+count(len(v.Parameters), "parameter"), v.Low.Short(), v.Total.Short(), v.High.Short())
	for i := range v.Parameters[:min(influences, len(v.Parameters))] {
		q := &v.Parameters[i]
		ends("  "+q.Name, min(q.AtLow, q.AtHigh, v.Total).Short(), "", max(q.AtLow, q.AtHigh, v.Total).Short())
		p.paragraph("    ", fmt.Sprintf("%s to %s, for %s is stated as %s", q.Low, q.High, q.Value, q.Uncertainty))
		p.paragraph("    ", q.Note)
	}
	p.paragraph("  note: ", v.Note)
	if len(v.Unknown) > 0 {
		p.paragraph("  not varied: ", strings.Join(v.Unknown, ", "))
	}
	if len(v.Set) > 0 {
		p.paragraph("  taken as set: ", strings.Join(v.Set, ", "))
	}
}
