package packet

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// message is one message under way.
type message struct {
	sent  units.Time
	left  units.Bytes // payload that is not in packets yet
	first int32       // the first step of its path
	cells int32       // its first cell
	next  int32       // behind it at its source, on its way out, or in the free list
	short int32       // payload of its last packet if that is not a full one
	tag   uint32
	owner uint32
	hops  int16
	ports int16 // how many cells it has
	class uint8
	grant uint8 // so many packets are a train
}

// fate is what becomes of the packets of a message where switches may drop some, or they may overtake one another.
type fate struct {
	until   units.Time    // the last of those at its end arrives
	under   int32         // packets that are under way, less those on the last link
	missing int32         // the first one that was dropped; -1 = none
	blame   fabric.LinkID // that was short of room for it
	whole   bool          // all its packets have been cut
	cut     int32         // packets so far

	expected int32 // where ways are chosen: the number behind the highest of those at the end
}

// source is the line of messages that wait for one lane of a port at a GPU.
type source struct{ first, last int32 }

// Send hands m to its source's first link at the kernel's present instant.
func (n *Net) Send(m fabric.Message) {
	if m.Bytes < 0 || int(m.Lane) >= n.graph.Lanes {
		bug("message %d of %d bytes in class %d of %d", m.Tag, m.Bytes, m.Lane, n.graph.Lanes)
	}
	if n.observed != nil {
		n.post(m)
	}
	if n.steers && n.settled < len(n.steps) {
		n.settleSteps()
	}
	n.catchUpPlans(n.steps[n.paths[m.Path].first].port)
	id := n.newMessage(m)
	s := &n.steps[n.messages[id].first]
	o, v := s.port, n.laneOn(s, m.Lane)
	p := &n.ports[o]
	src := &n.sources[s.source+v]
	if src.first >= 0 {
		n.messages[src.last].next = id
		src.last = id
		return
	}
	src.first, src.last = id, id
	ln := &n.lanes[p.lanes+v]
	q := &n.queues[ln.heads.queueOf(s.input)]
	if q.head >= 0 { // the last packet of the message before still waits
		return
	}
	n.cut(o, p, src, ln, q)
	n.consider(o, p, ln, q)
	n.runAhead()
}

func (n *Net) newMessage(m fabric.Message) int32 {
	id := n.freeMessage
	if id >= 0 {
		n.freeMessage = n.messages[id].next
	} else {
		id = int32(len(n.messages))
		n.messages = append(n.messages, message{})
	}
	p := &n.paths[m.Path]
	n.messages[id] = message{sent: n.kernel.Now(), left: m.Bytes, first: p.first, cells: n.newCells(p.cells), next: -1, hops: int16(p.hops), ports: int16(p.cells),
		tag: m.Tag, owner: m.Owner, class: m.Lane}
	if n.gathers {
		for int(id) >= len(n.fates) {
			n.fates = append(n.fates, fate{})
		}
		n.fates[id] = fate{missing: -1}
	}
	if n.alive++; n.turns != nil {
		n.messages[id].grant = n.grantFor(p, m.Bytes)
	}
	n.begin(id, &n.messages[id])
	return id
}

// begin makes the first hop of m look as if a packet had left it as m was sent.
func (n *Net) begin(id int32, m *message) {
	o := n.steps[m.first].port
	hop, p := &n.cells[m.cells], &n.ports[o]
	hop.end, hop.idle, hop.trail = m.sent, p.idleBy(m.sent), trail{}
	if p.owner != m.owner || !p.owned || n.tenants != nil {
		n.moveIn(id, m, o, p, hop.idle)
	}
}

// cut makes the next packet of the message that is first in line the head of its source's queue.
func (n *Net) cut(o int32, p *port, src *source, ln *lane, q *queue) {
	id := src.first
	m := &n.messages[id]
	k := n.newPacket()
	pk := &n.packets[k]
	pk.trail = trail{}
	pk.eligible, pk.message, pk.step, pk.next, pk.marked = m.sent, id, m.first, -1, false
	if pk.short = m.left < n.graph.Packet; pk.short {
		m.short = int32(m.left)
	}
	if m.left -= min(m.left, n.graph.Packet); m.grant > 1 && !pk.short {
		n.couple(pk, m)
	}
	if pk.last = m.left == 0; pk.last {
		src.first = m.next
	}
	if n.gathers {
		n.gather(id, k, pk.last)
	}
	q.head, q.tail = k, k
	q.offered, q.wire = m.sent, n.wire(o, p, pk)
	s := &n.steps[m.first]
	if s.paced {
		q.offered = max(m.sent, n.flow(s, m.class).next)
	}
	ln.heads.add(s.input)
}

// gather notes that packet k is under way, of message id.
func (n *Net) gather(id, k int32, last bool) {
	f := &n.fates[id]
	f.under++
	f.whole = last
	n.number(k, f.cut)
	f.cut++
}

// deliver hands the message that is first on its way out of port o to the sink.
func (n *Net) deliver(o int32, now units.Time) {
	p := &n.ports[o]
	id := p.first
	m := &n.messages[id]
	p.first = m.next
	n.tell(m, now)
	if n.gathers && n.fates[id].missing >= 0 {
		n.lose(id, now)
		return
	}
	tag := m.tag
	n.alive--
	n.releaseCells(m.cells, int32(m.ports))
	m.next, n.freeMessage = n.freeMessage, id
	n.sink.Deliver(tag, now, &n.transit)
}
