package loss

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// observed is what a Net keeps for whoever wants to know by place where time goes: the hops of first attempts, and at the
// links that lost something the time until the next attempt was over.
type observed struct {
	ways [][]fabric.Hop // by message
	hops []fabric.Hop   // of the message that is handed over
}

// misses is which link lost something last, and when the attempt was over.
type misses struct {
	link fabric.LinkID
	at   units.Time
}

// Observe implements [fabric.Observed]. The Net inside must do so too.
func (n *Net) Observe(m *fabric.Meter) {
	n.observed = &observed{}
	n.inner.(fabric.Observed).Observe(m)
}

// Hops implements [fabric.Observed].
func (n *Net) Hops() []fabric.Hop { return n.observed.hops }

// tried notes how an attempt of message i ended at an instant: its hops if it was the first, else how much later than the
// attempt before, for which the link is to blame that lost something of that one.
func (n *Net) tried(i int32, at units.Time) {
	o, m := n.observed, &n.parcels[i]
	for int(i) >= len(o.ways) {
		o.ways = append(o.ways, nil)
	}
	if m.attempt == 0 {
		o.ways[i] = append(o.ways[i][:0], n.inner.(fabric.Observed).Hops()...)
		return
	}
	o.ways[i] = resent(o.ways[i], m.missed.link, at.Sub(m.missed.at))
}

// resent adds time that a link has cost by losing something.
func resent(hops []fabric.Hop, link fabric.LinkID, d units.Duration) []fabric.Hop {
	for i := range hops {
		if hops[i].Link == link {
			hops[i].Retransmit += d
			return hops
		}
	}
	h := fabric.Hop{Link: link}
	h.Retransmit = d
	return append(hops, h)
}

// told sets the hops of message i, which is handed over. What it waited for the messages before it is owed to the link that
// lost something of the one that came last.
func (n *Net) told(i int32, f *flow) {
	o, m := n.observed, &n.parcels[i]
	if f.last > m.at {
		o.ways[i] = resent(o.ways[i], f.blame, f.last.Sub(m.at))
	} else {
		f.blame = m.missed.link
	}
	o.hops = append(o.hops[:0], o.ways[i]...)
}

var _ fabric.Observed = (*Net)(nil)
