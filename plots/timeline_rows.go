package plots

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"collsim/scenarios"
	"collsim/sim/units"
)

// mostRows of a panel; more would be lines.
const mostRows = 64

// mostArrows are how many messages a panel shows; more would hide what is behind them.
const mostArrows = 200

// newPanel chooses what is shown of a timeline: all lanes if there is room, else of each party the one that ends last; of too
// many parties some at equal distances, and the one that ends last of all.
func newPanel(t *scenarios.Timeline) *panel {
	p := &panel{t: t, of: map[[2]int32]int{}, first: map[int32]int{}}
	lanes := lanesOf(t)
	if len(lanes) > mostRows {
		lanes = thin(lastLanes(lanes))
	}
	single := true
	for _, l := range lanes {
		single = single && l.lane == lanes[0].lane
	}
	for i, l := range lanes {
		name := t.Parties[l.party].Name
		if !single {
			name += fmt.Sprintf(", lane %d", l.lane)
		}
		p.of[[2]int32{l.party, l.lane}] = i
		if _, known := p.first[l.party]; !known {
			p.first[l.party] = i
		}
		p.rows = append(p.rows, laneRow{name, l.spans})
	}
	p.pitch = max(7, min(28, 220/vg.Length(len(p.rows))))
	for _, m := range t.Messages {
		if p.rowOf(m.From, m.Lane) >= 0 && p.rowOf(m.To, m.Lane) >= 0 {
			p.messages = append(p.messages, m)
		}
	}
	if len(p.messages) > mostArrows {
		p.messages = nil
	}
	return p
}

// rowOf is the row of a lane, or where it has none the first of its party; -1 = that has none either.
func (p *panel) rowOf(party, lane int32) int {
	if i, ok := p.of[[2]int32{party, lane}]; ok {
		return i
	}
	if i, ok := p.first[party]; ok {
		return i
	}
	return -1
}

// laneSpans are the spans of one lane.
type laneSpans struct {
	party, lane int32
	spans       []scenarios.Span
}

func (l *laneSpans) end() units.Time {
	if len(l.spans) == 0 {
		return 0
	}
	return l.spans[len(l.spans)-1].To
}

// lanesOf takes a timeline apart by lane. Parties that do nothing have one without spans.
func lanesOf(t *scenarios.Timeline) []laneSpans {
	var all []laneSpans
	spans := t.Spans
	for party := range int32(t.Shown) {
		first := len(all)
		for len(spans) > 0 && spans[0].Party == party {
			n := 1
			for n < len(spans) && spans[n].Party == party && spans[n].Lane == spans[0].Lane {
				n++
			}
			all = append(all, laneSpans{party, spans[0].Lane, spans[:n]})
			spans = spans[n:]
		}
		if first == len(all) {
			all = append(all, laneSpans{party: party})
		}
	}
	return all
}

// lastLanes are the lanes that end last of each party, the first on a tie.
func lastLanes(all []laneSpans) []laneSpans {
	var last []laneSpans
	for _, l := range all {
		n := len(last) - 1
		switch {
		case n < 0 || last[n].party != l.party:
			last = append(last, l)
		case l.end() > last[n].end():
			last[n] = l
		}
	}
	return last
}

// thin keeps lanes at equal distances, and the one that ends last.
func thin(all []laneSpans) []laneSpans {
	if len(all) <= mostRows {
		return all
	}
	latest := 0
	for i := range all {
		if all[i].end() > all[latest].end() {
			latest = i
		}
	}
	every := (len(all) + mostRows - 2) / (mostRows - 1)
	var kept []laneSpans
	for i := range all {
		if i%every == 0 || i == latest {
			kept = append(kept, all[i])
		}
	}
	return kept
}

// left says what a panel does not show of its timeline.
func (p *panel) left() string {
	parties, lanes := p.t.Shown, 0
	for i := range p.t.Spans {
		lanes = max(lanes, int(p.t.Spans[i].Lane)+1)
	}
	if len(p.rows) == len(lanesOf(p.t)) {
		return ""
	}
	words := fmt.Sprintf("%d of %d ranks are drawn, the last one to end among them", len(p.rows), parties)
	if len(p.rows) == parties {
		words = "every rank is drawn"
	}
	if lanes > 1 {
		words += fmt.Sprintf(", each by the one of its %d lanes that ends last", lanes)
	}
	return words
}
