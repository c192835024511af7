package exec

import (
	"collsim/sim"
	"collsim/sim/units"
)

// A proxy thread that looks through the payload itself goes round its lanes (NCCL, src/proxy.cc, progressOps): it does what
// is there of a lane's message and comes back later for the rest. Messages that lanes send at the same time move on together,
// and all of them are late; one after the other, the first would leave early. A message takes a few visits, between which
// other lanes have theirs. A lane asks for one visit at a time, for the first of its messages that has not been done, and
// asks again in the instant in which the visit ends. Who asks first is served first; those that ask in one instant, whether
// again or for the first time, by lane.

// A message takes a visit for so many bytes, but no more than so many in all.
const (
	visitBytes = units.Bytes(1 << 10)
	mostVisits = 4
)

// turns is what a lane wants its proxy thread to do.
type turns struct {
	first, last int32          // messages, in the order in which they will leave; none: first < 0
	rest        units.Duration // what the first of them still takes; 0 = not begun
	visit       units.Duration // of that, at a time
	over        units.Time     // when the visit ends that came last
}

// bindTurns finds out whether proxy threads go round.
func (x *Run) bindTurns() {
	if x.host.ProxyRate > 0 {
		x.turns = make([]turns, len(x.passes))
		for i := range x.turns {
			x.turns[i].first = -1
		}
	}
}

// visited reports whether the proxy thread goes round for a message, rather than doing it, or a control message, at once.
func (x *Run) visited(id int32, k kind) bool { return x.turns != nil && k == payload && x.proxied(id) }

// visit: a message is ready for the proxy thread, or it is its lane's turn.
func (x *Run) visit(now units.Time, id int32) {
	if q := &x.turns[x.messages[id].from]; q.first == id || x.lineUp(q, id, now) {
		x.serveTurn(q, id, now)
	}
}

// lineUp puts a message behind those of its lane, and reports whether it has its turn at once.
func (x *Run) lineUp(q *turns, id int32, now units.Time) bool {
	m := &x.messages[id]
	m.sent, m.next = now, -1
	if q.first >= 0 {
		x.messages[q.last].next, q.last = id, id
		return false
	}
	q.first, q.last = id, id
	if now < q.over { // its lane is being served
		x.hand(id, q.over, payload)
		return false
	}
	return true
}

// serveTurn lets the proxy thread do a visit's work for the first message of a lane, then lets the lane ask again.
func (x *Run) serveTurn(q *turns, id int32, now units.Time) {
	m := &x.messages[id]
	if q.rest == 0 {
		q.divide(x.host.ProxyWork+x.price(m.bytes).driving, m.bytes)
	}
	work := min(q.visit, q.rest)
	q.rest -= work
	q.over = x.employ(x.trail(id), x.lanes[m.from].rank, proxy, m.sent, now, work)
	m.sent = q.over
	if q.rest == 0 {
		q.first = m.next
		x.inject(id, q.over, payload)
	}
	if q.first >= 0 {
		x.hand(q.first, q.over, payload)
	}
}

// divide shares the work for a message of n bytes out among visits.
func (q *turns) divide(work units.Duration, n units.Bytes) {
	visits := units.Duration(max(1, min(mostVisits, (n+visitBytes-1)/visitBytes)))
	q.rest, q.visit = work, (work+visits-1)/visits
}

// passTurns visits what lane i wants its proxy thread to do.
func (x *Run) passTurns(p *sim.Pass, i int32) {
	if x.turns == nil {
		return
	}
	q := &x.turns[i]
	for id := q.first; id >= 0; id = x.messages[id].next {
		x.passMessage(p, id, false)
	}
	p.Value(-1)
	p.Value(int64(q.rest))
	p.Value(int64(q.visit))
	p.Coming(&q.over)
}
