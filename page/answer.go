package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"collsim/scenarios"
	"collsim/sim/input"
)

// answering is one request while it is answered.
type answering struct {
	Carrier
	request
	gauge gauge
	known func(*scenarios.Result) // takes a result that is not whole yet; nil = nobody does
}

// verb is something that may be asked for.
type verb struct {
	name  string
	do    func(*answering) (body, error)
	light bool // it runs nothing
}

var verbs = []verb{
	{"options", (*answering).options, true},
	{"run", (*answering).run, false},
	{"yaml", (*answering).yaml, false},
	{"curves", (*answering).curves, false},
	{"compare", (*answering).compare, false},
	{"timeline", (*answering).timeline, false},
	{"lessons", (*answering).lessons, true},
	{"lesson", (*answering).lesson, true},
	{"check", (*answering).check, false},
}

// Light tells whether what is asked for by this word runs nothing, and need not wait for what runs.
func Light(do string) bool {
	return slices.ContainsFunc(verbs, func(v verb) bool { return v.name == do && v.light })
}

// Answer answers a request. It never fails: what is wrong with the request, or with its answer, is an answer too.
func Answer(ask []byte, c Carrier) (answer []byte) {
	a := &answering{Carrier: c}
	defer func() {
		if p := recover(); p != nil {
			answer = a.write(nil, fmt.Errorf("this is a fault of collsim, please report it: %v", p))
		}
	}()
	if err := a.read(ask); err != nil {
		return a.write(nil, &refusal{err})
	}
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.name == a.Do })
	if i < 0 {
		var names []string
		for _, v := range verbs {
			names = append(names, v.name)
		}
		return a.write(nil, refuse("do: unknown word %q; valid: %s", input.Clip(a.Do), strings.Join(names, ", ")))
	}
	b, err := verbs[i].do(a)
	return a.write(b, err)
}

// read understands a request, or says why not.
func (a *answering) read(ask []byte) error {
	d := json.NewDecoder(bytes.NewReader(ask))
	d.DisallowUnknownFields()
	if err := d.Decode(&a.request); err != nil {
		return misread(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("not a request: something stands behind it")
	}
	return a.valid()
}

// misread says what is wrong with a text that is no request, in no words of this program.
func misread(err error) error {
	kind := (*json.UnmarshalTypeError)(nil)
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("not a request: a JSON %s; valid: an object", kind.Value)
	case errors.As(err, &kind):
		path := strings.Split(kind.Field, ".")
		return fmt.Errorf("not a request: %s cannot be a JSON %s", path[len(path)-1], kind.Value)
	}
	return fmt.Errorf("not a request: %w", err)
}

// write writes an answer: what was asked for, or why it is not there.
func (a *answering) write(b body, err error) []byte {
	if err != nil {
		b = a.excuse(err)
	}
	return append(body{{"do", a.Do}}, b...).text()
}
