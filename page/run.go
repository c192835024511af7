package page

import (
	"encoding/json"
	"errors"
	"fmt"

	"collsim/fabric"
	"collsim/scenarios"
)

// run answers a question.
func (a *answering) run() (body, error) {
	b, _, err := a.answered(&a.question)
	return b, err
}

// answered is the answer to a question, and its results.
func (a *answering) answered(q *question) (body, []scenarios.Result, error) {
	f, err := q.load()
	if err != nil {
		return nil, nil, err
	}
	results, err := a.results(f, q.Sure)
	if err != nil {
		return nil, nil, err
	}
	text, err := scenarios.WriteResults(results)
	if err != nil {
		return nil, nil, err
	}
	return append(body{{"result", json.RawMessage(text)}}, q.told(f)...), results, nil
}

// results runs a file within the limits. That a message was given up stands in its result.
func (a *answering) results(f *scenarios.File, sure bool) ([]scenarios.Result, error) {
	a.confine(f, sure)
	results, err := f.RunEach(a.watch, a.Each)
	if err = a.concluded(a.tight(err, sure)); errors.As(err, new(*fabric.GaveUp)) && len(results) > 0 {
		err = nil
	}
	return results, err
}

// confine gives the runs of a file as much memory as they may take without being asked for.
func (a *answering) confine(f *scenarios.File, sure bool) {
	limit := a.Limits.Memory
	if most := a.Limits.AskMemory; !sure && most > 0 && (limit == 0 || most < limit) {
		limit = most
	}
	f.Within(scenarios.Room{Limit: limit, Source: "what the page gives a run"})
	for i := range f.Scenarios {
		if s := &f.Scenarios[i]; limit > 0 {
			s.MaxMemory = min(s.MaxMemory, limit)
		}
	}
}

// tight turns an error for want of memory into a question, where there is more.
func (a *answering) tight(err error, sure bool) error {
	var crowded *scenarios.Crowded
	if sure || !errors.As(err, &crowded) || a.Limits.Memory > 0 && crowded.Needs > a.Limits.Memory {
		return err
	}
	return &doubt{Memory: crowded.Needs, Text: fmt.Sprintf("This needs about %s of memory.", scenarios.Gibibytes(crowded.Needs))}
}
