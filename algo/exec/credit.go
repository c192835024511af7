package exec

import (
	"sort"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// credit is what a lane of thread blocks may still have on its way to a peer. Blocks give slots back by storing a counter
// at the sender: no message, no event, but an instant and a trail, which the message that has been taken keeps until the
// sender needs its slot.
type credit struct {
	peer        int32
	posted      int32          // messages, as far as the window goes
	messages    int32          // posted, whose slots have not been used again
	first, last int32          // of them, those that were given back, oldest first; -1 = none
	back        units.Duration // a counter flies from the peer so long
}

// bindCredits limits what each lane may have on its way to one peer, where thread blocks move data.
func (x *Run) bindCredits(window int32) {
	if window > 0 {
		x.window = window
		lanes := x.parties * x.schedule.Lanes
		x.credits = make([][]credit, lanes)
		ones := make([]credit, lanes) // most lanes have one peer
		for i := range x.credits {
			x.credits[i] = ones[i : i : i+1]
		}
		x.provide(int(lanes * min(window, 4))) // slots are given back late, so all of them are soon in use
	}
}

// credit is what lane i may send to a peer.
func (x *Run) credit(i, peer int32) *credit {
	known := x.credits[i]
	if len(known) > 0 && known[0].peer == peer { // nearly always
		return &known[0]
	}
	n := sort.Search(len(known), func(j int) bool { return known[j].peer >= peer })
	if n == len(known) || known[n].peer != peer {
		known = append(known, credit{})
		copy(known[n+1:], known[n:])
		known[n] = credit{peer: peer, first: -1, last: -1, back: -1}
		x.credits[i] = known
	}
	return &known[n]
}

// unexpected reports whether a message that lane i posts is beyond those whose receives were posted when the call began: of a
// group, as many peers as it serves at a time; else, as many messages of a connection as it has places.
func (x *Run) unexpected(i int32, m *message) bool {
	if x.schedule.Call.Peers > 0 && m.round > 0 {
		return true
	}
	if x.credits == nil {
		return false
	}
	c := x.credit(i, m.dst)
	if c.posted == x.window {
		return true
	}
	c.posted++
	return false
}

// credited reports whether messages between two parties need credit. Switches have room for all that comes.
func (x *Run) credited(from, to int32) bool {
	return x.credits != nil && !x.seated(from) && !x.seated(to)
}

// secure reports whether the lane has a slot for what its step sends. A block begins with neither data nor a slot missing,
// so it asks before it receives. If there is no slot, the lane is woken when there is one.
func (x *Run) secure(i int32, l *lane) bool {
	if l.step.send < 0 || !x.credited(l.rank, l.step.send) {
		return true
	}
	c := x.credit(i, l.step.send)
	if c.messages < x.window {
		return true
	}
	id := c.first
	if id < 0 {
		l.phase, l.stalled = securing, true
		x.halted++
		return false
	}
	m := &x.messages[id]
	if c.first = m.next; c.first < 0 {
		c.last = -1
	}
	c.messages--
	p := &x.passes[i]
	p.enters = max(p.enters, m.at)
	l.ready = l.time
	if m.at > l.time {
		x.book.Charge(x.trail(id), m.sent, m.at, ledger.Protocol, ledger.Cause(m.dst))
		l.waited += max(0, m.posted.Sub(l.time))
		l.time = m.at
		x.book.Fork(i, x.trail(id))
		if x.trace != nil {
			m.from, m.to = m.to, m.from
			x.received(i, l, m)
		}
	}
	x.release(id)
	return true
}

// returned: lane i has taken message id and gives its slot back.
func (x *Run) returned(i int32, l *lane, id int32) {
	m := &x.messages[id]
	c := x.credit(m.from, m.dst)
	if c.back < 0 {
		c.back = x.flight(i, m.src)
	}
	m.posted, m.sent, m.at, m.next = l.time, l.time, l.time.Add(c.back), -1
	x.book.Fork(x.trail(id), i)
	if c.last >= 0 {
		x.messages[c.last].next = id
	} else {
		c.first = id
	}
	c.last = id
	if s := &x.lanes[m.from]; s.stalled && s.phase == securing && s.step.send == m.dst {
		s.stalled = false
		x.woken = append(x.woken, m.from)
	}
}

// flight is how long a counter flies from a lane to a rank: what cables and devices take of a message without bytes.
func (x *Run) flight(from, to int32) units.Duration {
	rank, channel := from/x.schedule.Lanes, x.schedule.Channels[from%x.schedule.Lanes]
	links, err := x.way(rank, to, channel)
	if err != nil {
		x.fail(err)
		return 0
	}
	d := units.Duration(0)
	for n, id := range links {
		link := &x.graph.Links[id]
		d += link.Latency
		if n+1 < len(links) {
			d += x.graph.Devices[link.To].Latency
		}
	}
	return d
}
