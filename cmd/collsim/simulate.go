package main

import (
	"context"
	"errors"
	"fmt"

	"collsim/fabric"
	"collsim/scenarios"
)

// study finds out more about results by running their scenarios again with something changed.
type study func([]scenarios.Result, scenarios.Watch, scenarios.Each) error

// simulate runs every variant of a file, and then what studies of the results need. Where it was interrupted the error is
// an *interruption.
func simulate(ctx context.Context, file *scenarios.File, further ...study) ([]scenarios.Result, error) {
	w := watchOf(ctx)
	file.Within(room())
	w.keepWithin(file.MostMemory())
	look := func(p scenarios.Progress) bool {
		w.see(p)
		return ctx.Err() == nil && !w.full()
	}
	results, err := file.RunEach(look, onAllCores)
	for _, more := range further {
		if err == nil {
			err = more(results, look, onAllCores)
		}
	}
	var stopped *scenarios.Stopped
	switch {
	case w.full() && errors.As(err, &stopped):
		return nil, failed(&outgrown{stopped, file.MostMemory()})
	case errors.As(err, &stopped):
		return nil, failure{exitInterrupted, &interruption{Stopped: stopped, results: w.lacking(results, len(further) > 0)}}
	case ctx.Err() != nil && err == nil:
		return nil, failure{exitInterrupted, &interruption{Stopped: &scenarios.Stopped{}, whole: true, results: results}}
	case errors.As(err, new(*fabric.GaveUp)):
		return results, failed(err)
	case err != nil && !misasked(err):
		return nil, failed(err)
	}
	return results, err
}

// lacking marks results that lack studies that were asked for.
func (w *watch) lacking(results []scenarios.Result, studied bool) []scenarios.Result {
	w.Lock()
	defer w.Unlock()
	for i := range results {
		switch r := &results[i]; {
		case !studied || r.Partial != "":
		case w.last.Study != "":
			r.Partial = fmt.Sprintf("studies were stopped: %s, after %d of its %d runs", w.last.Study, w.ended, w.last.Runs)
		default:
			r.Partial = "studies were stopped before they began"
		}
	}
	return results
}

// misasked tells whether the question is to blame for what became of it, not the program.
func misasked(err error) bool {
	var problems scenarios.Problems
	var cutOff *fabric.Unreachable
	var circle *fabric.Deadlock
	var broken *scenarios.BoundBroken
	switch {
	case errors.As(err, new(*scenarios.Crowded)):
		return true
	case errors.As(err, &problems), errors.As(err, &cutOff), errors.As(err, &circle):
		return true
	case errors.As(err, &broken):
		return broken.Fidelity == "postal" // which knows no contention, and was asked where there is some
	}
	return false
}
