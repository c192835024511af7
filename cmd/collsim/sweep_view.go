package main

import (
	"fmt"
	"strings"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

// view is what a report shows.
type view struct {
	*gathered
	figure scenarios.Measure
	tables []tableOf
}

// tableOf is a table with the figure of every point.
type tableOf struct {
	sweep.Table
	cells [][]cellOf
}

// cellOf is the figure of one point.
type cellOf struct {
	point *sweep.Record // nil = it is missing
	text  string        // for readers
	exact string        // for programs; "" = undefined
}

// figuresOf works out the figure of every point of tables.
func figuresOf(tables []sweep.Table, figure scenarios.Measure) ([]tableOf, error) {
	var all []tableOf
	for _, t := range tables {
		of := tableOf{Table: t}
		for _, line := range t.Cells {
			var row []cellOf
			for _, r := range line {
				cell, err := figureOf(r, figure)
				if err != nil {
					return nil, err
				}
				row = append(row, cell)
			}
			of.cells = append(of.cells, row)
		}
		all = append(all, of)
	}
	return all, nil
}

func figureOf(r *sweep.Record, figure scenarios.Measure) (cellOf, error) {
	switch {
	case r == nil:
		return cellOf{nil, "missing", ""}, nil
	case r.Error != "":
		return cellOf{r, "failed", ""}, nil
	}
	answer, err := r.Answer()
	if err != nil {
		return cellOf{}, err
	}
	c := cellOf{r, figure.Text(answer), ""}
	if v, err := figure.Number(answer); err == nil {
		if c.exact = v.FloatString(6); v.IsInt() {
			c.exact = v.Num().String()
		}
	} else if figure.Unit() == "" && c.text != nothing {
		c.exact = c.text
	}
	return c, nil
}

// render writes a report in one of the forms of output.
func (v *view) render(output string) ([]byte, error) {
	switch output {
	case "json":
		return v.asJSON()
	case "csv":
		return v.asCSV()
	case "markdown":
		return v.asMarkdown(), nil
	}
	return v.asTable(), nil
}

// mostErrors is how many failed points are told one by one.
const mostErrors = 5

// notes are what there is to say beside the figures.
func (v *view) notes() []string {
	var notes []string
	for _, a := range v.merged.Vain() {
		notes = append(notes, fmt.Sprintf("%s changed nothing: its %d values gave the same results at all points", a.Name, len(a.Values)))
	}
	if v.gaps != nil {
		notes = append(notes, v.gaps.Error())
	}
	told := 0
	for i := range v.merged.Records {
		r := &v.merged.Records[i]
		if r.Error == "" {
			continue
		}
		if told++; told > mostErrors {
			notes = append(notes, fmt.Sprintf("and %d more failed", v.merged.Failed-mostErrors))
			break
		}
		notes = append(notes, fmt.Sprintf("point %d (%v) failed: %s", r.Index, r.Values, r.Error))
	}
	return notes
}

func (v *view) title() string {
	title := fmt.Sprintf("%s of %s, %s", v.figure.Name(), v.plan.Name, count(len(v.plan.Points), "point"))
	if v.plan.Fidelity != "" {
		title += ", fidelity " + v.plan.Fidelity
	}
	return title
}

// heads are the words over the columns of a table.
func (t *tableOf) heads(figure string) []string {
	if t.Columns == nil {
		return []string{figure}
	}
	var all []string
	for i := range t.Columns.Values {
		all = append(all, t.Columns.Label(i))
	}
	return all
}

// corner is the word over the rows.
func (t *tableOf) corner() string {
	if t.Columns == nil {
		return t.Rows.Name
	}
	return t.Rows.Name + " \\ " + t.Columns.Name
}

func (v *view) asTable() []byte {
	p := &page{}
	p.paragraph("", v.title())
	for i := range v.tables {
		t := &v.tables[i]
		p.line()
		if t.Title != "" {
			p.paragraph("", t.Title)
		}
		t.write(p, v.figure.Name())
	}
	if notes := v.notes(); len(notes) > 0 {
		p.line()
		for _, n := range notes {
			p.paragraph("note: ", n)
		}
	}
	return []byte(p.String())
}

// write lays a table out. One that is wider than the screen goes on below.
func (t *tableOf) write(p *page, figure string) {
	heads := t.heads(figure)
	first := letters(t.corner())
	for i := range t.Rows.Values {
		first = max(first, letters(t.Rows.Label(i)))
	}
	wide := make([]int, len(heads))
	for k := range heads {
		wide[k] = letters(heads[k])
		for i := range t.cells {
			wide[k] = max(wide[k], letters(t.cells[i][k].text))
		}
	}
	for from := 0; from < len(heads); {
		to, sum := from, first
		for to < len(heads) && (to == from || sum+2+wide[to] <= screen) {
			sum += 2 + wide[to]
			to++
		}
		if from > 0 {
			p.line()
		}
		line := left(t.corner(), first)
		for k := from; k < to; k++ {
			line += "  " + right(heads[k], wide[k])
		}
		p.line(line)
		for i := range t.Rows.Values {
			line := left(t.Rows.Label(i), first)
			for k := from; k < to; k++ {
				line += "  " + right(t.cells[i][k].text, wide[k])
			}
			p.line(line)
		}
		from = to
	}
}

func (v *view) asMarkdown() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n", escape(v.title()))
	for i := range v.tables {
		t := &v.tables[i]
		if t.Title != "" {
			fmt.Fprintf(&b, "\n%s\n", escape(t.Title))
		}
		heads := t.heads(v.figure.Name())
		fmt.Fprintf(&b, "\n| %s |", escape(strings.ReplaceAll(t.corner(), "\\", "/")))
		for _, h := range heads {
			b.WriteString(" " + escape(h) + " |")
		}
		b.WriteString("\n|---|" + strings.Repeat("---:|", len(heads)) + "\n")
		for i := range t.Rows.Values {
			b.WriteString("| " + escape(t.Rows.Label(i)) + " |")
			for _, c := range t.cells[i] {
				b.WriteString(" " + escape(c.text) + " |")
			}
			b.WriteString("\n")
		}
	}
	for _, n := range v.notes() {
		fmt.Fprintf(&b, "\nnote: %s\n", escape(n))
	}
	return []byte(b.String())
}
