package exec

import (
	"slices"

	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// resource is what only one lane can have at a time. Asking for one is an event, so that who asks first in simulated
// time is served first; ties go to the lower lane of a rank, and to the lower rank of a node.
type resource uint8

const (
	nothing resource = iota
	core             // the CPU core of a rank, which its lanes share
	lock             // the library's global lock, which the processes of a node share
	proxy            // the thread that drives messages between nodes, of a rank or of a node
	engine           // what adds up in a switch, of a seat
	resources
)

// waits is what a lane's wait for each resource counts as.
var waits = [resources]ledger.Component{core: ledger.Library, lock: ledger.Lock, proxy: ledger.Library, engine: ledger.Reduce}

// bindResources makes those that somebody could have to wait for.
func (x *Run) bindResources() {
	ranks := int(x.played)
	answers := (x.host.OnHost || x.host.Ack == host.SoftwareAck) && x.host.Post > 0
	if x.schedule.Lanes > 1 && x.host.OnCore() || answers {
		x.free[core] = make([]units.Time, ranks)
	}
	if x.locks() {
		x.free[lock] = make([]units.Time, x.crowded)
	}
	if x.schedule.Lanes > 1 && slices.ContainsFunc(x.seats, func(s seat) bool { return s.rate > 0 }) {
		x.free[engine] = make([]units.Time, x.schedule.Parties())
	}
	if x.host.Proxy != host.NoProxy {
		x.free[proxy] = make([]units.Time, max(int32(ranks), x.crowded))
	}
}

// owner is the index of a rank's own instance of a resource.
func (x *Run) owner(r resource, rank int32) int32 {
	if r == lock || r == proxy && x.host.Proxy == host.NodeProxy {
		return x.stands[rank].Node
	}
	if r == engine { // that of the switch, whichever of its seats this is
		device := x.seat(rank).device
		return x.ranks + int32(slices.IndexFunc(x.seats, func(s seat) bool { return s.device == device }))
	}
	return rank
}

// ask reports whether lane i may use a resource now, if it wants to. If not, it is woken when it may.
func (x *Run) ask(i int32, l *lane, r resource, wanted bool) bool {
	return x.free[r] == nil || !wanted || l.holds == r || x.queue(i, l, r)
}

// queue lets lane i ask for what it does not have: it cannot go on.
func (x *Run) queue(i int32, l *lane, r resource) bool {
	l.asks = r
	number := i - l.rank*x.schedule.Lanes
	if r == lock { // competitors are ranks of a node
		number += x.among[l.rank]
	}
	x.event(l.time, x.key(opAsk, number, 0), opAsk, uint64(i))
	return false
}

// serve gives lane i what it asked for, after those that asked before it.
func (x *Run) serve(i int32) {
	l := &x.lanes[i]
	r := l.asks
	x.charge(i, l, waits[r], max(0, x.free[r][x.owner(r, l.rank)].Sub(l.time)))
	l.holds = r
	x.free[r][x.owner(r, l.rank)] = units.Never // until the lane leaves it
	x.woken = append(x.woken, i)
}

// leave gives back what the lane holds.
func (x *Run) leave(l *lane) {
	if l.holds != nothing {
		x.yield(l)
	}
}

// yield: from now on others can have it.
func (x *Run) yield(l *lane) {
	x.free[l.holds][x.owner(l.holds, l.rank)] = l.time
	l.holds = nothing
}
