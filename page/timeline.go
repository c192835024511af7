package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"collsim/scenarios"
	"collsim/sim/units"
)

// watching is what a request for a timeline says beside its question.
type watching struct {
	Variant string `json:"variant,omitempty"` // "" = the first one
	From    int64  `json:"from_ps,omitempty"` // what ended before is left out, so that there is room for what follows
}

// How much a timeline holds at most: what a browser draws with ease, and what a run may move to be watched at all.
const (
	mostWatched  = 150_000 // messages of the run
	mostMessages = 20_000
	mostLegs     = 120_000
	mostSpans    = 48_000
	mostColumns  = 32 // into which buffers are cut
)

// timeline answers what happens in a run, instant by instant.
func (a *answering) timeline() (body, error) {
	f, err := a.load()
	if err != nil {
		return nil, err
	}
	var variants []string
	for _, s := range f.Scenarios {
		variants = append(variants, s.Variant)
	}
	i := 0
	if a.Variant != "" {
		i = slices.Index(variants, a.Variant)
	}
	if i < 0 {
		return nil, refuse("variant: there is no %q here; valid: %s", a.Variant, cmp.Or(strings.Join(variants, ", "), "none, the scenario has no variants"))
	}
	a.confine(f, a.Sure)
	outlook, err := f.Foresee(i, a.watch)
	if err == nil && outlook.Messages > mostWatched {
		err = &exceeded{fmt.Sprintf("the run moves %d messages, too many to watch; valid: at most %d, with fewer ranks, channels or bytes", outlook.Messages, mostWatched)}
	}
	if err != nil {
		return nil, a.concluded(a.tight(err, a.Sure))
	}
	film, err := f.Film(i, mostColumns, a.watch, a.Each)
	if err != nil {
		return nil, a.concluded(a.tight(err, a.Sure))
	}
	return append(body{{"variants", variants}}, tell(film, units.Time(a.From))...), nil
}

// tell puts a film into few numbers: of a window, for which there is room, everything that moves; of the whole what ranks
// and ports did. Lists of what is alike are told column by column.
func tell(film *scenarios.Film, from units.Time) body {
	s := newStage(film)
	from = max(0, min(from, film.Total-1))
	w := s.window(from)
	r := film.Result
	return body{
		{"total_ps", film.Total}, {"from_ps", w.from}, {"until_ps", w.until}, {"notes", s.notes(w)},
		{"variant", r.Variant}, {"fabric", r.Fabric}, {"nodes", r.Nodes}, {"ranks", r.Ranks}, {"collective", r.Collective}, {"algorithm", r.Algorithm},
		{"bytes", r.Bytes}, {"channels", r.Channels}, {"library", r.Library}, {"fidelity", r.Fidelity}, {"critical_path", r.CriticalPath},
		{"boxes", s.boxes}, {"edges", s.edgesTold()}, {"rows", s.rowsTold()}, {"rounds", s.rounds()},
		{"messages", s.messagesTold(w)}, {"spans", s.spansTold(w)}, {"path", s.pathTold(w)}, {"ports", s.portsTold(w)}, {"buffers", s.buffersTold(w)},
	}
}

// notes say what of the run is not there, and why.
func (s *stage) notes(w window) []string {
	notes := []string{}
	if s.folded != "" {
		notes = append(notes, s.folded)
	}
	if s.lanes > 1 {
		notes = append(notes, fmt.Sprintf("Ranks have %d lanes each; rows show the one that ends last.", s.lanes))
	}
	if w.from > 0 || w.until < s.film.Total {
		notes = append(notes, fmt.Sprintf("There is room for what happens from %v to %v of %v.", w.from, w.until, s.film.Total))
	}
	if w.every > 1 {
		notes = append(notes, fmt.Sprintf("One in %d messages is drawn.", w.every))
	}
	return notes
}
