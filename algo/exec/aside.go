package exec

import (
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// deposit: a message is here that came before its receive was posted. What the transport sends whole it has put into a
// buffer of the host, and the receiver's proxy thread copies it into GPU memory, after what it has to do already (libfabric,
// fi_cxi(7), Messaging). Larger ones, and those without data, are not copied, and do not overtake.
func (x *Run) deposit(now units.Time, id int32) {
	m, t := &x.messages[id], x.trail(id)
	rank := x.lanes[m.to].rank
	x.carry(t, id, &x.transits[id], ledger.Propagate)
	if x.observed != nil {
		x.hops[id] = x.hops[id][:0]
	}
	x.transits[id] = fabric.Transit{}
	work := units.Duration(0)
	if m.bytes > 0 && m.bytes <= x.host.Buffered {
		work = x.host.Fetch
	}
	end := x.employ(t, rank, proxy, now, now, work)
	m.sent, m.at = end, end
	if x.arrive(id, payload, &x.transits[id]) {
		x.woken = append(x.woken, m.to)
	}
}
