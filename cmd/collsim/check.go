package main

import (
	"fmt"

	"collsim/scenarios"
)

// checksSchema is the value of the schema key of what test writes as JSON.
const checksSchema = "collsim.checks/v1"

// testOutputs are the forms in which test writes.
var testOutputs = []string{"table", "json"}

// check is how one scenario file came out against what it expects.
type check struct {
	File     string             `json:"file"`
	Passed   bool               `json:"passed"`
	Error    string             `json:"error,omitempty"`    // why there is nothing to compare
	Failures []string           `json:"failures,omitempty"` // where, the metric, what was expected and what came out
	Results  []scenarios.Result `json:"results,omitempty"`
}

// tally is how files came out.
type tally struct {
	checks  []check
	wrong   int     // of the checks
	refused []error // where the file itself is to blame
}

// render writes a tally in the form asked for.
func (t *tally) render(output string) ([]byte, error) {
	if output == "json" {
		return indented(struct {
			Schema string  `json:"schema"`
			Checks []check `json:"checks"`
		}{checksSchema, t.checks})
	}
	p := &page{}
	for i := range t.checks {
		t.checks[i].print(p)
	}
	p.line(fmt.Sprintf("%d passed, %d failed", len(t.checks)-t.wrong, t.wrong))
	return []byte(p.String()), nil
}

func (k *check) print(p *page) {
	if k.Passed {
		p.line("ok    ", k.File)
		return
	}
	p.line("FAIL  ", k.File)
	if k.Error != "" {
		p.paragraph("      ", k.Error)
	}
	for _, failure := range k.Failures {
		p.line("      ", failure)
	}
}
