package report

import (
	"fmt"
	"strings"

	"collsim/plots"
	"collsim/scenarios"
	"collsim/sim/ledger"
)

func criticalPath(r *scenarios.Result) Table {
	t := Table{Caption: "Critical path: the parts sum to the total", Head: []Column{{"component", false}, {"time", true}, {"share", true}, {"", false}}}
	shares := ledger.Shares(r.CriticalPath[:])
	for g := range ledger.Groups {
		for c := range ledger.Components {
			if c.Group() != g || r.CriticalPath[c] == 0 {
				continue
			}
			paint := css(plots.Color(c))
			t.Rows = append(t.Rows, Row{Cells: []Cell{{Text: c.String(), Color: paint}, {Text: r.CriticalPath[c].Short()}, {Text: percent(shares[c])}, {Color: paint, Bar: shares[c]}}})
		}
	}
	t.Rows = append(t.Rows, Row{Strong: true, Cells: texts("total", r.Total.String(), percent(1000), "")})
	return t
}

func facts(r *scenarios.Result) Table {
	t := Table{Caption: "Figures", Head: head("", "")}
	for _, f := range [][2]string{
		{"lower bound", r.Bound.Total.String()}, {"of the total", r.Bound.Percent.String() + " %"}, {"set by", r.Bound.Binding},
		{"algbw", r.Algbw.Short()}, {"busbw", r.Busbw.Short()}, {"rounds", grouped(int64(r.Rounds))}, {"depth", grouped(int64(r.Depth))},
		{"messages", grouped(r.Messages)}, {"payload of all messages", r.PayloadBytes.String()}, {"with headers, on first links", r.WireBytes.String()},
		{"channels", grouped(int64(r.Channels))}, {"slices", grouped(int64(r.Slices))},
	} {
		t.Rows = append(t.Rows, Row{Cells: texts(f[0], f[1])})
	}
	return t
}

func perRank(r *scenarios.Result) Table {
	t := Table{Caption: "Each rank's time, over all ranks", Head: head("", "smallest", "median", "largest")}
	for _, s := range []struct {
		name   string
		spread scenarios.Spread
	}{{"own work", r.PerRank.Own}, {"waiting for a peer", r.PerRank.Waiting}, {"idle at the end", r.PerRank.Idle}} {
		t.Rows = append(t.Rows, Row{Cells: texts(s.name, s.spread.Min.Short(), s.spread.Median.Short(), s.spread.Max.Short())})
	}
	return t
}

func slowest(r *scenarios.Result) string {
	if len(r.PerRank.Slowest) == 0 {
		return "No rank is slower than the others."
	}
	var names []string
	for _, n := range r.PerRank.Slowest {
		names = append(names, fmt.Sprint(n))
	}
	return "Ranks with most work of their own: " + strings.Join(names, ", ") + "."
}

// mostRows of a table of links are shown.
const mostRows = 24

func linkTables(r *scenarios.Result) []Table {
	use := Table{Caption: "Busiest links", Head: head("link", "bytes", "busy", "of the run", "most that waited", "waited on average", "no credit")}
	for i := range r.Links.All[:min(mostRows, len(r.Links.All))] {
		u := &r.Links.All[i]
		use.Rows = append(use.Rows, Row{Cells: texts(u.Link, u.Bytes.Short(), u.Busy.Short(), u.Percent.String()+" %", u.Peak.Short(), u.Mean.Short(), u.Starved.Short())})
	}
	if n := len(r.Links.All) - mostRows; n > 0 {
		use.Caption += fmt.Sprintf(", %d of %d", mostRows, len(r.Links.All))
	}
	cost := Table{Caption: "What links cost the critical path, by kind of link", Head: []Column{{"component", false}, {"time", true}, {"of the total", true}, {"at", false}}}
	kinds := r.Links.CostsByKind()
	for _, c := range kinds[:min(mostRows, len(kinds))] {
		cost.Rows = append(cost.Rows, Row{Cells: []Cell{{Text: c.Component.String(), Color: css(plots.Color(c.Component))}, {Text: c.Span.Short()}, {Text: percent(share(c.Span, r.Total))}, {Text: c.Link}}})
	}
	return []Table{use, cost}
}

func replicates(r *scenarios.Result) Table {
	t := Table{Caption: counted(int64(r.Replicates.Count), "replicate"), Head: head("", "smallest", "p50", "p95", "p99", "largest", "mean")}
	line := func(name string, s *scenarios.Sample) {
		t.Rows = append(t.Rows, Row{Cells: texts(name, s.Min.Short(), s.P50.At.Short(), s.P95.At.Short(), s.P99.At.Short(), s.Max.Short(), s.Mean.Short())})
	}
	line("total", &r.Replicates.Total)
	for g := range ledger.Groups {
		if s := &r.Replicates.Groups[g]; s.Max > 0 {
			line(g.String(), s)
		}
	}
	return t
}
