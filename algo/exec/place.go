package exec

import (
	"fmt"

	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Causes of charges are ranks, or links in the numbers below -1.

func ofLink(id fabric.LinkID) ledger.Cause { return -2 - ledger.Cause(id) }

// LinkOf is the link of a cause; ok is false where it is none: then it is the number of a party.
func LinkOf(c ledger.Cause) (id fabric.LinkID, ok bool) { return fabric.LinkID(-2 - c), c < -1 }

// observe makes the network tell by place where time goes.
func (x *Run) observe(m *fabric.Meter) error {
	net, ok := x.net.(fabric.Observed)
	if !ok {
		return fmt.Errorf("exec: the network does not tell by place where time goes")
	}
	net.Observe(m)
	x.observed = net
	return nil
}

// place keeps the hops of message id, of which the network tells now.
func (x *Run) place(id int32) {
	for len(x.hops) < len(x.messages) {
		x.hops = append(x.hops, nil)
	}
	x.hops[id] = append(x.hops[id][:0], x.observed.Hops()...)
}

// carryBy is carry by place: hop after hop.
func (x *Run) carryBy(t int32, from units.Time, id int32, flight ledger.Component) units.Time {
	if int(id) >= len(x.hops) { // the network has told nothing of it yet
		return from
	}
	hops := x.hops[id]
	for i := range hops {
		from = x.hop(t, from, &hops[i], flight)
	}
	return from
}

// hop books what one link did, in the order in which it happens there: what waits for its turn, then is sent, then flies.
func (x *Run) hop(t int32, at units.Time, h *fabric.Hop, flight ledger.Component) units.Time {
	link := ofLink(h.Link)
	at = x.part(t, at, h.HeadOfLine, ledger.HeadOfLine, link)
	at = x.part(t, at, h.Queue, ledger.Queue, link)
	at = x.part(t, at, h.Arbitrate, ledger.Arbitrate, link)
	at = x.part(t, at, h.Backpressure, ledger.Backpressure, link)
	at = x.part(t, at, h.Serialize, ledger.Serialize, link)
	at = x.part(t, at, h.Propagate, flight, link)
	return x.part(t, at, h.Retransmit, ledger.Retransmit, link)
}

// places sums up what the links did on a path, by link.
func places(path []ledger.Span, links int) []fabric.Hop {
	by := make([]fabric.Transit, links)
	for i := range path {
		s := &path[i]
		id, ok := LinkOf(s.Cause)
		if !ok {
			continue
		}
		t, d := &by[id], s.To.Sub(s.From)
		switch s.Component {
		case ledger.Serialize:
			t.Serialize += d
		case ledger.Propagate:
			t.Propagate += d
		case ledger.Queue:
			t.Queue += d
		case ledger.Arbitrate:
			t.Arbitrate += d
		case ledger.HeadOfLine:
			t.HeadOfLine += d
		case ledger.Backpressure:
			t.Backpressure += d
		case ledger.Retransmit:
			t.Retransmit += d
		}
	}
	hops := []fabric.Hop{}
	for id := range by {
		if by[id] != (fabric.Transit{}) {
			hops = append(hops, fabric.Hop{Link: fabric.LinkID(id), Transit: by[id]})
		}
	}
	return hops
}
