package scenarios

import (
	"fmt"
	"slices"
	"sort"

	"collsim/fabric"
	"collsim/sim/units"
)

// MostEvents is how many events of a timeline viewers of traces can bear.
const MostEvents = 1_000_000

// events are those of a link in a file: two for a time in which it sends, and one for every change of its queue.
func (l *LinkTrack) events() int64 { return 2*int64(len(l.Busy)) + int64(len(l.Queue)) }

// byParty counts the events of each party's lanes in a file: two for a span and a message, a beginning and an end, and two
// more where a lane comes to another round. A message counts for the later of its parties.
func (t *Timeline) byParty() []int64 {
	events := make([]int64, len(t.Parties))
	for i := range t.Spans {
		s := &t.Spans[i]
		events[s.Party] += 2
		if before := &t.Spans[max(0, i-1)]; i == 0 || before.Party != s.Party || before.Lane != s.Lane || before.Round != s.Round {
			events[s.Party] += 2
		}
	}
	for i := range t.Messages {
		events[max(t.Messages[i].From, t.Messages[i].To)] += 2
	}
	return events
}

// Events is how many events a file of the timeline has.
func (t *Timeline) Events() (sum int64) {
	for _, n := range t.byParty() {
		sum += n
	}
	for i := range t.Links {
		sum += t.Links[i].events()
	}
	return sum
}

// Limit is the timeline, or where it has more events than so many a copy without what is too much: of parties those behind
// the first that fit, with their messages, then the links that are busy least. Where the first party alone is too much, all
// that ends after some instant. Four fifths of what there may be are for parties. The note of the copy says so.
func (t *Timeline) Limit(most int64) *Timeline {
	all := t.Events()
	if all <= most {
		return t
	}
	kept := *t
	kept.keepParties(most * 4 / 5)
	kept.keepLinks(most)
	kept.Note = kept.leftOut(t, all, most)
	return &kept
}

// keepParties keeps the first parties whose events are no more than so many.
func (t *Timeline) keepParties(most int64) {
	n, sum := 0, int64(0)
	for _, events := range t.byParty() {
		if sum += events; sum > most {
			break
		}
		n++
	}
	if n == 0 {
		n = 1
		t.cut(t.Spans[most/4-1].To) // each has four events at most
	}
	t.Shown = n
	t.Spans = sifted(t.Spans, func(s *Span) bool { return int(s.Party) >= n })
	t.Messages = sifted(t.Messages, func(m *Message) bool { return int(max(m.From, m.To)) >= n })
}

// cut leaves out what ends after an instant.
func (t *Timeline) cut(at units.Time) {
	t.Until = at
	t.Spans = sifted(t.Spans, func(s *Span) bool { return s.To > at })
	t.Messages = sifted(t.Messages, func(m *Message) bool { return m.Arrived > at })
	t.Links = slices.Clone(t.Links)
	for i := range t.Links {
		l := &t.Links[i]
		l.Busy = sifted(l.Busy, func(s *fabric.Stretch) bool { return s.To > at })
		l.Queue = sifted(l.Queue, func(d *fabric.Depth) bool { return d.At > at })
	}
}

// sifted is a copy of a list without some of it.
func sifted[T any](all []T, drop func(*T) bool) []T {
	var kept []T
	for i := range all {
		if !drop(&all[i]) {
			kept = append(kept, all[i])
		}
	}
	return kept
}

// keepLinks keeps the busiest links that fit.
func (t *Timeline) keepLinks(most int64) {
	all := t.Links
	fits := func(n int) bool {
		t.Links = all[:n]
		return t.Events() <= most
	}
	n := sort.Search(len(all), func(n int) bool { return !fits(n + 1) })
	t.Links = all[:n]
}

// leftOut says in a sentence what is there of the whole, which has so many events.
func (t *Timeline) leftOut(whole *Timeline, events, most int64) string {
	text := fmt.Sprintf("%s events are more than %s:", grouped(events), grouped(most))
	switch all := len(t.Parties); {
	case t.Shown == all:
		text += " all ranks are shown"
	case t.Shown == 1:
		text += fmt.Sprintf(" %s of %s is shown", t.Parties[0].Name, grouped(int64(all)))
	default:
		text += fmt.Sprintf(" the first %s of %s ranks are shown, with the messages among them", grouped(int64(t.Shown)), grouped(int64(all)))
	}
	if n := len(whole.Links); len(t.Links) < n {
		text += fmt.Sprintf(", and the busiest %s of %s links", grouped(int64(len(t.Links))), grouped(int64(n)))
	}
	if t.Until < whole.Until {
		text += fmt.Sprintf(", until %v of %v", t.Until, whole.Until)
	}
	return text
}
