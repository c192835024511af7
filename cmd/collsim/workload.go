package main

import (
	"fmt"
	"strings"

	"collsim/scenarios"
	"collsim/sim/units"
)

// work names what the ranks do.
func work(r *scenarios.Result) string {
	w := r.Workload
	switch {
	case w == nil && r.Bytes == 0:
		return r.Collective
	case w == nil:
		return r.Collective + " of " + r.Bytes.String()
	case w.Kind == "storm":
		return fmt.Sprintf("storm of %s %s, %s", grouped(int64(w.Operations)), r.Collective, r.Bytes.String())
	}
	return fmt.Sprintf("training, %s by %s of %s", count(len(w.Steps), "step"), r.Collective, r.Bytes.String())
}

// mostSteps is how many steps of a workload are printed; of more, the first and the steady one have to do.
const mostSteps = 8

// Columns of the table of steps.
const (
	stepColumn = 12
	tileColumn = 13
)

// steps prints how each step of a workload was spent, by the rank that waits least.
func steps(p *page, r *scenarios.Result) {
	w := r.Workload
	if w == nil {
		return
	}
	p.line()
	if w.Vain > 0 {
		p.paragraph("  in vain: ", w.Vain.Short()+" of attempts at all of it that failed, before the first step")
	}
	head := p.in(bold, left(fmt.Sprintf("rank %d", w.Rank), stepColumn))
	for _, name := range []string{"step", "compute", "hidden", "exposed", "idle"} {
		head += right(name, tileColumn)
	}
	p.line(head)
	tiles(p, "first", &w.First)
	tiles(p, "steady", &w.Steady)
	if len(w.Steps) > 2 && len(w.Steps) <= mostSteps {
		for i := range w.Steps {
			tiles(p, fmt.Sprintf("  %d", w.Steps[i].Step), &w.Steps[i])
		}
	}
	p.paragraph("  operations: ", fmt.Sprintf("%s; %s meant, %s on the wire from the rank that sends most",
		grouped(int64(w.Operations)), w.Meant.String(), w.Sent.String()))
	p.paragraph("  buckets: ", buckets(w.Buckets))
}

func tiles(p *page, name string, s *scenarios.StepTimes) {
	line := left(name, stepColumn)
	for _, text := range []string{s.Time.Short(), s.Compute.Short(), s.Hidden.Short(), s.Exposed.Short(), s.Idle.Short()} {
		line += right(text, tileColumn)
	}
	p.line(line)
}

// buckets writes sizes of operations, equal ones that follow one another as one.
func buckets(sizes []units.Bytes) string {
	const most = 12
	var words []string
	for i := 0; i < len(sizes); {
		n := 1
		for i+n < len(sizes) && sizes[i+n] == sizes[i] {
			n++
		}
		word := sizes[i].Short()
		if n > 1 {
			word = fmt.Sprintf("%d x %s", n, word)
		}
		if i += n; len(words) == most {
			return strings.Join(words, ", ") + fmt.Sprintf(" and %s more", grouped(int64(len(sizes)-i+n)))
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// spent is how results' steps were spent, side by side.
var spent = []fact{
	ofSteps("first step", func(w *scenarios.WorkloadResult) string { return w.First.Time.Short() }),
	ofSteps("steady step", func(w *scenarios.WorkloadResult) string { return w.Steady.Time.Short() }),
	ofSteps("  compute", func(w *scenarios.WorkloadResult) string { return w.Steady.Compute.Short() }),
	ofSteps("  hidden", func(w *scenarios.WorkloadResult) string { return w.Steady.Hidden.Short() }),
	ofSteps("  exposed", func(w *scenarios.WorkloadResult) string { return w.Steady.Exposed.Short() }),
	ofSteps("  idle", func(w *scenarios.WorkloadResult) string { return w.Steady.Idle.Short() }),
	ofSteps("operations", func(w *scenarios.WorkloadResult) string { return grouped(int64(w.Operations)) }),
	ofSteps("bytes meant", func(w *scenarios.WorkloadResult) string { return w.Meant.Short() }),
}

func ofSteps(name string, text func(*scenarios.WorkloadResult) string) fact {
	return fact{name, func(r *scenarios.Result) string {
		if r.Workload == nil {
			return nothing
		}
		return text(r.Workload)
	}}
}

// works tells whether a result is of more than one collective.
func works(r scenarios.Result) bool { return r.Workload != nil }
