package page

import (
	"collsim/fabric"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// edgesTold are the columns of all edges.
func (s *stage) edgesTold() body {
	n := len(s.edges)
	from, to, links, rates := make([]int32, n), make([]int32, n), make([]int, n), make([]units.Rate, n)
	names, media, pauses := make([]string, n), make([]string, n), make([]bool, n)
	for i := range s.edges {
		e := &s.edges[i]
		from[i], to[i], links[i], rates[i], names[i], media[i], pauses[i] = e.from, e.to, len(e.links), e.rate, e.name, e.medium, e.pauses
	}
	return body{{"from", from}, {"to", to}, {"name", names}, {"medium", media}, {"links", links}, {"rate", rates}, {"pauses", pauses}}
}

// rowTold is a row, with what its lane did in the whole run.
type rowTold struct {
	Name    string           `json:"name"`
	Box     int32            `json:"box"`
	Parties int              `json:"parties"`
	Works   []units.Duration `json:"works_ps"`    // by component of the ledger
	Flies   []units.Duration `json:"receives_ps"` // nothing, while a message to it is on its way, for what
	Waits   []units.Duration `json:"waits_ps"`    // for a peer, or another lane
	End     units.Time       `json:"end_ps"`
}

func (s *stage) rowsTold() []rowTold {
	all := make([]rowTold, len(s.rows))
	for i := range s.rows {
		r := &s.rows[i]
		none := func() []units.Duration { return make([]units.Duration, ledger.Components) }
		all[i] = rowTold{Name: r.name, Box: r.box, Parties: len(r.parties), Works: none(), Flies: none(), Waits: none()}
	}
	for i := range s.film.Spans {
		sp := &s.film.Spans[i]
		if !s.shows(sp) {
			continue
		}
		r := &all[s.row[sp.Party]]
		r.End = max(r.End, sp.To)
		by := r.Waits
		switch sp.State {
		case scenarios.Working:
			by = r.Works
		case scenarios.Flying:
			by = r.Flies
		}
		by[sp.Component] += sp.To.Sub(sp.From)
	}
	return all
}

// rounds are the algorithm's: number, first post, last message in its place.
func (s *stage) rounds() [][3]int64 {
	at := map[int32]int{}
	all := [][3]int64{}
	for i := range s.film.Messages {
		m := &s.film.Messages[i]
		n, known := at[m.Round]
		if !known {
			n = len(all)
			at[m.Round] = n
			all = append(all, [3]int64{int64(m.Round), int64(m.Posted), 0})
		}
		all[n][2] = max(all[n][2], int64(m.Taken))
	}
	return all
}

// leg is what a message does on its way, for a time.
type leg struct {
	link      fabric.LinkID
	component ledger.Component
	span      units.Duration
}

// legs takes a hop apart, in the order in which things happen there, and returns how many parts there are.
func (s *stage) legs(h *fabric.Hop, into func(leg)) (n int) {
	for _, l := range [...]leg{
		{h.Link, ledger.HeadOfLine, h.HeadOfLine}, {h.Link, ledger.Queue, h.Queue}, {h.Link, ledger.Arbitrate, h.Arbitrate}, {h.Link, ledger.Backpressure, h.Backpressure},
		{h.Link, ledger.Serialize, h.Serialize}, {h.Link, ledger.Propagate, h.Propagate}, {h.Link, ledger.Retransmit, h.Retransmit},
	} {
		if l.span == 0 {
			continue
		}
		if n++; into != nil {
			into(l)
		}
	}
	return n
}

// messagesTold are the columns of the messages of a window. Legs follow one another from sent to arrived.
func (s *stage) messagesTold(w window) body {
	var from, to, channel, round, share, legs, legEdge, legComponent []int32
	var bytes, posted, sent, arrived, taken, legSpan []int64
	n := 0
	for i := range s.film.Messages {
		m := &s.film.Messages[i]
		if !w.has(m.Posted, m.Taken) || !s.drawn(m) {
			continue
		}
		if n++; (n-1)%w.every != 0 {
			continue
		}
		from, to = append(from, s.row[m.From]), append(to, s.row[m.To])
		channel, round, bytes = append(channel, m.Channel), append(round, m.Round), append(bytes, int64(m.Bytes))
		posted, sent, arrived, taken = append(posted, int64(m.Posted)), append(sent, int64(m.Sent)), append(arrived, int64(m.Arrived)), append(taken, int64(m.Taken))
		count := 0
		for h := range m.Hops {
			count += s.legs(&m.Hops[h], func(l leg) {
				legEdge, legComponent, legSpan = append(legEdge, s.edge[l.link]), append(legComponent, int32(l.component)), append(legSpan, int64(l.span))
			})
		}
		legs = append(legs, int32(count))
		part := int32(1000)
		if g := s.film.Gain(i); g != nil {
			part = int32(g.Carried * 1000 / g.Most)
		}
		share = append(share, part)
	}
	return body{
		{"from", whole(from)}, {"to", whole(to)}, {"channel", whole(channel)}, {"round", whole(round)}, {"bytes", whole(bytes)},
		{"posted_ps", whole(posted)}, {"sent_ps", whole(sent)}, {"arrived_ps", whole(arrived)}, {"taken_ps", whole(taken)}, {"share", whole(share)},
		{"legs", whole(legs)}, {"leg_edge", whole(legEdge)}, {"leg_component", whole(legComponent)}, {"leg_ps", whole(legSpan)},
	}
}

// whole is a list that is never null.
func whole[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// spansTold are the columns of what the lanes that are drawn do in a window.
func (s *stage) spansTold(w window) body {
	var rows, components, states, rounds, peers []int32
	var from, to []int64
	for i := range s.film.Spans {
		sp := &s.film.Spans[i]
		if !s.shows(sp) || !w.has(sp.From, sp.To) {
			continue
		}
		peer := int32(-1)
		if sp.For >= 0 {
			peer = s.row[sp.For]
		}
		rows, components, states = append(rows, s.row[sp.Party]), append(components, int32(sp.Component)), append(states, int32(sp.State))
		rounds, peers = append(rounds, sp.Round), append(peers, peer)
		from, to = append(from, int64(sp.From)), append(to, int64(sp.To))
	}
	return body{{"row", whole(rows)}, {"component", whole(components)}, {"state", whole(states)}, {"round", whole(rounds)}, {"peer", whole(peers)}, {"from_ps", whole(from)}, {"to_ps", whole(to)}}
}

// pathTold are the columns of the critical path in a window: each span with the row or the edge where it is; -1 = neither is
// drawn.
func (s *stage) pathTold(w window) body {
	var components, rounds, rows, edges []int32
	var from, to []int64
	for i := range s.film.Path {
		sp := &s.film.Path[i]
		if !w.has(sp.From, sp.To) {
			continue
		}
		at, over := int32(-1), int32(-1)
		if parties := int32(len(s.film.Parties)); sp.Place >= parties {
			over = s.edge[sp.Place-parties]
		} else if sp.Place >= 0 {
			at = s.row[sp.Place]
		}
		components, rounds, rows, edges = append(components, int32(sp.Component)), append(rounds, sp.Round), append(rows, at), append(edges, over)
		from, to = append(from, int64(sp.From)), append(to, int64(sp.To))
	}
	return body{{"component", whole(components)}, {"round", whole(rounds)}, {"row", whole(rows)}, {"edge", whole(edges)}, {"from_ps", whole(from)}, {"to_ps", whole(to)}}
}
