package packet

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// observed is what a Net keeps for whoever wants to know by place where time goes.
type observed struct {
	meter *fabric.Meter
	here  [][]fabric.Hop // by packet: how it got to where it waits, or was sent from
	left  [][]fabric.Hop // by cell: how the tail left that left last
	hops  []fabric.Hop   // of the message that is delivered
}

// Observe implements [fabric.Observed].
func (n *Net) Observe(m *fabric.Meter) { n.observed, n.watched = &observed{meter: m}, true }

// Hops implements [fabric.Observed].
func (n *Net) Hops() []fabric.Hop { return n.observed.hops }

// post tells the meter that a message waits at its source.
func (n *Net) post(m fabric.Message) {
	o := n.steps[n.paths[m.Path].first].port
	l := &n.graph.Links[o]
	packets, rest := n.graph.Cut(m.Bytes)
	now := n.kernel.Now()
	n.observed.meter.Wait(fabric.LinkID(o), now, now, units.Bytes(packets-1)*l.Wire(n.graph.Packet)+l.Wire(rest))
}

// await tells the meter that packet k waits at its step's port.
func (n *Net) await(k int32) {
	pk := &n.packets[k]
	o := n.steps[pk.step].port
	n.observed.meter.Wait(fabric.LinkID(o), n.kernel.Now(), pk.eligible, units.Bytes(n.wire(o, &n.ports[o], pk)))
}

// watchBook is book for packet k, which leaves port o as c says, where somebody watches.
func (n *Net) watchBook(o int32, p *port, c choice, k int32, end, offered units.Time) {
	pk := &n.packets[k]
	m, s := &n.messages[pk.message], &n.steps[pk.step]
	hop, before := &n.cells[m.cells+int32(s.cell)], pk.trail
	inherits := hop.end > pk.eligible
	if inherits {
		before = hop.trail
	}
	n.book(p, m, s, pk, c.at, end, offered)
	if t := &pk.trail; n.observed != nil {
		n.locate(k, m, s, inherits, trail{t.serialize - before.serialize, t.queue - before.queue, t.arbitrate - before.arbitrate,
			t.headOfLine - before.headOfLine, t.backpressure - before.backpressure}, c.at, end)
	}
	if n.trace != nil {
		n.show(o, c, pk, end)
	}
}

// locate books by place what [Net.book] books: packet k leaves the port of step s from start to end, and its trail, or
// that of the packet before it, has become longer by the time that it waited.
func (n *Net) locate(k int32, m *message, s *step, inherits bool, waited trail, start, end units.Time) {
	w := n.observed
	wire := n.wire(s.port, &n.ports[s.port], &n.packets[k])
	w.meter.Send(fabric.LinkID(s.port), n.kernel.Now(), start, end, units.Bytes(wire))
	cell := m.cells + int32(s.cell)
	for int(k) >= len(w.here) {
		w.here = append(w.here, nil)
	}
	for len(w.left) < len(n.cells) {
		w.left = append(w.left, nil)
	}
	here, hop := w.here[k], int(s.hop)
	if inherits {
		here = append(here[:0], w.left[cell]...)
	} else {
		here = append(here[:hop], fabric.Hop{Link: fabric.LinkID(s.port)})
	}
	at := &here[hop]
	at.Serialize += waited.serialize
	at.Queue += waited.queue
	at.Arbitrate += waited.arbitrate
	at.HeadOfLine += waited.headOfLine
	at.Backpressure += waited.backpressure
	w.here[k] = here
	w.left[cell] = append(w.left[cell][:0], here...)
	w.left[cell][hop].Serialize += end.Sub(start)
}

// follow books by place how packet k, which left the port of step s at start, gets to its next port: by cable and device,
// and held there by its own bytes where the next link is faster.
func (n *Net) follow(k int32, m *message, s *step, start units.Time) {
	pk := &n.packets[k]
	at := &n.observed.here[k][s.hop]
	at.Propagate += s.through
	if s.ways == 0 {
		at.Serialize += pk.eligible.Sub(start.Add(s.through))
	}
	if !s.acts {
		n.await(k)
	}
}

// arrived sets the hops of message m, whose last byte has left its last port.
func (n *Net) arrived(m *message, s *step) {
	w := n.observed
	w.hops = append(w.hops[:0], w.left[m.cells+int32(m.ports)-1]...)
	w.hops[m.hops-1].Propagate += s.through
}

// dropped sets the hops of a message of which packet k, which is dropped now, is the last to get anywhere, as
// [Net.cutShort] does its transit.
func (n *Net) dropped(k int32, now units.Time) {
	w, pk := n.observed, &n.packets[k]
	device := n.graph.Devices[n.graph.Links[n.steps[pk.step].port].From].Latency
	w.hops = append(w.hops[:0], w.here[k]...)
	at := &w.hops[len(w.hops)-1]
	at.Propagate -= device
	at.Serialize -= pk.eligible.Sub(now.Add(device))
}

// block tells the meter for how long port p idled, from free to s, before anything was offered, although a packet that
// wants it was there: at offered the first one was.
func (n *Net) block(p *port, s, offered units.Time) {
	o := p.lanes / n.width
	wanted := min(offered, s)
	for v := range n.width {
		ln := &n.lanes[p.lanes+v]
		for i := range p.inputs {
			if i == p.own || *ln.heads.bankQueue(i) < 0 {
				continue
			}
			for k := n.queues[ln.heads.queueOf(i)].head; k >= 0 && n.packets[k].eligible < wanted; k = n.packets[k].next {
				if n.steps[n.packets[k].step].port == o {
					wanted = n.packets[k].eligible
				}
			}
		}
	}
	n.observed.meter.Block(fabric.LinkID(o), max(p.free, wanted), max(p.free, min(offered, s)))
}
