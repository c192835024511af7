package scenarios

import (
	"errors"

	"collsim/algo/exec"
	"collsim/sim"
	"collsim/sim/units"
)

// HaltSchema is the value of the schema key where the answer is that there is none.
const HaltSchema = "collsim.error/v1"

// Kinds of halts.
const (
	byDeadlock  = "deadlock"    // work is left, but nothing can happen any more
	byLimit     = "limit"       // as many events or as much simulated time as was allowed
	byInterrupt = "interrupted" // a Watch said so
)

// Halt says, for programs, why a run ended without a result. Written as JSON it is the error of an object of HaltSchema.
type Halt struct {
	Kind    string     `json:"kind"` // deadlock, limit or interrupted
	Text    string     `json:"text"`
	Variant string     `json:"variant,omitempty"`
	At      units.Time `json:"at_ps"`             // how far the simulation came
	Reached *Reached   `json:"reached,omitempty"` // of an interrupt or a limit
	Stuck   int        `json:"stuck,omitempty"`   // of a deadlock: how many lanes cannot go on
	Waits   []HaltWait `json:"waits,omitempty"`   // of a deadlock: who waits for whom, at most 8, lowest rank first
}

// Reached is how far a run was that did not come to its end.
type Reached struct {
	Stage    Stage      `json:"stage"` // what was being done; a clock runs while simulating alone
	Events   uint64     `json:"events"`
	Messages int64      `json:"messages"` // that had crossed the network, or a few less
	Of       int64      `json:"messages_all"`
	Furthest units.Time `json:"furthest_ps"`    // that a lane had come to, maybe ahead of the clock
	Trail    Breakdown  `json:"furthest_trail"` // that led there; sums to furthest_ps
}

// HaltWait is a lane of a rank that cannot go on in one of its steps.
type HaltWait struct {
	Rank int    `json:"rank"`
	Lane int    `json:"lane"`
	Step int    `json:"step"`
	Why  string `json:"why"`
}

// HaltOf is the halt that an error of Run tells of; ok is false where it tells of something else.
func HaltOf(err error) (h Halt, ok bool) {
	var stuck *exec.Deadlock
	var events *sim.EventLimit
	var late *sim.TimeLimit
	var stopped *Stopped
	switch {
	case errors.As(err, &stuck):
		h = Halt{Kind: byDeadlock, At: stuck.At, Stuck: stuck.Lanes}
		for _, w := range stuck.Waits {
			h.Waits = append(h.Waits, HaltWait{w.Rank, w.Lane, w.Step, w.For})
		}
	case errors.As(err, &events):
		h = Halt{Kind: byLimit, At: events.At}
	case errors.As(err, &late):
		h = Halt{Kind: byLimit, At: late.Limit}
	case errors.As(err, &stopped):
		h = Halt{Kind: byInterrupt, At: stopped.Now, Variant: stopped.Variant, Reached: stopped.reached()}
	default:
		return Halt{}, false
	}
	if l := (*Limited)(nil); errors.As(err, &l) {
		h.Reached = l.reached()
	}
	h.Text = err.Error()
	if of := (*ofVariant)(nil); errors.As(err, &of) {
		h.Variant = of.variant
	}
	return h, true
}

// reached is how far a run was.
func (s *Stopped) reached() *Reached {
	return &Reached{s.Stage, s.Events, s.Messages, s.Of, s.Furthest, Breakdown(s.Trail)}
}

// ofVariant says of which variant an error is.
type ofVariant struct {
	variant string
	err     error
}

func (e *ofVariant) Error() string { return e.variant + ": " + e.err.Error() }
func (e *ofVariant) Unwrap() error { return e.err }
