package page

import (
	"errors"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/sim/units"
)

// refusal says what is wrong with a request itself.
type refusal struct{ error }

// doubt says that a request is big and nobody has said that it is meant.
type doubt struct {
	Events   uint64      `json:"events"`       // it takes more than so many; 0 = that is not known
	Messages int64       `json:"messages"`     // of all its runs; 0 = that is not known
	Memory   units.Bytes `json:"memory_bytes"` // it needs about so much; 0 = that is not known
	Text     string      `json:"text"`
}

func (d *doubt) Error() string { return d.Text }

// exceeded says that a request took more than its carrier gives.
type exceeded struct{ text string }

func (e *exceeded) Error() string { return e.text }

// ended says why a carrier ended a request.
type ended struct{ error }

// Ended is the answer to a request that its carrier ended before the engine could.
func Ended(ask []byte, why error) []byte {
	a := &answering{}
	_ = a.read(ask) // it names what was asked for if it can
	return a.write(nil, &ended{why})
}

// trouble is why there is no answer.
type trouble struct {
	Kind string          `json:"kind"` // request, limit, stopped, deadlock or fault
	Text string          `json:"text"`
	Halt *scenarios.Halt `json:"halt,omitempty"`
}

// problem is one thing that is wrong with what the user wrote, in its place.
type problem struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Flag   string `json:"flag"`
	What   string `json:"what"`
	Text   string `json:"text"`
	Hint   string `json:"hint"`
	Valid  string `json:"valid"`
	Says   string `json:"says"`
}

func located(all scenarios.Problems) []problem {
	list := []problem{}
	for _, p := range all {
		list = append(list, problem{p.Where.Line, p.Where.Column, p.Where.Flag, p.What, p.Text, p.Hint, p.Valid, p.String()})
	}
	return list
}

// excuse is the answer where there is none.
func (a *answering) excuse(err error) body {
	var problems scenarios.Problems
	var refused *refusal
	var big *doubt
	var over *exceeded
	var cutOff *fabric.Unreachable
	var circle *fabric.Deadlock
	because := func(kind string) body {
		t := trouble{Kind: kind, Text: err.Error()}
		if h, ok := scenarios.HaltOf(err); ok && h.Kind != "interrupted" {
			t.Halt = &h
		}
		return body{{"error", t}}
	}
	switch {
	case errors.As(err, &refused):
		return because("request")
	case errors.As(err, &problems):
		return body{{"problems", located(problems)}}
	case errors.As(err, &big):
		return body{{"ask", big}}
	case errors.As(err, &over):
		return because("limit")
	case errors.As(err, new(*ended)), errors.As(err, new(*scenarios.Stopped)):
		return because("stopped")
	case errors.As(err, &cutOff), errors.As(err, &circle):
		return body{{"problems", []problem{{What: err.Error(), Says: err.Error()}}}}
	}
	if h, ok := scenarios.HaltOf(err); ok {
		return because(h.Kind)
	}
	return because("fault")
}
