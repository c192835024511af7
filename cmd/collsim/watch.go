package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"collsim/scenarios"
)

// Progress is shown once a run has taken patience, and then every beat.
const (
	patience = time.Second
	beat     = 200 * time.Millisecond
)

// watch tells somebody at a terminal how far a run is.
type watch struct {
	sync.Mutex // runs may be played at the same time
	stderr     io.Writer
	live       bool // somebody watches
	shown      bool // a line is on the screen
	next       time.Time
	since      time.Time // the run in progress was first seen
	before     uint64    // events that it had fired by then
	last       uint64    // events when it was last seen
}

func newWatch(stderr io.Writer, live bool) *watch {
	return &watch{stderr: stderr, live: live, next: time.Now().Add(patience)}
}

// see shows how far the run is, unless it has done so just now.
func (w *watch) see(p scenarios.Progress) {
	if !w.live {
		return
	}
	w.Lock()
	defer w.Unlock()
	at := time.Now()
	if p.Replicate > 0 || p.Change != "" { // one of several at the same time, whose events do not add up
		if !at.Before(w.next) {
			w.next, w.shown = at.Add(beat), true
			fmt.Fprintf(w.stderr, "\r\x1b[K%s", reached(p))
		}
		return
	}
	if w.since.IsZero() || p.Events < w.last { // another variant
		w.since, w.before = at, p.Events
	}
	w.last = p.Events
	if at.Before(w.next) || !at.After(w.since) {
		return
	}
	w.next, w.shown = at.Add(beat), true
	rate := float64(p.Events-w.before) / at.Sub(w.since).Seconds()
	fmt.Fprintf(w.stderr, "\r\x1b[K%s, %.1f million a second", reached(p), rate/1e6)
}

// clear takes the line of progress off the screen.
func (w *watch) clear() {
	if w.shown {
		fmt.Fprint(w.stderr, "\r\x1b[K")
		w.shown = false
	}
}

// reached says in words how far a run is.
func reached(p scenarios.Progress) string {
	name := ""
	if p.Variant != "" {
		name = p.Variant + ": "
	}
	if p.Change != "" {
		name += p.Change + ": "
	}
	if p.Replicate > 0 {
		name += fmt.Sprintf("replicate %d: ", p.Replicate)
	}
	return fmt.Sprintf("%s%v simulated in %s events", name, p.Now, grouped(int64(p.Events)))
}
