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
	f, err := a.load()
	if err != nil {
		return nil, err
	}
	if a.request.Early && a.Carrier.Early != nil && len(f.Scenarios) == 1 {
		a.known = func(r *scenarios.Result) { a.early(f, r) }
	}
	b, _, err := a.answered(&a.question, f)
	return b, err
}

// early gives an answer away before a faster algorithm is looked for: that may take as long as the run, and changes no number.
func (a *answering) early(f *scenarios.File, r *scenarios.Result) {
	if b, err := a.answer(f, []scenarios.Result{*r}); err == nil {
		a.Carrier.Early(a.write(b, nil))
	} // else the whole answer says what is wrong
}

// answered is the answer to a question that has been read, and its results.
func (a *answering) answered(q *question, f *scenarios.File) (body, []scenarios.Result, error) {
	results, err := a.results(f, q.Sure)
	if err != nil {
		return nil, nil, err
	}
	b, err := q.answer(f, results)
	return b, results, err
}

// answer is what a page is given of results.
func (q *question) answer(f *scenarios.File, results []scenarios.Result) (body, error) {
	text, err := scenarios.WriteResults(results)
	if err != nil {
		return nil, err
	}
	return append(body{{"result", json.RawMessage(text)}}, q.told(f)...), nil
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
