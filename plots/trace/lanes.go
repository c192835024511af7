package trace

import (
	"strconv"

	"collsim/scenarios"
	"collsim/sim/units"
)

func itoa(n int) string { return strconv.Itoa(n) }

// track writes one lane: slices within slices, and the ends of arrows in between.
type track struct {
	*stage
	at     thread
	arrows []arrow // that are still to come
}

// lanes writes all lanes. What is left of the run when a lane has ended is a slice as well, so that whatever happens there
// lies within one.
func (s *stage) lanes() {
	s.meet()
	spans := s.t.Spans
	for party := range s.parties() {
		for lane := range s.perParty {
			n := 0
			for n < len(spans) && int(spans[n].Party) == party && int(spans[n].Lane) == lane {
				n++
			}
			k := track{stage: s, at: s.laneThread(party, lane), arrows: s.arrows[party*s.perParty+lane]}
			k.lane(spans[:n])
			spans = spans[n:]
		}
	}
}

// lane writes the spans of one lane, those of a round within a slice of their own.
func (k *track) lane(spans []scenarios.Span) {
	end := units.Time(0)
	for i := range spans {
		p := &spans[i]
		if p.Round >= 0 && (i == 0 || spans[i-1].Round != p.Round) {
			k.begin(p.From, *new(object).word("name", round(p.Round)).word("cat", "round"))
		}
		k.begin(p.From, k.slice(p))
		k.end(p.To)
		if p.Round >= 0 && (i == len(spans)-1 || spans[i+1].Round != p.Round) {
			k.end(p.To)
		}
		end = p.To
	}
	if end < k.t.Until {
		k.begin(end, *new(object).word("name", "idle").word("cat", "idle").args(new(object).number("from_ps", int64(end)).number("to_ps", int64(k.t.Until))))
		k.end(k.t.Until)
	}
}

// slice is what a viewer shows of a span.
func (k *track) slice(p *scenarios.Span) object {
	args := new(object).number("from_ps", int64(p.From)).number("to_ps", int64(p.To)).word("state", p.State.String()).word("place", k.t.Places[p.Place])
	if p.For >= 0 {
		args.word("waits_for", k.t.Parties[p.For].Name)
	}
	return *new(object).word("name", p.Component.String()).word("cat", p.Component.Group().String()).args(args)
}

func (k *track) begin(at units.Time, rest object) {
	k.pass(at)
	k.event("B", k.at, at, rest)
}

func (k *track) end(at units.Time) {
	k.pass(at)
	k.event("E", k.at, at, nil)
}

// pass writes the ends of arrows before an instant.
func (k *track) pass(before units.Time) {
	for len(k.arrows) > 0 && k.arrows[0].at < before {
		a := &k.arrows[0]
		rest := new(object).word("name", "message").word("cat", "message").number("id", a.number)
		phase := "s"
		if a.ends {
			phase = "f"
			rest.word("bp", "e")
		} else {
			m := a.message
			rest.args(new(object).number("bytes", int64(m.Bytes)).number("round", int64(m.Round)).number("channel", int64(m.Channel)).
				word("from", k.t.Parties[m.From].Name).word("to", k.t.Parties[m.To].Name).
				number("posted_ps", int64(m.Posted)).number("sent_ps", int64(m.Sent)).number("arrived_ps", int64(m.Arrived)))
		}
		k.event(phase, k.at, a.at, *rest)
		k.arrows = k.arrows[1:]
	}
}
