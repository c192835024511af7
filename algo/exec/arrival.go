package exec

import (
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Deliver implements fabric.Sink.
func (x *Run) Deliver(tag uint32, at units.Time, t *fabric.Transit) {
	if tag >= foreign {
		x.flows[tag-foreign].arrived++
		return
	}
	x.flying--
	id, k := named(tag)
	m := &x.messages[id]
	if x.flights != nil {
		x.fly(m, k, at)
	}
	if x.observed != nil {
		x.place(id)
	}
	if x.passes != nil && k == payload && x.stores[id].written > 0 {
		t, at = x.arrived(id, t)
	}
	if x.trace != nil {
		x.lands(id, k, at)
	}
	if k != payload {
		x.carry(x.trail(id), id, t, ledger.Protocol)
		m.sent = at // what has been booked
		if x.observed != nil {
			x.hops[id] = x.hops[id][:0]
		}
		if k == room {
			x.event(at, x.key(opArrival, m.to%x.schedule.Lanes, m.order), opFreed, uint64(id))
			return
		}
		if k == clear {
			m.data = true
			x.answer(id, at, payload)
			return
		}
	} else if x.answers != nil && x.acks(m.src, m.to/x.schedule.Lanes) {
		x.acknowledge(id, at, t)
	}
	if x.irqs != nil && !x.seated(x.lanes[m.to].rank) { // a network may tell early, but who shares an interrupt is decided in the order of arrival
		x.transits[id] = *t
		x.event(at, x.key(opArrival, m.to%x.schedule.Lanes, m.order), opArrival, uint64(tag))
		return
	}
	if x.passes != nil && k == payload && x.stores[id].aside {
		x.transits[id] = *t
		x.event(at, x.key(opArrival, m.to%x.schedule.Lanes, m.order), opDeposit, uint64(id))
		return
	}
	m.at = at
	if x.passes != nil && k == payload {
		m.at = at.Add(x.stores[id].seen)
	}
	if x.arrive(id, k, t) {
		x.advance(m.to)
	}
	x.settle()
}

// interrupt: the last byte of a message is here now. The NIC waits for company, then interrupts; one interrupt tells of
// every message that came before it. Nobody is interrupted for a request to send.
func (x *Run) interrupt(now units.Time, tag uint32) {
	id, k := named(tag)
	m := &x.messages[id]
	m.at = now
	if m.data {
		fires := &x.irqs[x.lanes[m.to].rank]
		if *fires < now {
			*fires = now.Add(x.host.Coalesce)
		}
		m.at = fires.Add(x.host.Handler)
	}
	if x.arrive(id, k, &x.transits[id]) {
		x.woken = append(x.woken, m.to)
	}
}

// answer starts what a control message asked for: the NIC does by itself, or software must.
func (x *Run) answer(id int32, at units.Time, k kind) {
	if x.host.OnHost {
		x.hand(id, at, k)
	} else {
		x.inject(id, at, k)
	}
}

// arrive brings a message, or its request to send, to the lane that wants it or to that lane's inbox, and reports whether
// the lane can go on. The network told of the message's transit, or of that of its answer.
func (x *Run) arrive(id int32, k kind, t *fabric.Transit) bool {
	m := &x.messages[id]
	l := &x.lanes[m.to]
	switch {
	case k == ack:
		return l.acknowledged()
	case l.phase == awaiting && l.got == id:
		x.join(m.to, l, id, t)
		l.phase = noticing
		return true
	case l.phase == receiving && l.step.recv == m.src:
		x.accept(m.to, l, id, t)
		return true
	}
	x.keep(l, id, t)
	return false
}
