package scenarios

import (
	"fmt"
	"slices"
	"sort"

	"collsim/fabric"
	"collsim/sim/units"
)

// A file of a timeline has two events for a span, a message and a time in which a link sends, each with a beginning and an
// end, two more where a lane comes to another round, and one for every change of a queue.
func (l *LinkTrack) events() int64 { return 2*int64(len(l.Busy)) + int64(len(l.Queue)) }

// byParty counts the events of each party's lanes; a message counts for the later of its parties.
func (t *Timeline) byParty() []int64 {
	events := make([]int64, len(t.Parties))
	for i := range t.Spans {
		s := &t.Spans[i]
		events[s.Party] += 2
		if before := &t.Spans[max(0, i-1)]; i == 0 || before.Party != s.Party || before.Lane != s.Lane || before.Round != s.Round {
			events[s.Party] += 2
		}
	}
	for _, m := range t.Messages {
		events[max(m.From, m.To)] += 2
	}
	return events
}

// limit leaves out what is too much for a viewer: of parties those behind the first that fit, with their messages, then the
// links that are busy least. Where the first party alone is too much, all that begins after some instant. Four fifths of what
// there may be are for parties.
func (t *Timeline) limit(most int64) {
	events := t.byParty()
	all := Extent{Parties: len(t.Parties), Links: len(t.Links), Until: t.Total}
	for _, n := range events {
		all.Events += n
	}
	ofParties := all.Events
	for i := range t.Links {
		all.Events += t.Links[i].events()
	}
	t.All, t.Shown = all, all
	if all.Events <= most {
		return
	}
	if ofParties > most*4/5 {
		t.keepParties(events, most*4/5)
	}
	t.keepLinks(most)
	t.Note = t.leftOut(most)
}

// keepParties keeps the first parties whose events are no more than so many.
func (t *Timeline) keepParties(events []int64, most int64) {
	n, sum := 0, int64(0)
	for n < len(events) && sum+events[n] <= most {
		sum += events[n]
		n++
	}
	if n == 0 {
		n = 1
		t.cut(t.Spans[most/4-1].To) // each has four events at most
	}
	t.Shown.Parties = n
	t.Spans = slices.DeleteFunc(t.Spans, func(s Span) bool { return int(s.Party) >= n })
	t.Messages = slices.DeleteFunc(t.Messages, func(m Message) bool { return int(max(m.From, m.To)) >= n })
}

// cut leaves out what ends after an instant.
func (t *Timeline) cut(at units.Time) {
	t.Shown.Until = at
	t.Spans = slices.DeleteFunc(t.Spans, func(s Span) bool { return s.To > at })
	t.Messages = slices.DeleteFunc(t.Messages, func(m Message) bool { return m.Arrived > at })
	for i := range t.Links {
		l := &t.Links[i]
		l.Busy = slices.DeleteFunc(l.Busy, func(s fabric.Stretch) bool { return s.To > at })
		l.Queue = slices.DeleteFunc(l.Queue, func(d fabric.Depth) bool { return d.At > at })
	}
}

// keepLinks keeps the busiest links that fit.
func (t *Timeline) keepLinks(most int64) {
	sum := int64(0)
	for _, n := range t.byParty() {
		sum += n
	}
	n := sort.Search(len(t.Links), func(n int) bool {
		with := sum
		for i := range t.Links[:n+1] {
			with += t.Links[i].events()
		}
		return with > most
	})
	for i := range t.Links[:n] {
		sum += t.Links[i].events()
	}
	t.Links = t.Links[:n]
	t.Shown.Links, t.Shown.Events = n, sum
}

// leftOut says in a sentence what is there.
func (t *Timeline) leftOut(most int64) string {
	text := fmt.Sprintf("%s events are more than %s:", grouped(t.All.Events), grouped(most))
	switch n := t.Shown.Parties; {
	case n == t.All.Parties:
		text += " all ranks are shown"
	case n == 1:
		text += fmt.Sprintf(" %s of %s is shown", t.Parties[0].Name, grouped(int64(t.All.Parties)))
	default:
		text += fmt.Sprintf(" the first %s of %s ranks are shown, with the messages among them", grouped(int64(n)), grouped(int64(t.All.Parties)))
	}
	if t.Shown.Links < t.All.Links {
		text += fmt.Sprintf(", and the busiest %s of %s links", grouped(int64(t.Shown.Links)), grouped(int64(t.All.Links)))
	}
	if t.Shown.Until < t.All.Until {
		text += fmt.Sprintf(", until %v of %v", t.Shown.Until, t.All.Until)
	}
	return text
}
