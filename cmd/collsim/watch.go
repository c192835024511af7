package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"collsim/scenarios"
)

// watch knows what a command is doing and how far it is: for somebody at a terminal, for a program, and for whoever
// interrupts it. Runs that are played at the same time all tell it.
type watch struct {
	sync.Mutex
	began   time.Time
	task    string // of a command that does several things, which one
	done    int    // of those
	tasks   int
	last    scenarios.Progress
	playing map[playedRun]scenarios.Progress
	ended   int       // runs of the study
	arrived int64     // their messages
	fired   uint64    // events of all runs
	since   time.Time // the clock of the study's first run ran
	marks   [2]mark
	results []scenarios.Result // of runs that have ended
	display *display           // nil = nobody looks
	out     *outlet            // where the command writes its answer
	partly  func(*interruption) ([]byte, error)
	guard   *guard                   // nil = memory has no limit
	outgrew bool                     // what the guard allows
	guarded time.Time                // when it was last asked
	saw     func(scenarios.Progress) // a test's seam; nil = nobody
}

// playedRun tells runs of one study apart.
type playedRun struct {
	variant, change string
	replicate       int
}

// mark is how many events had been fired at an instant.
type mark struct {
	at    time.Time
	fired uint64
}

func newWatch() *watch {
	return &watch{began: time.Now(), playing: map[playedRun]scenarios.Progress{}, last: scenarios.Progress{Stage: "reading the question"}}
}

type watchKey struct{}

// withWatch lets commands tell a watch what they do.
func withWatch(ctx context.Context, w *watch) context.Context {
	return context.WithValue(ctx, watchKey{}, w)
}

// watchOf is the watch of a command.
func watchOf(ctx context.Context) *watch {
	w, _ := ctx.Value(watchKey{}).(*watch)
	return w
}

// begin says which of several things is done next.
func (w *watch) begin(task string, done, tasks int) {
	w.Lock()
	defer w.Unlock()
	w.task, w.done, w.tasks = task, done, tasks
	w.partly = nil
	w.forget()
	w.last.Stage = scenarios.Wiring
}

// forget begins a study anew.
func (w *watch) forget() {
	clear(w.playing)
	w.last, w.ended, w.arrived, w.since, w.results = scenarios.Progress{}, 0, 0, time.Time{}, nil
}

// see notes how far a run is.
func (w *watch) see(p scenarios.Progress) {
	if w.saw != nil {
		w.saw(p)
	}
	w.Lock()
	defer w.Unlock()
	if p.Study != w.last.Study {
		results := w.results
		w.forget()
		w.results = results
	}
	run := playedRun{p.Variant, p.Change, p.Replicate}
	before := w.playing[run]
	switch {
	case p.Ended:
		w.ended++
		w.arrived += before.Messages
		delete(w.playing, run)
		if p.Result != nil {
			w.results = append(w.results, *p.Result)
		}
		return
	case p.Stage == scenarios.Simulating:
		if w.fired += p.Events; p.Events >= before.Events {
			w.fired -= before.Events // the same attempt goes on
		}
		w.playing[run] = p
		if w.since.IsZero() {
			w.since = time.Now()
		}
		if w.marks[0].at.IsZero() {
			w.marks[0].at = w.since // the first run of all
		}
	}
	w.last = p
}

// share is how much of what is to be done has been; ok is false where nobody knows. Of several tasks and of studies it goes
// by their number, of a file's own runs by the messages that have crossed the network.
func (w *watch) share() (of float64, ok bool) {
	switch p := &w.last; {
	case w.tasks > 1:
		return float64(w.done) / float64(w.tasks), true
	case p.All > 0:
		n := w.arrived
		for _, run := range w.playing {
			n += run.Messages
		}
		return min(1, float64(n)/float64(p.All)), true
	case p.Runs > 0:
		n := float64(w.ended)
		for _, run := range w.playing {
			if run.Of > 0 {
				n += min(1, float64(run.Messages)/float64(run.Of))
			}
		}
		return min(1, n/float64(p.Runs)), true
	}
	return 0, false
}

// left is how long the rest takes if it goes on as it went; ok is false where nobody knows yet.
func (w *watch) left(at time.Time, share float64) (d time.Duration, ok bool) {
	since := w.since
	if w.tasks > 1 {
		since = w.began
	}
	if share <= 0 || since.IsZero() || at.Sub(since) < beat {
		return 0, false
	}
	return time.Duration(float64(at.Sub(since)) * (1 - share) / share), true
}

// memoryOfRate is how far back the events go that the rate is reckoned from, about.
const memoryOfRate = 2 * time.Second

// rate is events a second, of late. It is to be asked at every beat.
func (w *watch) rate(at time.Time) float64 {
	old, young := &w.marks[0], &w.marks[1]
	if old.at.IsZero() || !at.After(old.at) {
		return 0 // no clock has run
	}
	if young.at.IsZero() {
		*young = mark{at, w.fired}
	}
	if at.Sub(young.at) > memoryOfRate {
		*old, *young = *young, mark{at, w.fired}
	}
	return float64(w.fired-old.fired) / at.Sub(old.at).Seconds()
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
	if p.Stage != scenarios.Simulating {
		return name + string(p.Stage)
	}
	return fmt.Sprintf("%s%v simulated in %s events", name, p.Now, grouped(int64(p.Events)))
}
