package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"collsim/scenarios"
	"collsim/sim/units"
)

// progressSchema is the value of the schema key of lines of progress.
const progressSchema = "collsim.progress/v1"

// sight is what a watch shows at an instant. Written as JSON it is a line of progress.
type sight struct {
	Schema    string       `json:"schema"`
	Elapsed   int64        `json:"elapsed_ms"`
	Task      string       `json:"task,omitempty"` // of a command that does several things, such as a file of test
	Done      int          `json:"tasks_done,omitempty"`
	Tasks     int          `json:"tasks,omitempty"`
	Study     string       `json:"study,omitempty"` // what-if, interval or links
	Variant   string       `json:"variant,omitempty"`
	Scenario  int          `json:"scenario,omitempty"` // of the variants, from 1
	Scenarios int          `json:"scenarios,omitempty"`
	Stage     string       `json:"stage"`
	Replicate int          `json:"replicate,omitempty"` // one of those that are played
	Change    string       `json:"change,omitempty"`    // one of those that are tried
	Ended     int          `json:"runs_done,omitempty"` // of the study
	Runs      int          `json:"runs,omitempty"`
	At        units.Time   `json:"at_ps"`  // of the run that told last
	Events    uint64       `json:"events"` // of all runs so far
	Rate      int64        `json:"events_per_s"`
	Messages  int64        `json:"messages"` // of the run that told last
	Of        int64        `json:"messages_all"`
	Percent   *json.Number `json:"percent"` // of what is to be done, one decimal; null where nobody knows
	Left      *int64       `json:"left_ms"` // null where nobody knows yet
	share     float64
}

// look is what there is to see now.
func (w *watch) look() sight {
	w.Lock()
	defer w.Unlock()
	at, p := time.Now(), &w.last
	s := sight{
		Schema: progressSchema, Elapsed: at.Sub(w.began).Milliseconds(), Task: w.task, Done: w.done, Tasks: w.tasks,
		Study: p.Study, Variant: p.Variant, Scenario: p.Scenario, Scenarios: p.Scenarios, Stage: string(p.Stage),
		Replicate: p.Replicate, Change: p.Change, Runs: p.Runs, At: p.Now, Events: w.fired, Rate: int64(w.rate(at)),
		Messages: p.Messages, Of: p.Of,
	}
	if s.Scenarios == 1 {
		s.Scenario, s.Scenarios = 0, 0 // no choice to tell of
	}
	if p.Runs > 0 {
		s.Ended = w.ended
	}
	if share, ok := w.share(); ok {
		s.share = share
		percent := json.Number(strconv.FormatFloat(math.Floor(share*1000)/10, 'f', 1, 64))
		s.Percent = &percent
		if left, ok := w.left(at, share); ok {
			ms := left.Milliseconds()
			s.Left = &ms
		}
	}
	return s
}

// line says it in words, the most telling first.
func (s *sight) line() string {
	var words []string
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if s.Percent != nil {
		add("%s %%", *s.Percent)
	}
	if s.Left != nil {
		add("%s left", (time.Duration(*s.Left) * time.Millisecond).Round(time.Second))
	}
	if name := s.name(); name != "" {
		add("%s", name)
	}
	if s.Stage != string(scenarios.Simulating) {
		if s.Stage != "" {
			add("%s", s.Stage)
		}
		return strings.Join(words, ", ")
	}
	add("%s simulated", units.Duration(s.At).Short())
	if s.Rate > 0 {
		add("%s events/s", thousands(s.Rate))
	}
	return strings.Join(words, ", ")
}

// name is what is being run.
func (s *sight) name() string {
	var words []string
	if s.Tasks > 1 {
		words = append(words, fmt.Sprintf("%d of %d", s.Done, s.Tasks))
	}
	if s.Task != "" {
		words = append(words, s.Task)
	}
	if s.Study != "" {
		words = append(words, fmt.Sprintf("%s %d of %d", s.Study, s.Ended, s.Runs))
	}
	if s.Variant != "" {
		words = append(words, s.Variant)
	}
	if s.Replicate > 0 {
		words = append(words, fmt.Sprintf("replicate %d", s.Replicate))
	}
	if s.Change != "" {
		words = append(words, s.Change)
	}
	return strings.Join(words, " ")
}

// thousands writes a number in three digits or so.
func thousands(n int64) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	case n >= 1000:
		return fmt.Sprintf("%.1f k", float64(n)/1e3)
	}
	return strconv.FormatInt(n, 10)
}
