package page

import (
	"collsim/scenarios"
	"collsim/sim/units"
)

// window is the part of a run whose messages and spans are told.
type window struct {
	from, until units.Time
	every       int // one message in so many is told
}

// has tells whether something that lasts from one instant to another is seen in a window.
func (w window) has(from, to units.Time) bool {
	return from < w.until && (to > w.from || to == from && from >= w.from)
}

// window is the longest one from an instant on that has room for all that moves in it.
func (s *stage) window(from units.Time) window {
	total := s.film.Total
	fits := func(until units.Time) bool {
		w := window{from, until, 1}
		messages, legs := s.moves(w)
		return messages <= mostMessages && legs <= mostLegs && s.spansIn(w) <= mostSpans
	}
	if fits(total) {
		return window{from, total, 1}
	}
	low, high := from, total // the window up to low fits, that up to high does not
	for high-low > 1 {
		if middle := low + (high-low)/2; fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	w := window{from, low, 1}
	if least := from + max(1, total/256); w.until < least { // so much happens at one instant that no window has room for it
		w.until = min(least, total)
		messages, legs := s.moves(w)
		w.every = max((messages+mostMessages-1)/mostMessages, (legs+mostLegs-1)/mostLegs, 1)
	}
	return w
}

// drawn tells whether a message goes from one row to another.
func (s *stage) drawn(m *scenarios.Message) bool {
	from, to := s.row[m.From], s.row[m.To]
	return from >= 0 && to >= 0 && from != to
}

// moves counts the messages of a window, and the legs of their ways.
func (s *stage) moves(w window) (messages, legs int) {
	for i := range s.film.Messages {
		m := &s.film.Messages[i]
		if m.Posted >= w.until {
			break // they are in the order in which they were posted
		}
		if !w.has(m.Posted, m.Taken) || !s.drawn(m) {
			continue
		}
		messages++
		for h := range m.Hops {
			legs += s.legs(&m.Hops[h], nil)
		}
	}
	return messages, legs
}

// spansIn counts the spans of a window.
func (s *stage) spansIn(w window) (n int) {
	for i := range s.film.Spans {
		if sp := &s.film.Spans[i]; s.shows(sp) && w.has(sp.From, sp.To) {
			n++
		}
	}
	return n
}

// shows tells whether a span is one of the lanes that are drawn.
func (s *stage) shows(sp *scenarios.Span) bool {
	at := s.row[sp.Party]
	return at >= 0 && s.rows[at].shown == sp.Party && s.rows[at].lane == sp.Lane
}
