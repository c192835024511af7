package page

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"collsim/scenarios"
	"collsim/sim/words"
)

// request is what a page sends.
type request struct {
	Do   string `json:"do"`
	Lane string `json:"lane,omitempty"` // of the carrier: a newer request of the same lane takes the place of an older one

	Early bool `json:"early,omitempty"` // of run: all numbers are wanted before a faster algorithm is looked for

	question
	watching
	learning

	Algorithms []string  `json:"algorithms,omitempty"` // of curves
	Sizes      string    `json:"sizes,omitempty"`      // of curves
	A          *question `json:"a,omitempty"`          // of compare
	B          *question `json:"b,omitempty"`          // of compare
}

// question is a scenario with flags laid over it.
type question struct {
	Scenario string      `json:"scenario,omitempty"` // the text of a file
	Library  string      `json:"library,omitempty"`  // or the name of one that is built in
	Flags    [][2]string `json:"flags,omitempty"`    // names and values, as on the command line
	Sure     bool        `json:"sure,omitempty"`     // run it although it is big
}

// mostFlags is how many flags a question may have.
const mostFlags = 500

// valid says what is wrong with a request itself.
func (r *request) valid() error {
	for _, q := range []*question{&r.question, r.A, r.B} {
		if q == nil {
			continue
		}
		if err := q.valid(); err != nil {
			return err
		}
	}
	return nil
}

func (q *question) valid() error {
	switch {
	case q.Scenario != "" && q.Library != "":
		return errors.New("scenario: stands beside library; valid: one of the two")
	case len(q.Flags) > mostFlags:
		return fmt.Errorf("flags: %d of them; valid: at most %d", len(q.Flags), mostFlags)
	}
	known := flagNames()
	for _, f := range q.Flags {
		if !slices.Contains(known, f[0]) {
			hint := ""
			if near := words.Near(f[0], known); len(near) > 0 {
				hint = "; did you mean " + near[0] + "?"
			}
			return fmt.Errorf("flags: unknown flag %q%s", f[0], hint)
		}
	}
	return nil
}

// flagNames lists what a flag may be called. The list is made when it is first asked for.
var flagNames = sync.OnceValue(func() []string {
	known := []string{"set"}
	for _, f := range scenarios.Flags() {
		known = append(known, f.Name)
	}
	return slices.Clip(known)
})

// sure tells whether the request is meant however big it is.
func (r *request) sure() bool {
	return r.Sure || r.A != nil && r.A.Sure || r.B != nil && r.B.Sure
}
