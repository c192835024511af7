package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"collsim/scenarios"
)

// grace is how long a command may take to stop by itself once it has been interrupted. Event loops look every ten
// milliseconds or so, and so does whoever begins a new stage; building, counting or proving one large schedule does not.
const grace = time.Second / 2

// drafts is held while a temporary file exists, so that an interrupted program leaves none behind.
var drafts sync.Mutex

// abandon ends a program that was interrupted and has not stopped within the time of grace. It says what was being done,
// and writes what the command would have written of it.
func abandon(w *watch, s streams, exit func(code int)) {
	time.Sleep(grace)
	drafts.Lock()
	defer drafts.Unlock()
	w.leave()
	i := w.interruption()
	text, err := w.interim(i)
	if err == nil && text != nil {
		err = w.out.last(text)
	}
	i.written = err == nil && text != nil
	report(s.err, failure{exitInterrupted, i})
	exit(exitInterrupted)
}

// interruption is what is known of a command that was interrupted.
type interruption struct {
	*scenarios.Stopped
	task    string             // of a command that does several things
	whole   bool               // all runs had ended
	results []scenarios.Result // of the runs that had ended
	written bool               // somebody can read it
	end     string             // what became of what had been done; "" = results were written, or none
}

func (i *interruption) Error() string {
	if i.whole {
		return "interrupted: the runs had ended"
	}
	end := "no result was written"
	switch {
	case i.end != "":
		end = i.end
	case i.written:
		end = "what is known so far is marked as partial"
	}
	return i.text() + "; " + end
}

// text says where it was interrupted.
func (i *interruption) text() string {
	if i.task == "" {
		return "interrupted: " + reached(i.Progress)
	}
	return "interrupted: " + i.task + ": " + reached(i.Progress)
}

func (i *interruption) Unwrap() error { return i.Stopped }

// interruption is what the watch knows where a run does not stop by itself.
func (w *watch) interruption() *interruption {
	w.Lock()
	defer w.Unlock()
	return &interruption{Stopped: &scenarios.Stopped{Progress: w.last}, task: w.task, results: w.results}
}

// interim is what a command writes when it is interrupted; nil = nothing.
func (w *watch) interim(i *interruption) ([]byte, error) {
	w.Lock()
	defer w.Unlock()
	if w.partly == nil {
		return nil, nil
	}
	i.task = w.task
	return w.partly(i)
}

// keep tells the watch how what is known so far is written when the command is interrupted.
func (w *watch) keep(partly func(*interruption) ([]byte, error)) {
	w.Lock()
	defer w.Unlock()
	w.partly = partly
}

// conclude writes what is known of a command that was interrupted, and returns its error.
func (w *watch) conclude(i *interruption) error {
	text, err := w.interim(i)
	if err == nil && text != nil {
		err = writeOut(w.out, text)
		i.written = err == nil
	}
	return errors.Join(failure{exitInterrupted, i}, err)
}

// partial lays out how far a run was that was interrupted.
func partial(p *page, i *interruption) {
	s := i.Stopped
	p.paragraph(p.in(bold, "partial:")+" ", i.text())
	if s.Of > 0 {
		p.paragraph("  messages: ", fmt.Sprintf("at least %s of %s have crossed the network", grouped(s.Messages), grouped(s.Of)))
	}
	if s.Furthest > 0 {
		p.paragraph("  furthest: ", fmt.Sprintf("a lane stands at %v: %s", s.Furthest, difference(scenarios.Difference(s.Trail))))
	}
}
