package plots

import (
	"strings"

	"collsim/scenarios"
)

// Sensitivities are the tornados of results: one of what-ifs, and one of parameters that are uncertain, where each has
// been asked for. What has no effect is left out.
func Sensitivities(results []scenarios.Result) []TornadoSheet {
	var sheets []TornadoSheet
	for i := range results {
		r := &results[i]
		if r.WhatIf != nil {
			sheets = append(sheets, whatIfs(r))
		}
		if r.Interval != nil {
			sheets = append(sheets, intervals(r))
		}
	}
	return sheets
}

// named puts what a tornado shows before what a result is of.
func named(what string, r *scenarios.Result) string {
	words := []string{what}
	if r.Variant != "" {
		words = append(words, r.Variant)
	}
	title, _ := describe([]scenarios.Result{*r})
	return strings.Join(append(words, title), ": ")
}

func whatIfs(r *scenarios.Result) TornadoSheet {
	t := TornadoSheet{Title: named("one thing changed", r), Name: "total", Base: int64(r.Total), Unit: Time}
	for _, c := range r.WhatIf.Changes {
		if c.Total == nil || *c.Total == r.Total {
			continue
		}
		b := Bar{Name: c.Name, Low: t.Base, High: t.Base}
		if *c.Total < r.Total {
			b.Low = int64(*c.Total)
		} else {
			b.High = int64(*c.Total)
		}
		t.Bars = append(t.Bars, b)
	}
	return t
}

func intervals(r *scenarios.Result) TornadoSheet {
	t := TornadoSheet{Title: named("uncertain parameters", r), Name: "total", Base: int64(r.Total), Unit: Time}
	for _, p := range r.Interval.Parameters {
		b := Bar{Name: p.Name, Low: int64(p.AtLow), AtLow: p.Low, High: int64(p.AtHigh), AtHigh: p.High}
		if b.Low > b.High {
			b = Bar{Name: p.Name, Low: b.High, AtLow: b.AtHigh, High: b.Low, AtHigh: b.AtLow}
		}
		t.Bars = append(t.Bars, b)
	}
	return t
}
