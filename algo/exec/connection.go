package exec

import (
	"sort"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// connection is what two ranks of different nodes talk over. It is known at the lower of the two.
type connection struct {
	peer int32
	open units.Time // from when on messages pass
}

// detour reports whether a message that is about to leave must wait for its connection, which the first message between
// two ranks opens, whichever of them sends it. If so it leaves when the connection is open; the wait is protocol.
func (x *Run) detour(id int32, k kind, a, b int32) bool {
	if a > b {
		a, b = b, a
	}
	m := &x.messages[id]
	open := x.connect(a, b, m.sent)
	if open <= m.sent {
		return false
	}
	x.book.Charge(x.trail(id), m.sent, open, ledger.Protocol, ledger.Cause(m.src))
	m.sent = open
	x.enqueue(id, k)
	return true
}

// connect is when the connection between ranks a and b, a the lower, is open for who wants it now.
func (x *Run) connect(a, b int32, now units.Time) units.Time {
	if !x.crosses(a, b) {
		return now
	}
	known := x.connections[a]
	n := sort.Search(len(known), func(i int) bool { return known[i].peer >= b })
	if n == len(known) || known[n].peer != b {
		known = append(known, connection{})
		copy(known[n+1:], known[n:])
		known[n] = connection{b, now.Add(x.host.Detour)}
		x.connections[a] = known
	}
	return known[n].open
}
