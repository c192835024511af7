package exec

import (
	"math/bits"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// inject gives a message, or a control message about it, to the network once the NIC has started it. A message's trail
// stands at ready.
func (x *Run) inject(id int32, ready units.Time, k kind) {
	m := &x.messages[id]
	if x.seated(m.src) {
		x.relay(id, ready)
		return
	}
	at := ready.Add(x.host.NICStart)
	if x.passes != nil && k == payload {
		if w := x.stores[id].written; w > 0 {
			m.sent = ready.Add(-w)
			x.enqueue(id, k)
			return
		}
		at = at.Add(x.stores[id].start)
	}
	if x.host.PCIe > 0 && x.answered(m, k) {
		at = at.Add(x.host.PCIe)
	}
	if x.started != nil {
		at = x.late(m, k, at)
	}
	x.book.Charge(x.trail(id), ready, at, ledger.Protocol, ledger.Cause(m.src))
	m.sent = at
	x.enqueue(id, k)
}

// enqueue lets a message, or a control message about it, enter the network at the instant m.sent.
func (x *Run) enqueue(id int32, k kind) {
	m := &x.messages[id]
	if x.due != nil && x.early(m, id, k) {
		return
	}
	op := opPayload + uint16(k)
	number, order := m.from%x.schedule.Lanes, m.order
	if k >= clear {
		number, order = x.starter(m, k)
	}
	if x.beside != nil {
		number += x.before(x.startedBy(m, k))
	}
	x.event(m.sent, x.key(op, number, order), op, uint64(id))
}

// late is when the NIC starts a message between nodes that it could start at instant at: a small one takes it longer, by
// chance, a large one may have to ask, and a lane's messages leave in order, as those of a queue pair do. All of it is the
// NIC's own work for the message, tail included, and none of it the lateness of a rank: it counts as protocol.
func (x *Run) late(m *message, k kind, at units.Time) units.Time {
	if k >= clear || !x.crosses(m.src, m.to/x.schedule.Lanes) {
		return at
	}
	last := &x.started[m.from]
	if k == payload && m.bytes < x.host.Small {
		at = at.Add(x.draw(x.host.Penalty, m.src, drawSmall, x.luck(m.from, m.src, m.step)))
	}
	if k == request || !m.asks { // data that asked first were given their place by the request
		at = max(at, *last)
		*last = at
	}
	return at
}

// starter is the number of the lane that message m, or a control message about it, starts from, and which one it is of
// those that start there: of its own messages the order of sending, of answers how far the peer is away, then the
// peer's order of sending, as far as a key has room for it.
func (x *Run) starter(m *message, k kind) (number int32, order uint32) {
	if k == clear {
		return m.to % x.schedule.Lanes, m.order
	}
	if k >= ack {
		ranks := int32(x.schedule.Call.Ranks)
		away := uint32((m.to/x.schedule.Lanes - m.src + ranks) % ranks)
		room := max(0, x.orderBits-bits.Len32(uint32(ranks-1)))
		return m.from % x.schedule.Lanes, away<<room | m.order&(1<<room-1)
	}
	return m.from % x.schedule.Lanes, m.order
}

// send: the NIC has started the message; it enters the network now, or early.
func (x *Run) send(id int32, k kind, early bool) {
	m := &x.messages[id]
	n := fabric.Message{Bytes: m.bytes, Tag: tag(id, k)}
	from, to := m.from, m.to
	if k == clear {
		from, to = to, from
	}
	if x.connections != nil && !x.seated(m.src) && !x.seated(x.lanes[m.to].rank) && x.detour(id, k, x.lanes[from].rank, x.lanes[to].rank) {
		return
	}
	if k != payload {
		n.Bytes = 0
		x.controls++
	} else if x.passes != nil {
		n.Bytes = x.stores[id].wire
	}
	dst := m.dst
	if k == clear {
		dst = m.src
	}
	path, err := x.path(from, dst)
	if err != nil {
		x.fail(err)
		return
	}
	n.Path, n.Owner = path, owner(x.lanes[from].rank)
	if x.passes != nil && k == payload {
		x.idles(from, dst, path, m.bytes, n.Bytes)
	}
	if x.classes != nil {
		n.Lane = x.classes[from]
	}
	x.flying++
	if early {
		x.kernel.Skip()
		x.ahead.SendEarly(n, m.sent)
		return
	}
	x.net.Send(n)
}

// answered reports whether software, and not the NIC by itself, starts this in answer to what came in: it must hear of
// that and tell the NIC, which takes a round trip over PCIe.
func (x *Run) answered(m *message, k kind) bool {
	switch k {
	case payload:
		return x.host.OnHost && m.asks
	case clear:
		return x.host.OnHost
	case ack:
		return x.host.Ack == host.SoftwareAck
	}
	return false
}

// proxied reports whether the proxy thread starts a message.
func (x *Run) proxied(id int32) bool {
	m := &x.messages[id]
	return x.host.Proxy != host.NoProxy && !x.seated(m.src) && x.crosses(m.src, m.to/x.schedule.Lanes)
}

// crosses reports whether two parties live on different nodes, or one of them in the network.
func (x *Run) crosses(a, b int32) bool {
	return x.node(a) != x.node(b)
}

// hand queues a message, or a control message about it, for the thread that starts it: the proxy where the library has
// one for messages between nodes, else the rank's core. Its trail stands at ready.
func (x *Run) hand(id int32, ready units.Time, k kind) {
	m := &x.messages[id]
	number, order := x.starter(m, k)
	if x.host.Proxy == host.NodeProxy && x.proxied(id) {
		number += x.among[x.startedBy(m, k)]
	}
	x.event(ready, x.key(uint16(k), number, order), opHand, uint64(tag(id, k)))
}

// startedBy is the rank that starts a message or a control message about it.
func (x *Run) startedBy(m *message, k kind) int32 {
	if k == clear {
		return x.lanes[m.to].rank
	}
	return x.lanes[m.from].rank
}

// drive: a message asks for the thread that starts it, and gets it after those that asked before.
func (x *Run) drive(now units.Time, of uint32) {
	id, k := named(of)
	if x.visited(id, k) {
		x.visit(now, id)
		return
	}
	m := &x.messages[id]
	r, work := core, x.host.Post
	if x.proxied(id) {
		r, work = proxy, x.host.ProxyWork
		if x.passes != nil {
			work += x.price(m.bytes).driving
		}
	}
	x.inject(id, x.employ(x.trail(id), x.startedBy(m, k), r, now, now, work), k)
}

// employ lets a rank's thread work for a trail that has been booked so far, from now on or when those are done that asked
// before, and returns when that is over.
func (x *Run) employ(t, rank int32, r resource, booked, now units.Time, work units.Duration) units.Time {
	begin := now
	if x.free[r] != nil {
		begin = max(now, x.free[r][x.owner(r, rank)])
	}
	nominal := begin.Add(work)
	end := nominal.Add(x.host.Excess(rank, ledger.Library, work))
	if x.free[r] != nil {
		x.free[r][x.owner(r, rank)] = end
	}
	cause := ledger.Cause(rank)
	x.book.Charge(t, booked, begin, waits[r], cause)
	x.book.Charge(t, begin, nominal, ledger.Library, cause)
	x.book.Charge(t, nominal, end, ledger.Skew, cause)
	return end
}
