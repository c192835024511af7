package exec

import (
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// acks are a lane's messages that it does not know to have been received. Each is answered by an empty message back.
// The lane goes on meanwhile, as whoever exchanges messages must: it may have as many under way as it ever posts without
// a receive in between, so that rounds and slices that go hand in hand never wait for each other in a circle. Before
// others are told that a step is over, all are waited for but those that peers may be as far from as the lane is from
// what they sent: of a run of messages, as many as have not been matched by a receive yet. At the lane's end all are.
type acks struct {
	first, last int32 // the answers in the order of sending; -1 = none
	owed        int32 // how many
	run, window int32 // messages posted since the last receive, and the most that ever was
	unmatched   int32 // of the run before it, what no receive has matched
}

// receive matches a message received with one sent.
func (q *acks) receive() {
	if q.run > 0 {
		q.unmatched, q.run = q.run, 0
	}
	q.unmatched = max(q.unmatched-1, 0)
}

// open is how many need not have been acknowledged when a step is over.
func (q *acks) open() int32 {
	if q.run > 0 {
		return 0
	}
	return q.unmatched
}

// room is how many need not have been acknowledged when the next message is posted.
func (q *acks) room() int32 { return max(q.window, q.run+1) - 1 }

// await makes the answer to message id, which the lane will wait for.
func (x *Run) await(i, id int32, order uint32) int32 {
	a := x.allot()
	m := &x.messages[id]
	x.messages[a] = message{from: m.to, to: i, src: m.dst, dst: m.src, order: order, data: true, at: units.Never, next: -1}
	q := &x.answers[i]
	if q.owed == 0 {
		q.first = a
	} else {
		x.messages[q.last].next = a
	}
	q.last = a
	q.owed++
	q.run++
	q.window = max(q.window, q.run)
	return a
}

// acknowledge answers message id, whose last byte arrives at instant at. The answer goes on with the message's trail.
func (x *Run) acknowledge(id int32, at units.Time, transit *fabric.Transit) {
	m := &x.messages[id]
	if m.asks { // the receiver was asked for, and who waits for it waits for a peer
		x.messages[m.ack].posted = x.lanes[m.to].ready
	}
	x.book.Fork(x.trail(m.ack), x.trail(id))
	x.carry(x.trail(m.ack), id, transit, ledger.Propagate)
	if x.host.Ack == host.SoftwareAck {
		x.hand(m.ack, at, ack)
	} else {
		x.inject(m.ack, at, ack)
	}
}

// acknowledged: one of the lane's messages has been received. It can go on if it stalled until then.
func (l *lane) acknowledged() bool {
	stalled := l.stalled
	l.stalled = false
	return stalled
}

// settled reports whether at most left of the lane's messages have not been acknowledged, the last ones, and takes the
// lane to the instant at which it noticed. If more have not, the lane is woken when an answer comes.
func (x *Run) settled(i int32, l *lane, left int32) bool {
	q := &x.answers[i]
	var booked fabric.Transit // nothing is left of it to be booked
	for q.owed > left {
		a := q.first
		if x.messages[a].at == units.Never {
			l.stalled = true
			return false
		}
		q.first = x.messages[a].next
		q.owed--
		x.join(i, l, a, &booked)
		x.look(i, l)
		x.release(a)
	}
	return true
}
