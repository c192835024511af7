package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

// points lists every cell in the order of the tables.
func (v *view) points(do func(c *cellOf)) {
	for i := range v.tables {
		for _, row := range v.tables[i].cells {
			for k := range row {
				if row[k].point != nil {
					do(&row[k])
				}
			}
		}
	}
}

// asCSV writes one line a point: its values, then the figure.
func (v *view) asCSV() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	var head []string
	for _, a := range v.plan.Axes {
		head = append(head, a.Paths...)
	}
	name := v.figure.Name()
	if unit := v.figure.Unit(); unit != "" {
		name += " (" + unit + ")"
	}
	lines := [][]string{append(head, name, "error")}
	v.points(func(c *cellOf) {
		var line []string
		for _, x := range c.point.Values {
			line = append(line, x.Text)
		}
		lines = append(lines, append(line, c.exact, c.point.Error))
	})
	err := w.WriteAll(lines)
	return b.Bytes(), err
}

// reportSchema is the value of the schema key of a report.
const reportSchema = "collsim.sweep-report/v1"

func (v *view) asJSON() ([]byte, error) {
	type entry struct {
		Index  int          `json:"index"`
		ID     string       `json:"id"`
		Values sweep.Values `json:"values"`
		Number *json.Number `json:"number"` // null where it is undefined or a word
		Word   string       `json:"word,omitempty"`
		Error  string       `json:"error,omitempty"`
	}
	report := struct {
		Schema string   `json:"schema"`
		Plan   string   `json:"plan"`
		Hash   string   `json:"hash,omitempty"` // of what came out; absent where points are missing
		Metric string   `json:"metric"`
		Unit   string   `json:"unit,omitempty"`
		Notes  []string `json:"notes"`
		Points []entry  `json:"points"`
	}{reportSchema, v.plan.Hash, v.merged.Hash, v.figure.Name(), v.figure.Unit(), append([]string{}, v.notes()...), []entry{}}
	v.points(func(c *cellOf) {
		e := entry{Index: c.point.Index, ID: c.point.ID, Values: c.point.Values, Error: c.point.Error}
		switch number := json.Number(c.exact); {
		case c.exact == "":
		case json.Valid([]byte(c.exact)):
			e.Number = &number
		default:
			e.Word = c.exact
		}
		report.Points = append(report.Points, e)
	})
	return scenarios.IndentedJSON(report)
}
