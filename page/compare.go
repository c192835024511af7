package page

import (
	"encoding/json"

	"collsim/scenarios"
	"collsim/scenarios/compare"
)

// compare answers two questions and tells their results apart: what collsim compare A.json B.json answers.
func (a *answering) compare() (body, error) {
	if a.A == nil || a.B == nil {
		return nil, refuse("compare: a or b is missing; valid: a question each")
	}
	var b body
	var sides [][]compare.Named
	for _, side := range []struct {
		name string
		*question
	}{{"a", a.A}, {"b", a.B}} {
		a.gauge.anew()
		answer, results, err := a.side(side.question)
		if err != nil {
			b = append(b, member{side.name, a.excuse(err)})
			continue
		}
		b = append(b, member{side.name, answer})
		sides = append(sides, named(results))
	}
	if len(sides) < 2 {
		return b, nil
	}
	d := compare.Diff(sides[0], sides[1])
	d.Before, d.After = "a.json", "b.json"
	text, err := scenarios.IndentedJSON(d)
	if err != nil {
		return nil, err
	}
	return append(b, member{"difference", json.RawMessage(text)}), nil
}

// side is the answer to one of the two.
func (a *answering) side(q *question) (body, []scenarios.Result, error) {
	f, err := q.load()
	if err != nil {
		return nil, nil, err
	}
	return a.answered(q, f)
}

func named(results []scenarios.Result) []compare.Named {
	var all []compare.Named
	for i := range results {
		all = append(all, compare.Named{Name: results[i].Variant, Result: results[i]})
	}
	return all
}
