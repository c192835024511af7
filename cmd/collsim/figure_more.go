package main

import (
	"io"

	"collsim/plots"
	"collsim/scenarios"
)

// drawTornado draws what changes would give.
func drawTornado(w io.Writer, format string, results []scenarios.Result, caption string) error {
	return plots.Tornado(w, format, plots.Sensitivities(results), caption)
}

// drawLoads draws the fabrics of results with the load of their links. A result holds the scenario whose fabric it is.
func drawLoads(w io.Writer, format string, results []scenarios.Result, caption string) error {
	var sheets []plots.LoadSheet
	for i := range results {
		r := &results[i]
		if r.Links == nil {
			continue
		}
		file, err := catalogueOf(".").LoadWith("-", r.Scenario, nil)
		if err != nil {
			return err
		}
		g, _, err := file.Graph(0)
		if err != nil {
			return err
		}
		sheets = append(sheets, plots.LoadSheet{Title: r.Variant, Graph: g, Links: r.Links})
	}
	return plots.Loads(w, format, sheets, caption)
}
