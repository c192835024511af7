package packet

import "collsim/sim/units"

// A train is full packets of one message that a port sends in one turn. Nothing else about a packet becomes larger. Each of
// a train has its own credit at the instant at which it starts, gives it back as its own tail leaves, and is cut through;
// where credit ends, the rest of the train stays and waits as packets do; where the next link is faster, a train goes on
// as packets.

// turn is how many packets an input has sent on a turn that is not over; input -1 = there is none.
type turn struct{ input, packets int32 }

// couple makes a packet, which is the first in line of message m, a train.
func (n *Net) couple(pk *packet, m *message) {
	more := min(units.Bytes(m.grant)-1, m.left/n.graph.Packet)
	pk.train = uint8(more + 1)
	m.left -= more * n.graph.Packet
}

// departTrain is depart where the head is a train: as many of its packets leave port o, one behind the other from c.at on,
// as have credit as they start, and as its input may still send on its turn.
func (n *Net) departTrain(o int32, p *port, c choice) {
	ln, q := &n.lanes[p.lanes+c.lane], &n.queues[c.queue]
	if c.at > p.free {
		p.logGap(n, c.at, q.offered)
	}
	head := &n.packets[q.head]
	n.commitTrain(p, ln, c.at, n.allowance(o, p, ln, c.input, head))
	count := len(n.ends)
	end, bytes := n.ends[count-1], int32(count)*p.full
	p.packets += int64(count)
	p.bytes += units.Bytes(bytes)
	ln.heads.turn = c.input
	t := &n.turns[o]
	if t.packets += int32(count); t.packets >= int32(n.messages[head.message].grant) {
		ln.heads.turn, t.input = c.input+1, -1
	}

	k := q.head
	if count == int(head.train) {
		n.pass(o, p, ln, q, c.input, end)
	} else {
		k = n.uncouple(p, q, count)
	}
	pk := &n.packets[k]
	m, s := &n.messages[pk.message], &n.steps[pk.step]
	n.book(p, m, s, pk, c.at, end, pk.eligible)
	if s.odd {
		n.note(s, m, pk, c, bytes, end)
	}
	n.settleTrain(o, p, ln, q, s, pk, c)
	n.forwardTrain(o, p, ln, k, c, bytes)
}

// allowance is how many packets of the train at the head of an input may leave p on the input's turn, which is as long as a
// grant, however many trains that takes.
func (n *Net) allowance(o int32, p *port, ln *lane, input int32, head *packet) int {
	t := &n.turns[o]
	if t.input != input || ln.heads.turn != input {
		*t = turn{input, 0}
	}
	if p.ahead { // nobody else waits
		return int(head.train)
	}
	return min(int(head.train), int(n.messages[head.message].grant)-int(t.packets))
}

// commitTrain sends up to count full packets from s on, as many as have credit without a stall, and leaves in n.ends when
// their tails leave.
func (n *Net) commitTrain(p *port, ln *lane, s units.Time, count int) {
	n.ends = n.ends[:0]
	full, credit := int64(p.full), ln.credit
	mask := uint32(len(ln.refunds) - 1)
	last := s
	for i := uint32(0); len(n.ends) < count; {
		start := s
		if len(n.ends) > 0 {
			start = p.free
		}
		for ; credit < full && i < ln.count && ln.refunds[(ln.begin+i)&mask].at <= start; i++ {
			credit += int64(ln.refunds[(ln.begin+i)&mask].bytes)
		}
		if credit < full {
			break
		}
		credit -= full
		last = start
		n.ends = append(n.ends, p.send(start, p.full))
	}
	if ln.credit -= int64(len(n.ends)) * full; ln.credit < 0 {
		ln.recover(last)
	}
}

// uncouple takes the first count packets off the train at the head of q, which leads to port p, and returns them. The rest
// stays, and is there as its own first packet is.
func (n *Net) uncouple(p *port, q *queue, count int) int32 {
	k := n.newPacket()
	rest, pk := &n.packets[q.head], &n.packets[k]
	*pk = *rest
	pk.train, pk.last = uint8(count), false
	rest.train -= uint8(count)
	if s := &n.steps[rest.step]; !s.first {
		up := &n.ports[n.steps[s.up].port]
		later := units.Rate(up.rate).Over(units.Bytes(up.full) * units.Bytes(count))
		rest.eligible = rest.eligible.Add(later)
		rest.serialize += later
	}
	q.offered, q.wire = rest.eligible, p.full
	return k
}

// settleTrain makes the source cut what comes next, or gives back what the train had in the buffer before port o, as each
// tail leaves.
func (n *Net) settleTrain(o int32, p *port, ln *lane, q *queue, s *step, pk *packet, c choice) {
	if s.first {
		if src := &n.sources[s.source+c.lane]; q.head < 0 && src.first >= 0 {
			n.cut(o, p, src, ln, q)
		}
		return
	}
	up := &n.steps[s.up]
	for _, end := range n.ends {
		n.giveBack(up, 0, pk, end)
	}
}

// forwardTrain takes train k, which leaves port o, to its next port or off the fabric.
func (n *Net) forwardTrain(o int32, p *port, ln *lane, k int32, c choice, bytes int32) {
	pk := &n.packets[k]
	s := &n.steps[pk.step]
	if !s.final {
		ln.leave(bytes, s.exit)
	}
	switch {
	case s.final:
		for _, end := range n.ends[:len(n.ends)-1] {
			n.drain(p, ln, p.full, s.exit, end)
		}
		pk.train = 0
		n.arrive(o, p, ln, k, p.full, n.ends[len(n.ends)-1])
	case s.faster:
		n.scatter(k, c)
	default:
		pk.step++
		pk.eligible = c.at.Add(s.through)
		n.join(k, 0)
	}
}

// scatter takes train k, which leaves a port from c.at on, to a faster link, where it goes on as packets.
func (n *Net) scatter(k int32, c choice) {
	start, last := c.at, n.packets[k].last
	n.packets[k].train = 0
	base := n.packets[k]
	for i, end := range n.ends {
		if i > 0 {
			k = n.newPacket()
			n.packets[k] = base
		}
		pk := &n.packets[k]
		pk.last = last && i == len(n.ends)-1
		pk.serialize += start.Sub(c.at)
		n.onward(&n.messages[pk.message], &n.steps[pk.step], pk, start, end)
		n.join(k, 0)
		start = end
	}
}
