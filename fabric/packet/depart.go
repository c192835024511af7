package packet

import (
	"collsim/sim/units"
)

// depart commits a choice: the packet leaves port o at c.at. Everything that follows from it is written down here as
// instants to be read by others; only the arrival of a message is an event of its own.
func (n *Net) depart(o int32, p *port, c choice) {
	ln, q := &n.lanes[p.lanes+c.lane], &n.queues[c.queue]
	k := q.head
	pk := &n.packets[k]
	m, s := &n.messages[pk.message], &n.steps[pk.step]

	ln.take(c.at, pk.wire)
	if c.at > p.free {
		p.logGap(n, c.at, q.offered)
	}
	end := p.send(c.at, pk.wire)
	p.packets++
	p.bytes += units.Bytes(pk.wire)
	ln.heads.turn = c.input + 1
	if p.turn = c.lane + 1; p.turn == n.width {
		p.turn = 0
	}
	n.book(p, m, s, k, c.at, end, q.offered)
	if n.trace != nil {
		n.show(o, c, pk, end)
	}

	n.pass(p, ln, q, c.input, end)
	if s.first {
		if src := &n.sources[p.lanes+c.lane]; q.head < 0 && src.first >= 0 {
			n.cut(src, ln, q)
			pk, m = &n.packets[k], &n.messages[n.packets[k].message]
		}
	} else {
		n.giveBack(&n.steps[pk.step-1], c.lane, end, pk.held)
	}
	if p.inputQueued {
		n.freeInput(o, p, c.queue, end)
	}
	if s.final {
		n.arrive(o, p, ln, k, end)
	} else {
		n.onward(p, ln, m, s, k, c, end)
	}
}

// giveBack returns the room that a packet had in the buffer at the end of step s; its tail leaves there at end (R4).
func (n *Net) giveBack(s *step, v int32, end units.Time, bytes int32) {
	p := &n.ports[s.port]
	ln := &n.lanes[p.lanes+v]
	at := end.Add(p.latency)
	ln.expect(at, n.kernel.Now(), bytes, s.exit)
	if ln.heads.empty() {
		return
	}
	if p.ahead {
		n.ahead = append(n.ahead, s.port)
	} else if p.wake > max(p.free, at) {
		n.wakeNext(s.port, p)
	}
}

// freeInput lets the next packet of an input queue come forward as the tail of the last one leaves.
func (n *Net) freeInput(o int32, p *port, qi int32, end units.Time) {
	if now := n.kernel.Now(); end == now {
		p.serving = qi
		n.kernel.At(now, 0, n.id, opTail, uint64(o))
		return
	}
	n.offerNext(qi)
}

// arrive takes packet k, whose tail leaves its last port at end, off the fabric.
func (n *Net) arrive(o int32, p *port, ln *lane, k int32, end units.Time) {
	pk := &n.packets[k]
	if !ln.drains {
		ln.expect(end.Add(2*p.latency), n.kernel.Now(), pk.wire, 0)
	}
	if pk.last {
		id := pk.message
		if n.messages[id].next = -1; p.first < 0 {
			p.first = id
		} else {
			n.messages[p.newest].next = id
		}
		p.newest = id
		n.kernel.At(end.Add(p.latency), uint32(o), n.id, opDeliver, uint64(o))
	}
	pk.next, n.freePacket = n.freePacket, k
}

// onward sends packet k on to the queue of its next step, with the instant from which it may leave there (R3).
func (n *Net) onward(p *port, ln *lane, m *message, s *step, k int32, c choice, end units.Time) {
	pk := &n.packets[k]
	ln.leave(pk.wire, s.exit)
	pk.step++
	next := &n.steps[pk.step]
	pk.held = pk.wire
	faster, hold := s.faster, s.hold
	if pk.short {
		pk.wire = n.wire(next.port, m.short)
		faster, hold = n.holdShort(s, next, m)
	} else {
		pk.wire = n.ports[next.port].full
	}
	head := c.at.Add(s.through)
	pk.eligible = head
	if faster {
		pk.eligible = max(head, end.Add(hold))
		n.trails[k].serialize += pk.eligible.Sub(head)
	}
	n.join(k, c.lane)
}

// holdShort is step.faster and step.hold for the last packet of m, which is not a full one.
func (n *Net) holdShort(s, next *step, m *message) (bool, units.Duration) {
	return hold(&n.graph.Links[s.port], &n.graph.Links[next.port], units.Bytes(m.short), s.through)
}
