package report

import (
	"fmt"
	"strings"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

// Sweep is the page of a sweep. Tables are cut as whoever asks wants them, and figures are drawn already; notes are what
// there is to say beside them, such as axes that changed nothing.
func Sweep(m *sweep.Merged, tables []Table, figures []Figure, notes []string) (*Page, error) {
	lead, best, err := sweepLead(m)
	if err != nil {
		return nil, err
	}
	p := &Page{Title: m.Plan.Name + ": " + counted(int64(len(m.Plan.Points)), "point"), Lead: lead, Warnings: notes}
	p.Parts = append(p.Parts, Part{Title: "Points", Figures: figures, Tables: tables}, Part{Title: "Axes", Tables: []Table{axes(m.Plan)}})
	if best != nil {
		p.Parts = append(p.Parts, Part{Title: "The fastest point", Tables: []Table{criticalPath(best), facts(best)}})
	}
	if failures := failures(m); len(failures.Rows) > 0 {
		p.Parts = append(p.Parts, Part{Title: "What failed", Tables: []Table{failures}})
	}
	p.Parts = append(p.Parts, Part{Title: "Scenario", Words: []string{fmt.Sprintf("Plan %s, model version %s. The hash of all results is %s.", m.Plan.Hash, m.Plan.ModelVersion, m.Hash)},
		Codes: []Code{{m.Plan.Source.Name, m.Plan.Source.Text}}})
	return p, nil
}

// sweepLead says what the sweep spans, and which point is the fastest.
func sweepLead(m *sweep.Merged) (lead []string, best *scenarios.Result, err error) {
	var names []string
	for _, a := range m.Plan.Axes {
		names = append(names, fmt.Sprintf("%s (%s)", a.Name, counted(int64(len(a.Values)), "value")))
	}
	lead = []string{fmt.Sprintf("%s over %s; %s failed.", counted(int64(len(m.Plan.Points)), "point"), strings.Join(names, ", "), grouped(int64(m.Failed)))}
	var first, last *sweep.Record
	var worst *scenarios.Result
	for i := range m.Records {
		r := &m.Records[i]
		if r.Error != "" {
			continue
		}
		answer, err := r.Answer()
		if err != nil {
			return nil, nil, err
		}
		if best == nil || answer.Total < best.Total {
			best, first = answer, r
		}
		if worst == nil || answer.Total > worst.Total {
			worst, last = answer, r
		}
	}
	if best != nil {
		lead = append(lead, fmt.Sprintf("The fastest takes %s: %v.", best.Total.Short(), first.Values), fmt.Sprintf("The slowest takes %s: %v.", worst.Total.Short(), last.Values))
	}
	return lead, best, nil
}

func axes(p *sweep.Plan) Table {
	t := Table{Caption: "What points differ in", Head: []Column{{"axis", false}, {"values", true}, {"from", false}, {"to", false}}}
	for i := range p.Axes {
		a := &p.Axes[i]
		t.Rows = append(t.Rows, Row{Cells: texts(a.Name, grouped(int64(len(a.Values))), a.Label(0), a.Label(len(a.Values)-1))})
	}
	return t
}

func failures(m *sweep.Merged) Table {
	t := Table{Caption: "Points without a result", Head: []Column{{"point", true}, {"values", false}, {"why", false}}}
	for i := range m.Records {
		if r := &m.Records[i]; r.Error != "" && len(t.Rows) < mostRows {
			t.Rows = append(t.Rows, Row{Cells: texts(grouped(int64(r.Index)), r.Values.String(), r.Error)})
		}
	}
	return t
}
