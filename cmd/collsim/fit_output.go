package main

import (
	"fmt"
	"math"
	"strings"

	"collsim/scenarios"
	"collsim/scenarios/site"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// fitSchema is the value of the schema key of what fit writes as JSON.
const fitSchema = "collsim.fit/v1"

// fitted is the answer of a fit and what is to be told beside it.
type fitted struct {
	*site.Answer
	trials     []*trial.Trial
	confidence int
	out        string
}

// text lays the answer out.
func (f *fitted) text(paint bool) []byte {
	p := &page{paint: paint}
	at := seats(&f.trials[0].Scenario)
	p.paragraph("", p.in(bold, fmt.Sprintf("%s of %s on %s: %d of %d rows are fitted", f.trials[0].Scenario.Collective, count(at.ranks, "rank"),
		f.trials[0].Scenario.Fabric.Called(), f.Used.Rows, len(f.Rows))))
	p.line()
	p.line(p.in(bold, left("figure", 30)+right("was", 12)+right("is", 12)+fmt.Sprintf("   in %d of 100 cases between", f.confidence)))
	for i := range f.Figures {
		g := &f.Figures[i]
		between := "no interval: " + g.Why
		if low, high, ok := g.Interval(f.confidence); ok {
			between = fmt.Sprintf("%v and %v", low, high)
		}
		p.line(left(g.Name, 30) + right(g.Before.String(), 12) + right(g.Value.String(), 12) + "   " + between)
	}
	f.unusual(p)
	f.unclear(p)
	p.line()
	p.line(p.in(bold, right("size", 10)+right("measured", 12)+right("simulated", 12)+right("off", 10)+"   taken"))
	for i := range f.Rows {
		r := &f.Rows[i]
		mark := ""
		if !r.Used {
			mark = "   not fitted"
		}
		p.line(right(r.Bytes.String(), 10) + right(r.Measured.Short(), 12) + right(r.Simulated.Short(), 12) + right(offBy(r.Error()), 10) + "   " +
			strings.TrimSpace(left(strings.TrimSpace(r.Algorithm+" "+r.Protocol), 26)+mark))
	}
	p.line()
	f.scores(p)
	return []byte(p.String())
}

// unusual tells of figures that machines of the kind hardly ever have.
func (f *fitted) unusual(p *page) {
	for i := range f.Figures {
		if g := &f.Figures[i]; g.Unusual != "" {
			p.line()
			p.paragraph("", fmt.Sprintf("%s: %s. Is this log of such a machine, and is nothing wrong with it? collsim diagnose asks that.", g.Name, g.Unusual))
		}
	}
}

// unclear tells of figures that are not fitted or that cannot be told apart.
func (f *fitted) unclear(p *page) {
	if len(f.Pairs)+len(f.Held) > 0 {
		p.line()
	}
	for _, pair := range f.Pairs {
		p.paragraph("", fmt.Sprintf("%s and %s are hard to tell apart (correlation %.2f): %s.", pair.A, pair.B, pair.Correlation, pair.Why))
	}
	silent := map[string][]string{}
	var order []string
	for _, h := range f.Held {
		if silent[h.Why] == nil {
			order = append(order, h.Why)
		}
		silent[h.Why] = append(silent[h.Why], h.Name)
	}
	for _, why := range order {
		p.paragraph("", fmt.Sprintf("Not fitted, for %s: %s.", why, strings.Join(silent[why], ", ")))
	}
	var guided []string
	for i := range f.Guided {
		if g := &f.Guided[i]; g.Value != g.Before {
			guided = append(guided, fmt.Sprintf("%s from %v to %v", g.Name, g.Before, g.Value))
		}
	}
	if len(guided) > 0 {
		p.paragraph("", fmt.Sprintf("Of these, moved as far as their class makes likely: %s.", strings.Join(guided, ", ")))
	}
}

// scores says what the fit is worth.
func (f *fitted) scores(p *page) {
	within := func(s site.Score) string {
		return fmt.Sprintf("half are within %s, nine in ten within %s", share100(s.Median), share100(s.P90))
	}
	p.paragraph("", fmt.Sprintf("Rows that are fitted (%d): %s.", f.Used.Rows, within(f.Used)))
	if f.Unused.Rows > 0 {
		p.paragraph("", fmt.Sprintf("Rows that are not (%d): %s.", f.Unused.Rows, within(f.Unused)))
	} else {
		p.paragraph("", "No row was left out to test the fit by; --rows even leaves every other one.")
	}
	p.paragraph("", fmt.Sprintf("With the figures as they were: %s.", within(f.Before)))
	if f.out != "" {
		p.paragraph("", "The figures are in "+f.out+".")
	}
}

// offBy writes ln(simulated/measured) as a share of what was measured.
func offBy(e float64) string { return fmt.Sprintf("%+.1f %%", 100*(math.Exp(e)-1)) }

// share100 writes the size of a logarithm as a share.
func share100(e float64) string { return fmt.Sprintf("%.1f %%", 100*(math.Exp(e)-1)) }

// json writes the answer for programs.
func (f *fitted) json() ([]byte, error) {
	type figure struct {
		Parameter string  `json:"parameter"`
		Before    string  `json:"before"`
		Value     string  `json:"value"`
		Low       *string `json:"low"` // null = there is no interval
		High      *string `json:"high"`
		Why       string  `json:"no_interval,omitempty"`
		Unusual   string  `json:"unusual,omitempty"`
	}
	type pair struct {
		A           string  `json:"a"`
		B           string  `json:"b"`
		Correlation float64 `json:"correlation"`
		Why         string  `json:"why"`
	}
	type held struct {
		Name string `json:"parameter"`
		Why  string `json:"why"`
	}
	type guided struct {
		Name   string `json:"parameter"`
		Before string `json:"before"`
		Value  string `json:"value"`
	}
	type row struct {
		Log       string         `json:"log"`
		Bytes     units.Bytes    `json:"bytes"`
		Measured  units.Duration `json:"measured_ps"`
		Simulated units.Duration `json:"simulated_ps"`
		Error     float64        `json:"ln_ratio"`
		Algorithm string         `json:"algorithm"`
		Protocol  string         `json:"protocol,omitempty"`
		Fitted    bool           `json:"fitted"`
	}
	type score struct {
		Rows   int     `json:"rows"`
		Median float64 `json:"median_ln_ratio"`
		P90    float64 `json:"p90_ln_ratio"`
	}
	o := struct {
		Schema     string   `json:"schema"`
		Confidence int      `json:"confidence_percent"`
		Figures    []figure `json:"figures"`
		Pairs      []pair   `json:"hard_to_tell_apart"`
		Held       []held   `json:"not_fitted"`
		Guided     []guided `json:"moved_within_class"`
		Rows       []row    `json:"rows"`
		Used       score    `json:"rows_fitted"`
		Unused     score    `json:"rows_not_fitted"`
		Before     score    `json:"before"`
	}{fitSchema, f.confidence, []figure{}, []pair{}, []held{}, []guided{}, []row{}, score(f.Used), score(f.Unused), score(f.Before)}
	for i := range f.Figures {
		g := &f.Figures[i]
		one := figure{Parameter: g.Name, Before: g.Before.String(), Value: g.Value.String(), Why: g.Why, Unusual: g.Unusual}
		if low, high, ok := g.Interval(f.confidence); ok {
			l, h := low.String(), high.String()
			one.Low, one.High = &l, &h
		}
		o.Figures = append(o.Figures, one)
	}
	for _, x := range f.Pairs {
		o.Pairs = append(o.Pairs, pair(x))
	}
	for _, x := range f.Held {
		o.Held = append(o.Held, held(x))
	}
	for i := range f.Guided {
		g := &f.Guided[i]
		o.Guided = append(o.Guided, guided{g.Name, g.Before.String(), g.Value.String()})
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		o.Rows = append(o.Rows, row{r.Log, r.Bytes, r.Measured, r.Simulated, r.Error(), r.Algorithm, r.Protocol, r.Used})
	}
	return scenarios.IndentedJSON(o)
}
