package main

import (
	"fmt"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// chanceColumn is how wide a column of the table of replicates is.
const chanceColumn = 10

// chances lays out what replicates show: percentiles of the total with their interval, and of the groups.
func chances(p *page, r *scenarios.Result) {
	s := r.Replicates
	if s == nil {
		return
	}
	p.line()
	head := left(p.in(bold, "replicates"), nameColumn)
	for _, name := range []string{"p50", "p95", "p99", "mean", "max"} {
		head += right(name, chanceColumn)
	}
	p.line(head, right("p95/p50", chanceColumn+2))
	sample(p, "  total", &s.Total)
	ends := func(name string, end func(*scenarios.Percentile) *units.Duration) {
		line := left(name, nameColumn)
		for _, q := range []*scenarios.Percentile{&s.Total.P50, &s.Total.P95, &s.Total.P99} {
			line += right(known(end(q)), chanceColumn)
		}
		p.line(line)
	}
	ends(fmt.Sprintf("    %d %% from", s.Confidence), func(q *scenarios.Percentile) *units.Duration { return q.Low })
	ends("           to", func(q *scenarios.Percentile) *units.Duration { return q.High })
	for g := range ledger.Groups {
		if s.Groups[g].Max > 0 {
			sample(p, "  "+g.String(), &s.Groups[g])
		}
	}
	p.line(fmt.Sprintf("  of %s; all other figures are those of the first", count(s.Count, "run")))
}

func sample(p *page, name string, s *scenarios.Sample) {
	line := left(name, nameColumn)
	for _, d := range []units.Duration{s.P50.At, s.P95.At, s.P99.At, s.Mean, s.Max} {
		line += right(d.Short(), chanceColumn)
	}
	tail := nothing
	if s.Tail != nil {
		tail = s.Tail.String()
	}
	p.line(line, right(tail, chanceColumn+2))
}

// known writes a duration that there may be too few replicates to tell.
func known(d *units.Duration) string {
	if d == nil {
		return nothing
	}
	return d.Short()
}
