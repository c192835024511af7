package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/scenarios"
	"collsim/scenarios/compare"
	"collsim/scenarios/sweep"
	"collsim/sim/units"
)

// differ tells results from earlier ones and judges them.
func (v *versus) differ(c *cobra.Command, before, after string) error {
	criteria, err := v.criteria(c)
	if err != nil {
		return err
	}
	var sides [2][]compare.Named
	for i, path := range []string{before, after} {
		if sides[i], err = namedResults(c.InOrStdin(), path); err != nil {
			return err
		}
	}
	d := compare.Diff(sides[0], sides[1])
	d.Before, d.After = before, after
	if len(d.Pairs) == 0 {
		return fmt.Errorf("%s and %s have no result of the same name; valid: results of the same variants or points", before, after)
	}
	if err := d.Judge(criteria); err != nil { // nothing is written: the gate itself is wrong
		return fmt.Errorf("--fail-if: %w", err)
	}
	text, err := v.tell(d, colourful(terminal(c.OutOrStdout())) && !v.plain)
	if err != nil {
		return err
	}
	if err := writeOut(c.OutOrStdout(), text); err != nil {
		return err
	}
	if n := len(d.Failed); n > 0 {
		return failed(errors.New("--fail-if: " + strings.Join(d.Failed, "\n--fail-if: ")))
	}
	return nil
}

// criteria are what --fail-if says. Flags that say something of a question have no place beside two results.
func (v *versus) criteria(c *cobra.Command) ([]*scenarios.Criterion, error) {
	for _, name := range []string{"algorithms", "ranks", "nodes", "bytes", "crossings", "plot", "figure"} {
		if c.Flags().Changed(name) {
			return nil, fmt.Errorf("--%s: two results are compared as they are; valid: --fail-if, --output", name)
		}
	}
	for _, f := range v.asked.said(c.Flags()) {
		return nil, fmt.Errorf("--%s: two results are compared as they are; valid: --fail-if, --output", f.Name)
	}
	if v.output == "csv" || !slices.Contains(outputs, v.output) {
		valid := []string{"table", "json", "markdown"}
		return nil, fmt.Errorf("--output: no form for two results: %q%s", v.output, suggest(v.output, valid))
	}
	var all []*scenarios.Criterion
	for _, text := range v.failIf {
		criterion, err := scenarios.ParseCriterion(text)
		if err != nil {
			return nil, fmt.Errorf("--fail-if: %w", err)
		}
		all = append(all, criterion)
	}
	return all, nil
}

// namedResults reads what run wrote, or the journal of a sweep.
func namedResults(stdin io.Reader, path string) ([]compare.Named, error) {
	data, err := readInput(stdin, path)
	if err != nil {
		return nil, err
	}
	first, _, _ := bytes.Cut(data, []byte{'\n'})
	if schemaOf(first) == sweep.JournalSchema {
		return journalled(path, data)
	}
	results, err := scenarios.ReadResults(path, data)
	if err != nil {
		return nil, err
	}
	var all []compare.Named
	for i := range results {
		all = append(all, compare.Named{Name: results[i].Variant, Result: results[i]})
	}
	return all, nil
}

// journalled are the points of a journal, by their values.
func journalled(path string, data []byte) ([]compare.Named, error) {
	j, err := sweep.ReadJournal(path, data)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(j.Records, func(a, b sweep.Record) int { return a.Index - b.Index })
	var all []compare.Named
	for i := range j.Records {
		r := &j.Records[i]
		answer, err := r.Answer()
		if err != nil {
			answer = &scenarios.Result{Error: r.Error, Algbw: scenarios.Undefined, Busbw: scenarios.Undefined}
		}
		all = append(all, compare.Named{Name: r.Values.String(), Result: *answer})
	}
	return all, nil
}

// tell writes a difference in the form asked for.
func (v *versus) tell(d *compare.Difference, paint bool) ([]byte, error) {
	switch v.output {
	case "json":
		return scenarios.IndentedJSON(d)
	case "markdown":
		return []byte(differenceMarkdown(d)), nil
	}
	p := &page{paint: paint}
	p.paragraph("", p.in(bold, "from "+d.Before+" to "+d.After))
	for i := range d.Pairs {
		p.line()
		pairTable(p, &d.Pairs[i])
	}
	p.line()
	for _, name := range d.Gone {
		p.paragraph(p.in(red, "-")+" ", name+": has gone")
	}
	for _, name := range d.New {
		p.paragraph("+ ", name+": is new")
	}
	for _, f := range d.Failed {
		p.paragraph(p.in(red, "fails:")+" ", f)
	}
	return []byte(strings.TrimRight(p.String(), "\n") + "\n"), nil
}

// pairTable lays out what tells one result from an earlier one.
func pairTable(p *page, x *compare.Pair) {
	if x.Name != "" {
		p.line(p.in(bold, x.Name))
	}
	delta := x.After - x.Before
	switch {
	case delta == 0:
		p.paragraph("", fmt.Sprintf("total: %v, the same", x.Before))
	case x.Ratio == nil:
		p.paragraph("", fmt.Sprintf("total: %v, was %v", x.After, x.Before))
	default:
		p.paragraph("", fmt.Sprintf("total: %v -> %v, %s times as long, %s", x.Before, x.After, *x.Ratio, signed(delta)))
	}
	for _, c := range x.Changes {
		p.paragraph("  "+c.Sign+" ", c.Path+": "+changed(c))
	}
	if len(x.Changes) == 0 {
		p.line("  the same scenario, parameters and model")
	}
	for _, f := range x.Figures {
		p.line("  ", left(f.Name, 16), right(f.Before, 16), "  ->", right(f.After, 16))
	}
	if len(x.Parts) == 0 {
		return
	}
	p.line(left("  component", 18), right("before", 16), right("after", 16), right("adds", 18))
	exact := exactFor(max(x.Before, x.After))
	for _, part := range x.Parts {
		p.line(left("  "+part.Component, 18), right(part.Before.Short(), 16), right(part.After.Short(), 16), right(plus(part.Adds)+exact.text(max(part.Adds, -part.Adds)), 18))
	}
	p.line(left("  total", 18), right(x.Before.Short(), 16), right(x.After.Short(), 16), right(plus(delta)+exact.text(max(delta, -delta)), 18))
}

// changed writes a change behind its path.
func changed(c compare.Change) string {
	switch c.Sign {
	case "+":
		return c.After
	case "-":
		return c.Before
	}
	return c.Before + " -> " + c.After
}

func plus(d units.Duration) string {
	if d < 0 {
		return "-"
	}
	return "+"
}

// differenceMarkdown writes a difference for a document or a pull request.
func differenceMarkdown(d *compare.Difference) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**from %s to %s**\n\n| | before | after | ratio | most of it |\n|---|---:|---:|---:|---|\n", escape(d.Before), escape(d.After))
	for i := range d.Pairs {
		x := &d.Pairs[i]
		ratio, most := "", ""
		if x.Ratio != nil {
			ratio = x.Ratio.String()
		}
		if len(x.Parts) > 0 {
			most = x.Parts[0].Component + " " + signed(x.Parts[0].Adds)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", escape(x.Name), x.Before.Short(), x.After.Short(), ratio, most)
	}
	for i := range d.Pairs {
		for _, c := range d.Pairs[i].Changes {
			fmt.Fprintf(&b, "\n%s `%s %s: %s`\n", escape(d.Pairs[i].Name), c.Sign, c.Path, changed(c))
		}
	}
	for _, f := range d.Failed {
		fmt.Fprintf(&b, "\nfails: %s\n", escape(f))
	}
	return b.String()
}
