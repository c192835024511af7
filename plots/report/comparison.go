package report

import (
	"fmt"
	"slices"
	"strings"

	"collsim/plots"
	"collsim/scenarios/compare"
)

// Comparison is the page of who wins where. Figures are drawn already, in the order in which they are shown.
func Comparison(c *compare.Comparison, figures []Figure) *Page {
	p := &Page{Title: fmt.Sprintf("%s on %s: which algorithm, where", c.Collective, c.Fabric), Lead: comparisonLead(c), Warnings: c.Warnings}
	if c.Name != "" {
		p.Title = c.Name + ": " + p.Title
	}
	if c.Partial != "" {
		p.Warnings = append(slices.Clone(p.Warnings), "partial: "+c.Partial)
	}
	p.Parts = append(p.Parts, Part{Title: "Winners", Words: []string{"Each cell names the fastest, and by what factor the second best takes longer."},
		Figures: figures, Tables: []Table{winners(c)}})
	if len(c.Crossings) > 0 {
		p.Parts = append(p.Parts, Part{Title: "Where the winner changes", Tables: []Table{crossings(c)}})
	}
	p.Parts = append(p.Parts, Part{Title: "Times", Tables: timesOf(c)})
	if refused := refusals(c); len(refused.Rows) > 0 {
		p.Parts = append(p.Parts, Part{Title: "What cannot run", Tables: []Table{refused}})
	}
	p.Parts = append(p.Parts, Part{Title: "Model", Words: []string{"Fidelity: " + c.Fidelity + ": " + c.FidelityNote, "Library " + c.Library + ", model version " + c.ModelVersion + "."}})
	return p
}

// comparisonLead says how often each wins.
func comparisonLead(c *compare.Comparison) []string {
	lead := []string{fmt.Sprintf("%s of %s x %s x %s, library %s, %s level.", counted(int64(len(c.Places)*len(c.Names)), "run"),
		counted(int64(len(c.Names)), "algorithm"), counted(int64(len(c.Sizes)), "size"), counted(int64(len(c.Scales)), "scale"), c.Library, c.Fidelity)}
	for of, name := range c.Names {
		n := 0
		for i := range c.Places {
			if c.Places[i].Wins(of) {
				n++
			}
		}
		if n > 0 {
			lead = append(lead, fmt.Sprintf("%s is fastest at %s of %s.", name, grouped(int64(n)), counted(int64(len(c.Places)), "place")))
		}
	}
	return lead
}

// byScale is a table with a line a size and a column a scale.
func byScale(c *compare.Comparison, caption string, cell func(*compare.Place) Cell) Table {
	t := Table{Caption: caption, Head: []Column{{"bytes", false}}}
	for _, scale := range c.Scales {
		t.Head = append(t.Head, Column{counted(int64(scale), strings.TrimSuffix(c.Unit, "s")), true})
	}
	for i, n := range c.Sizes {
		row := Row{Cells: texts(n.Short())}
		for j := range c.Scales {
			row.Cells = append(row.Cells, cell(&c.Places[j*len(c.Sizes)+i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func winners(c *compare.Comparison) Table {
	return byScale(c, "Fastest algorithm, and what the second takes over it", func(p *compare.Place) Cell {
		switch {
		case len(p.Winners) == 0:
			return Cell{Text: "-"}
		case p.Second == "" || len(p.Winners) > 1:
			return Cell{Text: strings.Join(p.Winners, " = "), Color: css(plots.Series(p.Winners[0]))}
		}
		return Cell{Text: fmt.Sprintf("%s, %s x", p.Winners[0], p.Margin), Color: css(plots.Series(p.Winners[0]))}
	})
}

// timesOf are tables of what each algorithm takes.
func timesOf(c *compare.Comparison) []Table {
	var all []Table
	for of, name := range c.Names {
		all = append(all, byScale(c, name+": time", func(p *compare.Place) Cell {
			if p.Cells[of].Refused != "" {
				return Cell{Text: "-"}
			}
			return Cell{Text: p.Cells[of].Total.Short()}
		}))
	}
	return all
}

func crossings(c *compare.Comparison) Table {
	t := Table{Caption: "The last place before a change, and the first after it", Head: []Column{{"at", false}, {"from", true}, {"to", true}, {"winner before", false}, {"winner after", false}, {"why", false}}}
	for i := range c.Crossings {
		x := &c.Crossings[i]
		at, low, high := counted(int64(x.Scale), strings.TrimSuffix(c.Unit, "s")), grouped(x.Low)+" B", grouped(x.High)+" B"
		if x.Over != "bytes" {
			at, low, high = x.Bytes.Short(), counted(x.Low, strings.TrimSuffix(x.Over, "s")), counted(x.High, strings.TrimSuffix(x.Over, "s"))
		}
		t.Rows = append(t.Rows, Row{Cells: texts(at, low, high, strings.Join(x.From, " = "), strings.Join(x.To, " = "), x.Why)})
	}
	return t
}

// refusals are why algorithms cannot run, each reason once.
func refusals(c *compare.Comparison) Table {
	t := Table{Caption: "Algorithms that cannot run somewhere", Head: []Column{{"algorithm", false}, {"why", false}}}
	seen := map[string]bool{}
	for i := range c.Places {
		for of, name := range c.Names {
			why := c.Places[i].Cells[of].Refused
			if why == "" || seen[name+why] {
				continue
			}
			seen[name+why] = true
			t.Rows = append(t.Rows, Row{Cells: texts(name, why)})
		}
	}
	return t
}
