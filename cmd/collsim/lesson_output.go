package main

import (
	"fmt"
	"strings"

	"collsim/scenarios/lesson"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// syllabus lists all lessons.
func syllabus(p *page, all []*lesson.Lesson) {
	for _, l := range all {
		p.line(right(fmt.Sprint(l.Number), 2), "  ", left(l.Title, 44), l.Name)
	}
	p.line()
	p.line("collsim lesson 1 shows the first.")
}

// lecture is a lesson without its hint and its solution.
func lecture(p *page, l *lesson.Lesson) {
	p.line(fmt.Sprintf("Lesson %d: %s", l.Number, l.Title))
	p.line()
	prose(p, l.Question)
	titled(p, "The scenario", l.Setting)
	p.line()
	for line := range strings.Lines(l.YAML) {
		p.line("    ", strings.TrimRight(line, "\n"))
	}
	titled(p, "What to look at", l.Look)
	titled(p, "What you may change", nil)
	if l.Most > 0 {
		p.paragraph("", fmt.Sprintf("At most %d of these:", l.Most))
	}
	for _, c := range l.Change {
		text := c.Words
		if len(c.Offers) > 0 {
			text += ": " + strings.Join(c.Offers, ", ")
		}
		p.paragraph("- "+c.Key+", ", text)
	}
	titled(p, "When your answer is right", nil)
	for _, a := range l.Asks {
		p.paragraph("- ", a.Words+" ("+a.That+")")
	}
	titled(p, "To answer", nil)
	p.line("  collsim lesson check ", fmt.Sprint(l.Number), " --set ", l.Change[0].Key, "=...")
	p.line("  collsim lesson ", fmt.Sprint(l.Number), " --yaml > mine.yaml, change it, collsim lesson check ", fmt.Sprint(l.Number), " mine.yaml")
	p.line("  collsim lesson ", fmt.Sprint(l.Number), " --hint, or --solution")
}

// titled is a headed part of a lesson.
func titled(p *page, title string, all []lesson.Block) {
	p.line()
	p.line(p.in(bold, title))
	prose(p, all)
}

// prose lays paragraphs, lists and code out, with an empty line between two of them.
func prose(p *page, all []lesson.Block) {
	for i, b := range all {
		if i > 0 {
			p.line()
		}
		switch b.Kind {
		case lesson.Code:
			for line := range strings.Lines(b.Text) {
				p.line("    ", strings.TrimRight(line, "\n"))
			}
		case lesson.List:
			for _, item := range b.Items {
				p.paragraph("- ", strings.ReplaceAll(item, "`", ""))
			}
		default:
			p.paragraph("", strings.ReplaceAll(b.Text, "`", ""))
		}
	}
}

// solved is the solution of a lesson.
func solved(p *page, l *lesson.Lesson) {
	check := fmt.Sprintf("  collsim lesson check %d ", l.Number)
	p.line(check, l.Answer.String())
	for _, other := range l.Others {
		p.line(check, other.String())
	}
	p.line()
	prose(p, l.Solution)
}

// judgement lays out what became of an answer.
func judgement(p *page, l *lesson.Lesson, v *lesson.Verdict) {
	p.line(fmt.Sprintf("Lesson %d: %s", l.Number, l.Title))
	if len(v.Changed) > 0 {
		p.paragraph("changed: ", strings.Join(v.Changed, ", "))
	}
	if v.Refused != "" {
		p.line()
		p.paragraph("no: ", v.Refused)
		return
	}
	p.line()
	timings(p, v)
	p.line()
	for _, point := range v.Points {
		mark := "yes: "
		if !point.Holds {
			mark = "no:  "
		}
		p.paragraph(mark, point.Words+" ("+point.That+"); "+point.Says+".")
		if point.Advice != "" {
			p.paragraph("     ", point.Advice)
		}
	}
	p.line()
	p.paragraph("why: ", v.Why)
	p.line()
	if v.Passed {
		p.paragraph("", fmt.Sprintf("That is right. The reasons are in collsim lesson %d --solution.", l.Number))
		return
	}
	p.paragraph("", fmt.Sprintf("Not yet. collsim lesson %d --hint may help.", l.Number))
}

// timings sets the runs of a check side by side, with the largest parts of each.
func timings(p *page, v *lesson.Verdict) {
	p.line(left("", 10), right("total", 12), right("rounds", 8), "  mostly")
	for i := range v.Results {
		r := &v.Results[i].Result
		p.line(left(v.Results[i].Name, 10), right(r.Total.Short(), 12), right(grouped(int64(r.Rounds)), 8), "  ", mainly(r.CriticalPath[:]))
	}
}

// mainly names the largest parts of a total.
func mainly(parts []units.Duration) string {
	const most = 3
	shares := ledger.Shares(parts)
	var said []string
	for range most {
		largest := 0
		for c := range shares {
			if shares[c] > shares[largest] {
				largest = c
			}
		}
		if shares[largest] > 0 {
			said = append(said, ledger.Component(largest).String()+" "+percent(shares[largest]))
		}
		shares[largest] = 0
	}
	return strings.Join(said, ", ")
}
