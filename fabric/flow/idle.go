package flow

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// span is when a packet is on a link, from the instant of Send.
type span struct{ start, end units.Duration }

// idle is how long a message takes on an idle fabric, from Send to the arrival of its last byte. All its packets but the
// last are alike, so the first, the last but one and the last say where all of them are; fabric/message/DESIGN.md has
// the proof.
func (n *Net) idle(route []fabric.LinkID, packets int64, rest units.Bytes) units.Duration {
	var first, late, last units.Duration // when each may start on the present link
	for i, id := range route {
		l := &n.graph.Links[id]
		a, b, c := alone(l, n.graph.Packet, packets, rest, first, late, last)
		ahead := n.ahead(route, i)
		if i == len(route)-1 {
			return c.end + ahead
		}
		next := &n.graph.Links[route[i+1]]
		first = onward(l, next, n.graph.Packet, a, ahead)
		late = onward(l, next, n.graph.Packet, b, ahead)
		last = onward(l, next, rest, c, ahead)
	}
	panic("flow: a path without links")
}

// ahead is from the start of a packet on the link at index i to its head at the next one; at the end, the cable.
func (n *Net) ahead(route []fabric.LinkID, i int) units.Duration {
	l := &n.graph.Links[route[i]]
	if i == len(route)-1 {
		return l.Latency
	}
	return l.Latency + n.graph.Devices[l.To].Latency
}

// alone is when the first, the last but one and the last packet cross l; of a message of one packet only the last, of a
// message of two the first is the last but one.
func alone(l *fabric.Link, packet units.Bytes, packets int64, rest units.Bytes, first, late, last units.Duration) (a, b, c span) {
	full, short := l.Wire(packet), l.Wire(rest)
	if packets == 1 {
		c = span{last, last + l.Rate.Over(short)}
		return c, c, c
	}
	before := units.Bytes(packets-2) * full
	a = span{first, first + l.Rate.Over(full)}
	base, sent := first, before+full // of the busy period, with the last but one
	b.start = first + l.Rate.Over(before)
	if packets > 2 && b.start < late {
		b.start = late
		base, sent = late, full
	}
	b.end = base + l.Rate.Over(sent)
	if b.end < last {
		return a, b, span{last, last + l.Rate.Over(short)}
	}
	return a, b, span{b.end, base + l.Rate.Over(sent+short)}
}

// onward is when a packet of the given payload may start on the link after l.
func onward(l, next *fabric.Link, payload units.Bytes, s span, ahead units.Duration) units.Duration {
	at := s.start + ahead
	if next.Outruns(l, payload) { // the faster link must not run dry
		at = max(at, s.end+ahead-next.Rate.Over(next.Wire(payload)))
	}
	return at
}
