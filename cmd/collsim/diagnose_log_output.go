package main

import (
	"fmt"
	"math"
	"strings"

	"collsim/scenarios"
	"collsim/scenarios/diagnosis"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// logSchema is the value of the schema key of what diagnose writes as JSON about a log.
const logSchema = "collsim.log-diagnosis/v1"

// found is a diagnosis of a log and what is to be told beside it.
type found struct {
	*diagnosis.Diagnosis
	of   *trial.Trial
	well string // the log of when it was well; "" = there is none
}

// text lays it out.
func (f *found) text(paint bool) []byte {
	p := &page{paint: paint}
	s := &f.of.Scenario
	at := seats(s)
	against := "simulated"
	if f.well != "" {
		against = "expected"
	}
	p.paragraph("", p.in(bold, fmt.Sprintf("%s of %s on %s: measured (%s) and %s", s.Collective, count(at.ranks, "rank"), machineOf(at, s.Fabric.Called()), f.of.Name, against)))
	p.line()
	p.line(p.in(bold, right("size", 10)+right("measured", 12)+right(against, 12)+right("ratio", 8)+"   "+left("regime", 11)+"taken"))
	for i := range f.Rows {
		r := &f.Rows[i]
		mark := " "
		if !r.Within() {
			mark = p.in(red, "*")
		}
		p.line(right(r.Bytes.String(), 10) + right(r.Measured.Short(), 12) + right(r.Simulated.Short(), 12) + right(times(r.Simulated, r.Measured), 8) + mark + "  " +
			left(r.Regime, 11) + strings.TrimSpace(r.Algorithm+" "+r.Protocol))
	}
	p.line()
	p.paragraph("", fmt.Sprintf("effective latency %s and rate %s; %s: %s and %s", f.Measured.Latency.Short(), rateOf(f.Measured), against, f.Expected.Latency.Short(), rateOf(f.Expected)))
	f.rounds(p)
	p.line()
	f.verdict(p)
	return []byte(p.String())
}

// machineOf is what ranks run on.
func machineOf(at seated, name string) string {
	if at.nodes > 1 {
		return fmt.Sprintf("%d x %s", at.nodes, name)
	}
	return name
}

func rateOf(l diagnosis.Line) string {
	if l.Rate == 0 {
		return "no growth"
	}
	return l.Rate.String()
}

// rounds tells of claim H4.
func (f *found) rounds(p *page) {
	r := &f.Round
	if r.Rounds == 0 || r.Link == 0 {
		return
	}
	p.paragraph("", fmt.Sprintf("%v takes %s for each of the %d rounds of a ring, %s times the %s of a bare link (expected %s); from 4 times on it is software, not wires (claim H4)",
		r.Bytes, r.Measured.Short(), r.Rounds, times(r.Measured, r.Link), r.Link.Short(), times(r.Expected, r.Link)))
}

// verdict names the causes.
func (f *found) verdict(p *page) {
	if f.Healthy {
		where := "what machines of its kind take"
		if f.well != "" {
			where = "what it took when it was well"
		}
		p.paragraph("", fmt.Sprintf("Healthy: %d of %d rows lie within %s; half are within %s.", f.Within, len(f.Rows), where, share100(f.Median)))
		return
	}
	told := f.Named()
	if len(told) == 0 {
		p.paragraph("", fmt.Sprintf("No known cause explains the gap: %d of %d rows lie beyond what is expected, and none of %s brings them nearer.",
			len(f.Rows)-f.Within, len(f.Rows), count(len(f.Causes), "cause")))
		return
	}
	for i := range told {
		e := &told[i]
		if i > 0 {
			p.line()
		}
		words := e.Detail
		if e.Words != "" {
			words += ", " + e.Words
		}
		p.paragraph(fmt.Sprintf("%d. ", i+1), fmt.Sprintf("%s: %s", e.Name, e.Doc))
		p.paragraph("   simulated: ", words)
		p.paragraph("   explains:  ", fmt.Sprintf("%.0f %% of the gap; half of the rows are then within %s", 100*e.Share, share100(e.Median)))
		p.paragraph("   remedy:    ", e.Remedy)
	}
	if names := undecided(told); len(names) > 1 {
		p.line()
		p.paragraph("", fmt.Sprintf("The log cannot tell %s apart. Rule some out by other means and say so with --not: perftest for %s, NCCL's INFO lines for %s.",
			strings.Join(names, ", "), diagnosis.Wires, diagnosis.Environment))
	}
}

// undecided are the first cause and those between which and it the log does not decide.
func undecided(told []diagnosis.Explained) (names []string) {
	for i := range told {
		if told[i].Level {
			names = append(names, told[i].Name)
		}
	}
	return names
}

// json writes it for programs.
func (f *found) json() ([]byte, error) {
	type row struct {
		Bytes     units.Bytes    `json:"bytes"`
		Measured  units.Duration `json:"measured_ps"`
		Expected  units.Duration `json:"expected_ps"`
		Within    bool           `json:"within"`
		Regime    string         `json:"regime"`
		Algorithm string         `json:"algorithm"`
		Protocol  string         `json:"protocol,omitempty"`
	}
	type line struct {
		Latency units.Duration `json:"latency_ps"`
		Rate    units.Rate     `json:"bytes_per_s"`
	}
	type cause struct {
		Name     string  `json:"cause"`
		Group    string  `json:"group"`
		What     string  `json:"what"`
		Way      string  `json:"simulated"`
		Strength string  `json:"strength,omitempty"`
		Explains float64 `json:"explains"`
		Level    bool    `json:"level_with_first"`
		Median   float64 `json:"median_ln_ratio"`
		Remedy   string  `json:"remedy"`
	}
	o := struct {
		Schema   string  `json:"schema"`
		Log      string  `json:"log"`
		Healthy  bool    `json:"healthy"`
		Median   float64 `json:"median_ln_ratio"`
		Measured line    `json:"measured"`
		Expected line    `json:"expected"`
		Rows     []row   `json:"rows"`
		Causes   []cause `json:"causes"`
	}{logSchema, f.of.Name, f.Healthy, f.Median, line(f.Measured), line(f.Diagnosis.Expected), []row{}, []cause{}}
	for i := range f.Rows {
		r := &f.Rows[i]
		o.Rows = append(o.Rows, row{r.Bytes, r.Measured, r.Simulated, r.Within(), r.Regime, r.Algorithm, r.Protocol})
	}
	for i := range f.Causes {
		e := &f.Causes[i]
		if e.Failed == "" && !math.IsInf(e.Share, 0) {
			o.Causes = append(o.Causes, cause{e.Name, string(e.Group), e.Doc, e.Detail, e.Words, e.Share, e.Level, e.Median, e.Remedy})
		}
	}
	return scenarios.IndentedJSON(o)
}
