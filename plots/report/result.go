package report

import (
	"bytes"
	"encoding/json"
	"fmt"

	"collsim/plots"
	"collsim/scenarios"
)

// Extras are figures of one result that need more than the result itself, each drawn already.
type Extras struct {
	Timeline, Loads []byte // SVG; nil = there is none
}

// Results is the page of a run, one result or several variants of one scenario. caption is the command that made them;
// extras are those of each result, and may be nil.
func Results(results []scenarios.Result, caption string, extras []Extras) (*Page, error) {
	if len(results) == 0 {
		return nil, fmt.Errorf("no results, so there is nothing to report")
	}
	p := &Page{Title: title(results), Lead: lead(results)}
	breakdown, err := drawn("Where the time goes on the critical path, by component.", func(b *bytes.Buffer) error {
		return plots.Breakdown(b, "svg", results, caption)
	})
	if err != nil {
		return nil, err
	}
	if len(results) > 1 {
		p.Parts = append(p.Parts, Part{Title: "Side by side", Figures: []Figure{breakdown}, Tables: []Table{beside(results)}})
	}
	for i := range results {
		r := &results[i]
		for _, w := range r.Warnings {
			p.Warnings = append(p.Warnings, of(r, w))
		}
		var x Extras
		if i < len(extras) {
			x = extras[i]
		}
		parts, err := resultParts(r, x, caption)
		if err != nil {
			return nil, err
		}
		if len(results) == 1 {
			parts[0].Figures = []Figure{breakdown}
		}
		for k := range parts {
			parts[k].Title = of(r, parts[k].Title)
		}
		p.Parts = append(p.Parts, parts...)
	}
	if len(results) > 1 {
		p.Parts = append(p.Parts, tornado(results, caption)...)
	}
	return p, nil
}

// drawn is a figure that a function draws.
func drawn(words string, draw func(*bytes.Buffer) error) (Figure, error) {
	var b bytes.Buffer
	err := draw(&b)
	return Figure{words, b.Bytes()}, err
}

// of puts a variant's name before words about it.
func of(r *scenarios.Result, words string) string {
	if r.Variant == "" {
		return words
	}
	return r.Variant + ": " + words
}

func title(results []scenarios.Result) string {
	r := &results[0]
	if r.Name != "" {
		return r.Name + ": " + work(r)
	}
	return question(r)
}

// work is what is done.
func work(r *scenarios.Result) string {
	if r.Bytes == 0 {
		return r.Collective
	}
	return r.Collective + " of " + r.Bytes.Short()
}

// question is what a result answers.
func question(r *scenarios.Result) string {
	fabric := r.Fabric
	if r.Nodes > 1 {
		fabric = fmt.Sprintf("%d x %s", r.Nodes, r.Fabric)
	}
	return fmt.Sprintf("%s, %s, %s on %s", work(r), r.Algorithm, counted(int64(r.Ranks), "rank"), fabric)
}

// lead is the answer in words.
func lead(results []scenarios.Result) []string {
	var lines []string
	best := 0
	for i := range results {
		r := &results[i]
		if r.Error != "" {
			lines = append(lines, of(r, "the run failed: "+r.Error))
			continue
		}
		if results[best].Error != "" || r.Total < results[best].Total {
			best = i
		}
	}
	for i := range results {
		r := &results[i]
		if r.Error != "" {
			continue
		}
		words := fmt.Sprintf("%s takes %s, at the %s level with library %s; no run can take less than %s (%s), which is %s %% of that.",
			question(r), r.Total.Short(), r.Fidelity, r.Library, r.Bound.Total.Short(), r.Bound.Binding, r.Bound.Percent)
		switch {
		case len(results) == 1:
		case i == best:
			words += " It is the fastest."
		case results[best].Total > 0:
			words += " That is " + times(r.Total, results[best].Total) + " times the fastest."
		}
		lines = append(lines, of(r, words))
		if r.Why != "" {
			lines = append(lines, of(r, "why: "+r.Why+"."))
		}
	}
	return lines
}

// beside is a table of results, a line each.
func beside(results []scenarios.Result) Table {
	t := Table{Caption: "Results", Head: head("variant", "algorithm", "ranks", "bytes", "total", "of the bound, %", "busbw", "rounds", "messages")}
	t.Head[1].Number = false
	for i := range results {
		r := &results[i]
		name := r.Variant
		if name == "" {
			name = r.Algorithm
		}
		t.Rows = append(t.Rows, Row{Cells: texts(name, r.Algorithm, grouped(int64(r.Ranks)), r.Bytes.Short(), r.Total.Short(), r.Bound.Percent.String(),
			r.Busbw.Short(), grouped(int64(r.Rounds)), grouped(r.Messages))})
	}
	return t
}

// resultParts are the sections about one result.
func resultParts(r *scenarios.Result, x Extras, caption string) ([]Part, error) {
	parts := []Part{{Title: "Breakdown", Tables: []Table{criticalPath(r), facts(r)}}}
	if x.Timeline != nil {
		parts = append(parts, Part{Title: "Timeline", Figures: []Figure{{"Ranks down, time across, coloured by what each rank's time goes to.", x.Timeline}}})
	}
	parts = append(parts, Part{Title: "Ranks", Words: []string{slowest(r)}, Tables: []Table{perRank(r)}})
	if r.Links != nil {
		part := Part{Title: "Links", Tables: linkTables(r)}
		if r.Links.Note != "" {
			part.Words = append(part.Words, r.Links.Note)
		}
		if x.Loads != nil {
			part.Figures = []Figure{{"What is wired to what, with how long each link was busy.", x.Loads}}
		}
		parts = append(parts, part)
	}
	if r.Variant == "" {
		parts = append(parts, tornado([]scenarios.Result{*r}, caption)...)
	}
	if r.Replicates != nil {
		figure, err := drawn("What the replicates took, from the smallest to the largest.", func(b *bytes.Buffer) error {
			return plots.Percentiles(b, "svg", []scenarios.Result{*r}, caption)
		})
		if err != nil {
			return nil, err
		}
		parts = append(parts, Part{Title: "Replicates", Figures: []Figure{figure}, Tables: []Table{replicates(r)}})
	}
	return append(parts, scenario(r)), nil
}

// tornado is the section about what changes would give, where that was asked for.
func tornado(results []scenarios.Result, caption string) []Part {
	sheets := plots.Sensitivities(results)
	if len(sheets) == 0 {
		return nil
	}
	figure, err := drawn("How far each change moves the total.", func(b *bytes.Buffer) error { return plots.Tornado(b, "svg", sheets, caption) })
	if err != nil {
		return nil // nothing has an effect
	}
	part := Part{Title: "What if", Figures: []Figure{figure}}
	for i := range results {
		r := &results[i]
		if r.WhatIf == nil {
			continue
		}
		t := Table{Caption: of(r, "One thing changed"), Head: head("change", "total", "of now")}
		for _, c := range r.WhatIf.Changes {
			total, ratio := "-", c.Note
			if c.Total != nil {
				total = c.Total.Short()
			}
			if c.Ratio != nil && c.Note == "" {
				ratio = c.Ratio.String() + " x"
			}
			t.Rows = append(t.Rows, Row{Cells: texts(c.Name, total, ratio)})
		}
		part.Tables = append(part.Tables, t)
	}
	return []Part{part}
}

// scenario is the section that says what exactly was asked.
func scenario(r *scenarios.Result) Part {
	p := Part{Title: "Scenario", Words: []string{
		fmt.Sprintf("Hash %s, seed %d, model version %s.", r.Hash, r.Seed, r.ModelVersion),
		"Fidelity: " + r.FidelityNote,
		"Schedule: " + r.Proof,
	}}
	for _, c := range []struct {
		title string
		text  json.RawMessage
	}{{"The resolved scenario, which runs again as it is", r.Scenario}, {"All parameters", r.Parameters}} {
		var b bytes.Buffer
		if len(c.text) > 0 && json.Indent(&b, c.text, "", "  ") == nil {
			p.Codes = append(p.Codes, Code{c.title, b.String()})
		}
	}
	return p
}
