package main

import (
	"fmt"
	"slices"
	"strings"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Columns of the table of jobs.
const (
	jobColumn  = 18
	loadColumn = 13
)

// jobs lays out what was on the fabric at the same time: how long each took, how long it takes alone, and what the
// others cost it.
func jobs(p *page, r *scenarios.Result) {
	if len(r.Jobs) == 0 {
		return
	}
	p.line()
	head := left(p.in(bold, plural(r.Jobs)), jobColumn)
	for _, name := range []string{"bytes", "start", "total", "alone", "of others"} {
		head += right(name, loadColumn-1)
	}
	p.line(head)
	for i := range r.Jobs {
		j := &r.Jobs[i]
		line := left(cut("  "+j.Name, jobColumn), jobColumn)
		for _, text := range []string{j.Bytes.Short(), j.Start.Short(), j.Total.Short(), j.Alone.Short(), signed(j.Cost)} {
			line += right(text, loadColumn-1)
		}
		p.line(line)
		p.paragraph("    ", performs(j))
		if j.Cost != 0 || slices.ContainsFunc(j.CostPath[:], func(d units.Duration) bool { return d != 0 }) {
			p.paragraph("    cost of the others: ", difference(j.CostPath))
		}
	}
	for _, b := range r.Background {
		p.paragraph("  background: ", fmt.Sprintf("%s, %s, offered %s in %s", b.Name, count(b.Flows, "flow"), b.Offered.Short(), count(int(b.Messages), "message")))
	}
}

// plural names what the table is of.
func plural(all []scenarios.JobResult) string {
	if all[0].Kind == "collective" {
		return all[0].Kind
	}
	return all[0].Kind + "s"
}

// performs says what a job does, and by whom.
func performs(j *scenarios.JobResult) string {
	who := count(j.Ranks, "rank")
	if j.Teams > 1 {
		who = fmt.Sprintf("%s of %s", count(j.Teams, "team"), who)
	}
	return fmt.Sprintf("%s, %s, %s on %s", j.Collective, j.Algorithm, who, gpus(j))
}

// mostGPUs is how many GPUs are listed; of more, the first ones have to do.
const mostGPUs = 8

func gpus(j *scenarios.JobResult) string {
	first, last, series := j.GPUs[0], j.GPUs[len(j.GPUs)-1], true
	var names []string
	for i, gpu := range j.GPUs {
		series = series && gpu == first+int32(i)
		if i < mostGPUs {
			names = append(names, fmt.Sprint(gpu))
		}
	}
	switch {
	case len(j.GPUs) == 1:
		return fmt.Sprintf("GPU %d", first)
	case series:
		return fmt.Sprintf("GPUs %d to %d", first, last)
	case len(j.GPUs) > mostGPUs:
		return "GPUs " + strings.Join(names, ", ") + " and so on"
	}
	return "GPUs " + strings.Join(names, ", ")
}

// signed writes a duration that may be below 0, with its sign.
func signed(d units.Duration) string {
	switch {
	case d < 0:
		return "-" + (-d).Short()
	case d == 0:
		return d.Short()
	}
	return "+" + d.Short()
}

// difference lists the components that differ.
func difference(d scenarios.Difference) string {
	var parts []string
	for c := range ledger.Components {
		if d[c] != 0 {
			parts = append(parts, c.String()+" "+signed(d[c]))
		}
	}
	return strings.Join(parts, ", ")
}
