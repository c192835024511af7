package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/scenarios/compare"
	"collsim/sim/ledger"
)

// render writes a comparison in the form asked for.
func (v *versus) render(c *compare.Comparison, paint bool) ([]byte, error) {
	switch v.output {
	case "json":
		return scenarios.IndentedJSON(c)
	case "csv":
		return placesCSV(c)
	case "markdown":
		return []byte(placesMarkdown(c)), nil
	}
	p := &page{paint: paint}
	placesTable(p, c)
	return []byte(p.String()), nil
}

// placesCSV writes one line a run.
func placesCSV(c *compare.Comparison) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{"name", c.Unit, "bytes", "total_ps", "rounds", "algbw_bytes_per_s", "busbw_bytes_per_s", "bound_ps", "bound_percent", "wins", "hash", "refused"}
	if c.Unit != compare.Ranks {
		head = append(head[:2], append([]string{compare.Ranks}, head[2:]...)...)
	}
	for part := range ledger.Components {
		head = append(head, part.String()+"_ps")
	}
	lines := [][]string{head}
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	for i := range c.Places {
		p := &c.Places[i]
		for of := range p.Cells {
			cell := &p.Cells[of]
			line := []string{c.Names[of], strconv.Itoa(p.Scale)}
			if c.Unit != compare.Ranks {
				line = append(line, strconv.Itoa(cell.Ranks))
			}
			line = append(line, whole(int64(p.Bytes)))
			if cell.Refused != "" {
				line = append(append(line, make([]string, 7)...), "false", "", cell.Refused)
				line = append(line, make([]string, ledger.Components)...)
				lines = append(lines, line)
				continue
			}
			line = append(line, whole(int64(cell.Total)), strconv.Itoa(cell.Rounds), number(cell.Algbw), number(cell.Busbw), whole(int64(cell.Bound)), cell.Percent.String(),
				strconv.FormatBool(p.Wins(of)), cell.Hash, "")
			for _, d := range cell.Path {
				line = append(line, whole(int64(d)))
			}
			lines = append(lines, line)
		}
	}
	err := w.WriteAll(lines)
	return b.Bytes(), err
}

// placesMarkdown writes the table of winners and the crossings for a document.
func placesMarkdown(c *compare.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n| |", escape(placesTitle(c)))
	for _, scale := range c.Scales {
		b.WriteString(" " + scaleName(c, scale) + " |")
	}
	b.WriteString("\n|---:|" + strings.Repeat("---|", len(c.Scales)) + "\n")
	for i, n := range c.Sizes {
		fmt.Fprintf(&b, "| %v |", n)
		for j := range c.Scales {
			b.WriteString(" " + escape(verdict(&c.Places[j*len(c.Sizes)+i], func(name string) string { return name })) + " |")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n| over | where | from | to | last at | first at | why |\n|---|---|---|---|---:|---:|---|\n")
	for i := range c.Crossings {
		x := &c.Crossings[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", x.Over, crossingPlace(c, x), escape(tied(x.From)), escape(tied(x.To)),
			exactPlace(x, x.Low), exactPlace(x, x.High), escape(x.Why))
	}
	fmt.Fprintf(&b, "\nfidelity: %s: %s\n", c.Fidelity, escape(c.FidelityNote))
	return b.String()
}
