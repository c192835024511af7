package exec

import (
	"sort"

	"collsim/fabric"
	"collsim/sim/units"
)

// outstanding is what of a lane's messages a peer has not taken.
type outstanding struct{ peer, messages int32 }

// bindWindow limits what each lane may have on its way to one peer. Whoever takes a message tells its sender so, by an
// empty message that the NIC starts; its way counts as protocol. A lane whose window is full goes on with the trail of
// the one that makes room in it. So messages in flight are O(lanes x window), whatever a schedule posts.
func (x *Run) bindWindow(window int32) {
	if x.window = window; window > 0 {
		x.outstanding = make([][]outstanding, x.parties*x.schedule.Lanes)
	}
}

// windowed reports whether messages between two parties count. Switches have room for all that comes.
func (x *Run) windowed(from, to int32) bool {
	return x.outstanding != nil && !x.seated(from) && !x.seated(to)
}

// to is what lane i has on its way to a peer.
func (x *Run) to(i, peer int32) *outstanding {
	known := x.outstanding[i]
	if len(known) > 0 && known[0].peer == peer { // nearly always
		return &known[0]
	}
	n := sort.Search(len(known), func(j int) bool { return known[j].peer >= peer })
	if n == len(known) || known[n].peer != peer {
		known = append(known, outstanding{})
		copy(known[n+1:], known[n:])
		known[n] = outstanding{peer: peer}
		x.outstanding[i] = known
	}
	return &known[n]
}

// roomy reports whether lane i may post its message. If not, it is woken when it may.
func (x *Run) roomy(i int32, l *lane) bool {
	if x.seated(l.step.send) || x.to(i, l.step.send).messages < x.window {
		return true
	}
	l.stalled = true
	x.halted++
	return false
}

// Waited is how often a lane came to post a message and found its window full.
func (x *Run) Waited() int64 { return x.halted }

// taken: lane i has taken message id, and tells its sender. The news goes on with the lane's trail.
func (x *Run) taken(i int32, l *lane, id int32) {
	m := &x.messages[id]
	m.from, m.to, m.src, m.dst = m.to, m.from, m.dst, m.src
	m.posted, m.asks, m.data = l.time, false, true
	x.book.Fork(x.trail(id), i)
	x.inject(id, l.time, room)
}

// freed: a peer has taken a message of a lane, which hears of it now. It is an event of its own, not told ahead of the
// clock: until then the lane may fill its window.
func (x *Run) freed(now units.Time, id int32) {
	m := &x.messages[id]
	i := m.to
	l, out := &x.lanes[i], x.to(i, m.src)
	if out.messages == x.window && l.stalled && l.phase == posting && l.step.send == m.src {
		var booked fabric.Transit // nothing is left of it to be booked
		m.at = now
		l.stalled = false
		x.join(i, l, id, &booked)
		x.look(i, l)
		x.woken = append(x.woken, i)
	}
	out.messages--
	x.release(id)
}
