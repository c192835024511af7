package packet

import (
	"collsim/sim/units"
)

// depart commits a choice: the packet leaves port o at c.at. Everything that follows from it is written down here as
// instants to be read by others; only the arrival of a message is an event of its own.
func (n *Net) depart(o int32, p *port, c choice) {
	ln, q := &n.lanes[p.lanes+c.lane], &n.queues[c.queue]
	k, wire := q.head, q.wire
	pk := &n.packets[k]
	if pk.train > 0 {
		n.departTrain(o, p, c)
		return
	}
	m, s := &n.messages[pk.message], &n.steps[pk.step]

	ln.take(c.at, wire)
	if c.at > p.free {
		p.logGap(n, c.at, q.offered)
	}
	end := p.send(c.at, wire)
	p.packets++
	p.bytes += units.Bytes(wire)
	ln.heads.turn = c.input + 1
	if n.width > 1 {
		n.takeTurn(p, c.lane, wire)
	}
	if n.watched {
		n.watchBook(o, p, c, k, end, q.offered)
	} else {
		n.book(p, m, s, pk, c.at, end, q.offered)
	}

	n.pass(o, p, ln, q, c.input, end)
	if s.odd {
		n.note(s, m, pk, c, wire, end)
	}
	if s.first {
		if src := &n.sources[s.source+c.lane]; q.head < 0 && src.first >= 0 {
			n.cut(o, p, src, ln, q)
			pk, m = &n.packets[k], &n.messages[n.packets[k].message]
		}
	} else if !s.stored {
		up := &n.steps[s.up]
		n.giveBack(up, s.laneBefore(up, c.lane), pk, end)
	}
	if p.inputQueued && c.input != p.own {
		n.freeInput(o, p, c.queue, end)
	}
	if s.final {
		n.arrive(o, p, ln, k, wire, end)
		return
	}
	ln.leave(wire, s.exit)
	if s.acts || n.watched {
		n.forward(o, k, c, end)
		return
	}
	n.onward(m, s, pk, c.at, end)
	n.join(k, c.lane-int32(s.escape))
}

// forward takes packet k to its next step as the end of depart does, where somebody watches or the device behind port o
// acts on arrivals: it may choose the way.
func (n *Net) forward(o, k int32, c choice, end units.Time) {
	pk := &n.packets[k]
	m, s := &n.messages[pk.message], &n.steps[pk.step]
	if s.ways > 0 {
		pk.eligible = end
	} else {
		n.onward(m, s, pk, c.at, end)
	}
	if n.observed != nil {
		n.follow(k, m, s, c.at)
	}
	if s.acts {
		n.fly(o, &n.ports[o], k, m, c.at)
	} else {
		n.join(k, c.lane-int32(s.escape))
	}
}

// note keeps what only some ports keep of a packet that leaves: the pace of its flow, the length of a line, what it had in
// a memory, and whose it was.
func (n *Net) note(s *step, m *message, pk *packet, c choice, wire int32, end units.Time) {
	if s.paced {
		n.flow(s, m.class).sent(&n.graph.DCQCN, c.at, wire)
	}
	if s.counted {
		n.backlogs[s.port].leave(end, wire)
	}
	if s.stored {
		n.release(s, c.lane, pk, end)
	}
	if s.passes || n.tenants != nil {
		n.occupy(s, pk.message, c.at, end)
	}
}

// giveBack returns the room that a packet had in the buffer at the end of step s; its tail leaves there at end (R4).
func (n *Net) giveBack(s *step, v int32, pk *packet, end units.Time) {
	p := &n.ports[s.port]
	ln := &n.lanes[p.lanes+v]
	at := end.Add(p.latency)
	ln.expect(at, n.kernel.Now(), n.wire(s.port, p, pk), s.exit)
	if ln.heads.empty() {
		return
	}
	if p.ahead {
		n.early = append(n.early, s.port)
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
func (n *Net) arrive(o int32, p *port, ln *lane, k, wire int32, end units.Time) {
	pk := &n.packets[k]
	n.drain(p, ln, wire, n.steps[pk.step].exit, end)
	last := pk.last
	if n.gathers {
		last = n.gathered(o, pk, k, end.Add(p.latency))
	}
	if last {
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

// drain notes that a packet whose tail leaves at end is taken out of the buffer at the far end as it gets there.
func (n *Net) drain(p *port, ln *lane, wire, exit int32, end units.Time) {
	if !ln.drains {
		ln.leave(wire, exit)
		ln.expect(end.Add(2*p.latency), n.kernel.Now(), wire, exit)
	}
}

// gathered reports whether packet k, which is at the end at the given instant, is the last of its message to get there.
func (n *Net) gathered(o int32, pk *packet, k int32, at units.Time) bool {
	m, f := &n.messages[pk.message], &n.fates[pk.message]
	if n.steers {
		n.order(o, f, k)
	}
	f.under--
	f.until = at
	if s := &n.steps[m.first]; pk.marked && s.paced {
		n.notify(n.flow(s, m.class), at)
	}
	return f.under == 0 && f.whole
}

// onward takes a packet that leaves a port from start to end to its next step, with the instant from which it may leave
// there (R3).
func (n *Net) onward(m *message, s *step, pk *packet, start, end units.Time) {
	pk.step++
	faster, hold := s.faster, s.hold
	if pk.short {
		faster, hold = n.holdShort(pk.step, m)
	}
	head := start.Add(s.through)
	pk.eligible = head
	if faster {
		pk.eligible = max(head, end.Add(hold))
		pk.serialize += pk.eligible.Sub(head)
	}
}

// holdShort is faster and hold of the step before the given one, for the last packet of m, which is not a full one.
func (n *Net) holdShort(step int32, m *message) (bool, units.Duration) {
	s, next := &n.steps[step-1], &n.steps[step]
	return hold(&n.graph.Links[s.port], &n.graph.Links[next.port], units.Bytes(m.short), s.through)
}
