package main

import (
	"fmt"
	"io"
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
	stderr io.Writer
	live   bool // somebody watches
	shown  bool // a line is on the screen
	start  time.Time
	next   time.Time
}

func newWatch(stderr io.Writer, live bool) *watch {
	start := time.Now()
	return &watch{stderr: stderr, live: live, start: start, next: start.Add(patience)}
}

// see shows how far the run is, unless it has done so just now.
func (w *watch) see(p scenarios.Progress) {
	at := time.Now()
	if !w.live || at.Before(w.next) {
		return
	}
	w.next, w.shown = at.Add(beat), true
	rate := float64(p.Events) / at.Sub(w.start).Seconds()
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
	return fmt.Sprintf("%s%v simulated in %s events", name, p.Now, grouped(int64(p.Events)))
}
