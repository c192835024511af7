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
func (t *tally) render(output string) ([]byte, error) { return t.upTo(output, nil) }

// unfinished is where a test was interrupted.
type unfinished struct {
	Text string `json:"text"`
	Left int    `json:"files_left"` // that were not examined to their end
}

// upTo writes a tally that is whole, or one that was interrupted.
func (t *tally) upTo(output string, u *unfinished) ([]byte, error) {
	if output == "json" {
		checks := t.checks
		if checks == nil {
			checks = []check{}
		}
		return scenarios.IndentedJSON(struct {
			Schema  string      `json:"schema"`
			Partial *unfinished `json:"partial,omitempty"`
			Checks  []check     `json:"checks"`
		}{checksSchema, u, checks})
	}
	p := &page{}
	for i := range t.checks {
		t.checks[i].print(p)
	}
	tally := fmt.Sprintf("%d passed, %d failed", len(t.checks)-t.wrong, t.wrong)
	if u != nil {
		p.paragraph("partial: ", u.Text)
		tally += fmt.Sprintf(", %d not run", u.Left)
	}
	p.line(tally)
	return []byte(p.String()), nil
}

// partly writes how the files so far came out when the test is interrupted.
func (t *tally) partly(output string, files int) func(*interruption) ([]byte, error) {
	soFar := *t
	return func(i *interruption) ([]byte, error) {
		if i.whole {
			i.whole = false // of this file alone
		}
		left := files - len(soFar.checks) - len(soFar.refused)
		return soFar.upTo(output, &unfinished{i.text(), left})
	}
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
