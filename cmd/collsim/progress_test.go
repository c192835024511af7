package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"collsim/scenarios"
)

// simulating is a run at work.
func simulating(variant string, replicate int, events uint64, messages int64) scenarios.Progress {
	return scenarios.Progress{Variant: variant, Replicate: replicate, Stage: scenarios.Simulating, Now: 5_000_000, Events: events, Messages: messages, Of: 100, All: 400}
}

// TestShares: what is done of all is counted in messages of all runs, in runs of a study, or in tasks.
func TestShares(t *testing.T) {
	w := newWatch()
	share := func() float64 { of, _ := w.share(); return of }
	w.see(scenarios.Progress{Variant: "ring", Stage: scenarios.Counting})
	if _, known := w.share(); known {
		t.Error("a share is known while messages are counted")
	}
	w.see(simulating("ring", 0, 10, 100))
	w.see(scenarios.Progress{Variant: "ring", Ended: true, Result: &scenarios.Result{Variant: "ring"}})
	w.see(simulating("ring", 1, 5, 40))
	w.see(simulating("ring", 2, 5, 60))
	if got := share(); got != 0.5 || w.fired != 20 {
		t.Errorf("%v of all, %d events", got, w.fired)
	}
	w.see(simulating("ring", 2, 3, 0)) // another attempt
	if got := share(); got != 0.35 || w.fired != 23 {
		t.Errorf("%v of all, %d events", got, w.fired)
	}
	for _, change := range []string{"a", "b"} {
		w.see(scenarios.Progress{Study: "what-if", Change: change, Runs: 4, Stage: scenarios.Simulating, Messages: 50, Of: 100})
	}
	w.see(scenarios.Progress{Study: "what-if", Change: "a", Runs: 4, Ended: true})
	if got := share(); got != 0.375 || len(w.results) != 1 {
		t.Errorf("%v of the study, %d results", got, len(w.results))
	}
	w.begin("b.yaml", 1, 4)
	if got := share(); got != 0.25 || len(w.results) != 0 {
		t.Errorf("%v of the tasks, %d results", got, len(w.results))
	}
}

// TestLinesOfProgress: each is an object of its own that tells all there is to know.
func TestLinesOfProgress(t *testing.T) {
	w := newWatch()
	w.see(simulating("ring", 0, 100_000, 100))
	w.since = w.since.Add(-300 * time.Second) // a machine that stops for some seconds does not matter
	w.marks[0].at = w.since
	var out bytes.Buffer
	l := &lines{out: &out}
	l.show(w.look())
	l.show(w.look())
	for line := range strings.Lines(out.String()) {
		var s sight
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		if s.Schema != progressSchema || s.Variant != "ring" || s.Stage != "simulating" || s.Events != 100_000 || s.Messages != 100 || s.Of != 100 ||
			*s.Percent != "25.0" || *s.Left < 900_000 || *s.Left > 1_000_000 || s.Rate < 300 || s.Rate > 334 {
			t.Error(line)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines", n)
	}
	l.out = refusing{}
	l.show(w.look())
	if l.out = &out; !l.failed {
		t.Error("it goes on where nobody reads")
	}
}

// TestRates: events are reckoned from when the first clock ran, whenever somebody first looks.
func TestRates(t *testing.T) {
	w := newWatch()
	w.see(scenarios.Progress{Stage: scenarios.Counting})
	if got := w.rate(time.Now()); got != 0 {
		t.Errorf("%v events a second before a clock runs", got)
	}
	w.see(simulating("ring", 0, 10, 0))
	began := w.since
	w.see(simulating("ring", 0, 1000, 50))
	if got := w.rate(began.Add(time.Second)); got != 1000 {
		t.Errorf("%v events a second where somebody looked too early", got)
	}

	w = newWatch()
	w.see(simulating("ring", 0, 1000, 50))
	began = w.since
	w.see(scenarios.Progress{Study: "what-if", Change: "a", Stage: scenarios.Simulating, Events: 1000})
	w.since = began.Add(2 * time.Second) // of the study
	if got := w.rate(began.Add(4 * time.Second)); got != 500 {
		t.Errorf("%v events a second where somebody first looks at the second study", got)
	}
}

// TestTheSchemaOfLines: each key of a line is described, in the order in which it is written.
func TestTheSchemaOfLines(t *testing.T) {
	of := reflect.TypeFor[sight]()
	var names []string
	for i := range of.NumField() {
		if name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	var said []string
	for _, p := range properties {
		said = append(said, p.name)
	}
	if diff := cmp.Diff(names, said); diff != "" {
		t.Errorf("(-written +described)\n%s", diff)
	}
	if out, _, code := collsim("schema", "progress"); code != exitRight || !json.Valid([]byte(out)) {
		t.Errorf("exit %d: %s", code, out)
	}
	if _, said, code := collsim("schema", "progres"); code != exitBadInput || !strings.Contains(said, "did you mean progress?") {
		t.Errorf("exit %d: %s", code, said)
	}
}

type refusing struct{}

func (refusing) Write([]byte) (int, error) { return 0, errors.New("closed") }

// TestABarLeavesNothing: it shows what a sight says, and takes itself off the screen; a terminal that is gone holds nobody up.
func TestABarLeavesNothing(t *testing.T) {
	w := newWatch()
	w.see(simulating("ring", 0, 1000, 100))
	var screen bytes.Buffer
	b := &gauge{out: &screen}
	b.show(w.look())
	b.show(w.look())
	b.clear()
	if text := screen.String(); !strings.Contains(text, "25.0 %") || !strings.Contains(text, "ring, 5 us simulated") || !strings.HasSuffix(text, "\x1b[J") {
		t.Errorf("%q", text)
	}
	b = &gauge{out: refusing{}}
	for range 3 {
		b.show(w.look())
	}
	b.clear()
}

// TestNothingIsShownAtOnce: what takes no second shows nothing, in any mode; only modes that there are are taken.
func TestNothingIsShownAtOnce(t *testing.T) {
	for _, mode := range progressModes {
		if out, said, code := collsim("run", "barrier-straggler", "--progress", mode); code != exitRight || said != "" || out == "" {
			t.Errorf("%s: exit %d, stderr %q", mode, code, said)
		}
	}
	if _, said, code := collsim("run", "--progress", "jsn"); code != exitBadInput || !strings.Contains(said, "did you mean json?") {
		t.Errorf("exit %d, stderr %q", code, said)
	}
}
