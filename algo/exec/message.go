package exec

import (
	"slices"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// message is one message of the schedule, from the step that sends it to the step that receives it.
type message struct {
	at     units.Time // its last byte, or its request to send, is here
	posted units.Time // its sender began to post it, or its receiver to answer its request
	sent   units.Time // handed to the network; before that, as far as its trail has been booked
	bytes  units.Bytes
	from   int32 // sending lane
	to     int32 // receiving lane
	src    int32 // sending rank, as whoever receives sees it
	dst    int32 // receiving party, as whoever sends sees it
	next   int32 // in an inbox, among acknowledgements, among those that wait for their lane's turns, or in the free list
	ack    int32 // the answer to it, where there are any
	round  int32
	order  uint32 // which of its lane's messages it is
	step   int32  // of its lane, that sends it
	asks   bool   // rendezvous: asks before it is sent
	data   bool   // its data is under way or here; a message that asks begins without
}

// kind is what the network carries for a message.
type kind uint32

const (
	payload kind = iota
	request      // to send
	clear        // to send
	ack          // of receipt: an empty message back
	room         // in a window: the receiver has taken it
)

// tag names a message and what of it is meant.
func tag(id int32, k kind) uint32 { return uint32(id)<<kindBits | uint32(k) }

// named is what a tag names.
func named(tag uint32) (id int32, k kind) {
	return int32(tag >> kindBits), kind(tag & (1<<kindBits - 1))
}

// The trails of a book: lanes first, then the gate's two, then messages.
func (x *Run) openTrail() int32          { return int32(len(x.lanes)) }
func (x *Run) lastTrail() int32          { return int32(len(x.lanes)) + 1 }
func (x *Run) trail(message int32) int32 { return int32(len(x.lanes)) + 2 + message }

func (x *Run) allot() int32 {
	if id := x.spare; id >= 0 {
		x.spare = x.messages[id].next
		return id
	}
	if n := len(x.messages); n == cap(x.messages) {
		x.provide(max(16, n))
	}
	if x.passes != nil {
		x.stores = append(x.stores, store{})
	}
	x.messages = append(x.messages, message{})
	x.transits = append(x.transits, fabric.Transit{})
	x.book.Grow(1)
	return int32(len(x.messages) - 1)
}

// provide makes room for n messages more.
func (x *Run) provide(n int) {
	x.messages, x.transits = slices.Grow(x.messages, n), slices.Grow(x.transits, n)
	if x.passes != nil {
		x.stores = slices.Grow(x.stores, n)
	}
}

func (x *Run) release(id int32) {
	x.messages[id].next = x.spare
	x.spare = id
}

// take removes the oldest message of rank src from a lane's inbox; -1 = none.
func (x *Run) take(l *lane, src int32) int32 {
	before := int32(-1)
	for id := l.head; id >= 0; id = x.messages[id].next {
		m := &x.messages[id]
		if m.src != src {
			before = id
			continue
		}
		if before >= 0 {
			x.messages[before].next = m.next
		} else {
			l.head = m.next
		}
		if l.tail == id {
			l.tail = before
		}
		return id
	}
	return -1
}

// keep puts message id, which came by the transit given, into a lane's inbox.
func (x *Run) keep(l *lane, id int32, t *fabric.Transit) {
	x.transits[id] = *t
	x.messages[id].next = -1
	if l.tail >= 0 {
		x.messages[l.tail].next = id
	} else {
		l.head = id
	}
	l.tail = id
}

// join continues the later of the lane's trail and the message's; the lane's own on a tie. Of the latter, what the network
// said about the transit is still to be booked.
func (x *Run) join(i int32, l *lane, id int32, transit *fabric.Transit) {
	m := &x.messages[id]
	l.ready = l.time
	if m.at <= l.time {
		return
	}
	l.waited += max(0, min(m.at, m.posted).Sub(l.time))
	l.time = m.at
	t := x.trail(id)
	if m.data {
		at := x.carry(t, id, transit, ledger.Propagate)
		if at < m.at {
			x.book.Charge(t, at, m.at, x.announced, ledger.Cause(m.src)) // the interrupt or flag that announced it
		}
	}
	x.book.Fork(i, t)
	if x.trace != nil {
		x.received(i, l, m)
	}
}

// carry books, to trail t, what the network said about a transit of message id that began when it was sent, and returns
// when it ended. Flight is what the cables and switches count as.
func (x *Run) carry(t, id int32, transit *fabric.Transit, flight ledger.Component) units.Time {
	m := &x.messages[id]
	if x.observed != nil {
		return x.carryBy(t, m.sent, id, flight)
	}
	return x.transit(t, m.sent, transit, flight, ledger.Cause(m.src))
}

// transit books a transit that began at an instant.
func (x *Run) transit(t int32, at units.Time, transit *fabric.Transit, flight ledger.Component, cause ledger.Cause) units.Time {
	at = x.part(t, at, transit.Serialize, ledger.Serialize, cause)
	at = x.part(t, at, transit.Propagate, flight, cause)
	at = x.part(t, at, transit.Queue, ledger.Queue, cause)
	at = x.part(t, at, transit.Arbitrate, ledger.Arbitrate, cause)
	at = x.part(t, at, transit.HeadOfLine, ledger.HeadOfLine, cause)
	at = x.part(t, at, transit.Backpressure, ledger.Backpressure, cause)
	return x.part(t, at, transit.Retransmit, ledger.Retransmit, cause)
}

// part books one part of a transit, if there is any, and returns when it ended.
func (x *Run) part(t int32, at units.Time, d units.Duration, c ledger.Component, cause ledger.Cause) units.Time {
	if d == 0 {
		return at
	}
	end := at.Add(d)
	x.book.Charge(t, at, end, c, cause)
	return end
}

// post hands the step's message to the NIC: CPU work first, then the NIC's own start, which the lane need not wait for.
func (x *Run) post(i int32, l *lane) bool {
	if l.step.send < 0 {
		l.phase = completing
		return true
	}
	if x.bare || x.seated(l.rank) {
		x.emit(i, l, l.time)
		l.phase = completing
		return true
	}
	if x.answers != nil && !x.settled(i, l, x.answers[i].room()) {
		return false
	}
	if x.outstanding != nil && !x.roomy(i, l) {
		return false
	}
	copying, registering := x.sending(i, l)
	if !x.ask(i, l, core, x.host.Post+copying+registering > 0 || x.host.Capacity > 0 && x.asks(l.step.send, l.step.bytes)) {
		return false
	}
	posted := l.time
	if x.passes != nil && l.step.recv < 0 {
		x.fill(i, l)
	}
	x.spend(i, l, ledger.Library, x.host.Post)
	if x.trembles {
		x.tremble(i, l)
	}
	x.spend(i, l, ledger.Prepare, copying)
	x.spend(i, l, ledger.Register, registering)
	x.leave(l)
	x.emit(i, l, posted)
	l.phase = completing
	return true
}

// sending is what the CPU does to the data before it can go: copy it, or register it.
func (x *Run) sending(i int32, l *lane) (copying, registering units.Duration) {
	switch n := l.step.bytes; {
	case x.asks(l.step.send, n):
		return 0, x.registering(i, l)
	case x.host.Rendezvous && !x.seated(l.step.send):
		return x.price(n).copying, 0
	}
	return 0, 0
}

// emit makes the message and lets it, or its request to send, go.
func (x *Run) emit(i int32, l *lane, posted units.Time) {
	s := &l.step
	id := x.allot()
	m := &x.messages[id]
	m.posted, m.bytes, m.from, m.to, m.src, m.dst = posted, s.bytes, i, x.twin(i, l, s.send), x.seen(l.rank, s.send), s.send
	m.round, m.order, m.step, m.asks, m.data = s.round, l.posted, l.index, false, true
	l.posted++
	x.sent++
	x.payload += s.bytes
	if x.bare {
		x.launch(i, l, id)
		return
	}
	x.book.Fork(x.trail(id), i)
	if x.trace != nil {
		x.posts(i, id, posted)
	}
	if x.passes != nil {
		x.stored(i, id)
	}
	if x.asks(s.send, s.bytes) && !x.seated(l.rank) {
		x.registered(i, l)
		m.asks, m.data = true, false
	}
	if x.windowed(m.src, m.dst) {
		x.to(i, m.dst).messages++
	}
	if x.credited(m.src, m.dst) {
		x.credit(i, m.dst).messages++
	}
	if x.acks(l.rank, s.send) {
		a := x.await(i, id, m.order)
		m = &x.messages[id]
		m.ack = a
	}
	k := payload
	if m.asks {
		k = request
	}
	if x.host.Proxy != host.NoProxy && x.proxied(id) {
		x.hand(id, l.time, k)
	} else {
		x.inject(id, l.time, k)
	}
}

// grant registers the memory that a message which asked will be received in, then says clear to send.
func (x *Run) grant(i int32, l *lane) bool {
	registering := x.registering(i, l)
	byCore := x.host.OnHost && !x.proxied(l.got)
	if !x.ask(i, l, core, registering > 0 || byCore && x.host.Post > 0 || x.host.Capacity > 0) {
		return false
	}
	x.registered(i, l)
	x.spend(i, l, ledger.Register, registering)
	if byCore {
		x.spend(i, l, ledger.Library, x.host.Post)
	}
	x.leave(l)
	x.book.Fork(x.trail(l.got), i)
	if x.host.OnHost && !byCore {
		x.hand(l.got, l.time, clear)
	} else {
		x.inject(l.got, l.time, clear)
	}
	l.phase = awaiting
	return false
}
