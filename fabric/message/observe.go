package message

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// observed is what a Net keeps for whoever wants to know by place where time goes.
type observed struct {
	meter *fabric.Meter
	ways  []ways       // by message
	hops  []fabric.Hop // of the message that is delivered
}

// ways are how the packets by which a message is followed got to where they may start next.
type ways struct{ first, late, last []fabric.Hop }

// Observe implements [fabric.Observed].
func (n *Net) Observe(m *fabric.Meter) { n.observed = &observed{meter: m} }

// Hops implements [fabric.Observed].
func (n *Net) Hops() []fabric.Hop { return n.observed.hops }

// locate books by place how message i crosses link l, which is hop h, as run r, where it weighs d, after it has waited for others. A packet goes on from its own way or from
// that of the packet before it, whichever decides when it starts.
func (n *Net) locate(i int32, h *hop, l *link, d *load, r *run, waited units.Duration) {
	o, m := n.observed, &n.messages[i]
	for int(i) >= len(o.ways) {
		o.ways = append(o.ways, ways{})
	}
	w, at := &o.ways[i], int(m.hop-n.paths[m.path].first)
	now := n.kernel.Now()
	o.meter.Wait(h.link, now, now, d.wire)
	o.meter.Send(h.link, now, r.first.start, l.free, d.wire)

	w.first = append(w.first[:at], fabric.Hop{Link: h.link})
	w.first[at].Serialize = r.first.start.Sub(m.first.eligible) - waited
	if h.bus {
		w.first[at].Arbitrate = waited
	} else {
		w.first[at].Queue = waited
	}
	w.late = fabric.Follow(w.late, w.first, h.link, r.late.start.Sub(r.first.start), d.packets < 3 || r.late.start > m.late.eligible)
	w.last = fabric.Follow(w.last, w.late, h.link, r.last.start.Sub(r.late.start), d.packets < 2 || r.last.start > m.last.eligible)
	if h.final {
		w.last[at].Serialize += r.last.end.Sub(r.last.start)
		w.last[at].Propagate = h.ahead
	}
}

// onward books by place how message i, which has crossed hop h as run r, gets to where it may start next.
func (n *Net) onward(i int32, h *hop, r *run) {
	m, w := &n.messages[i], &n.observed.ways[i]
	at := int(m.hop - n.paths[m.path].first)
	for _, p := range []struct {
		hop      *fabric.Hop
		start    units.Time
		eligible units.Time
	}{{&w.first[at], r.first.start, m.first.eligible}, {&w.late[at], r.late.start, m.late.eligible}, {&w.last[at], r.last.start, m.last.eligible}} {
		p.hop.Propagate = h.ahead
		p.hop.Serialize += p.eligible.Sub(p.start.Add(h.ahead))
	}
}

var _ fabric.Observed = (*Net)(nil)
