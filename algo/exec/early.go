package exec

import (
	"collsim/fabric"
	"collsim/fabric/host"
)

// Nobody but a rank's own messages enters the links that leave its GPU, where GPUs pass nothing on. If they do so in the
// order in which the rank hands them to the network, the network can be told ahead of the clock, without an event: which
// of them goes first can no longer change. They do where one lane posts them all, or all lanes by one core, and none
// answers a request, or tells of room, while another has posted for later. What asks before it is sent breaks the order, since its data leave
// when an answer comes: meanwhile all goes by events.

// bindEarly finds out whether messages may be sent early.
func (x *Run) bindEarly() {
	h := &x.host
	net, ok := x.net.(fabric.Early)
	answers := h.OnHost || h.Ack != host.NoAck
	beside := x.beside != nil || x.graph.Relays() || x.flows != nil
	crosses := x.crowded > 1 || x.schedule.Seats > 0 || x.node(x.ranks-1) != x.node(0) // perhaps: those who are played may stand on one node, for others
	driven := h.Proxy != host.NoProxy && (x.passes == nil || crosses)
	uneven := x.passes != nil && crosses // what crosses nodes starts later
	watched := x.observed != nil || x.burdens != nil || x.graph.MemoryShare > 0
	if !ok || answers || beside || watched || driven || h.Small > 0 || h.Detour > 0 || uneven || !x.inTurn() {
		return
	}
	x.ahead = net
	x.due = make([]int32, x.parties)
}

// inTurn reports whether what a rank posts leaves it in the order in which it is posted: all messages by one lane, or by one
// core while no lane answers another rank. Where handshakes are possible the schedule says whether any message is large enough.
func (x *Run) inTurn() bool {
	h := &x.host
	if x.schedule.Lanes == 1 {
		return true
	}
	return x.free[core] != nil && h.Post > 0 && x.window == 0 && !(h.Rendezvous && x.schedule.Larger(h.Eager))
}

// early sends a message, or a control message about it, early if nothing can enter its first link before it any more.
// News of room never leave early: a message that the lane posts in the same instant may go before them.
func (x *Run) early(m *message, id int32, k kind) bool {
	due := &x.due[x.startedBy(m, k)]
	early := *due == 0 && k != room && !x.seated(m.src) && (k != clear || x.schedule.Lanes == 1)
	if k == request {
		*due++ // its data
	}
	if !early {
		*due++
		return false
	}
	x.send(id, k, true)
	return true
}

// left: what was due has been sent.
func (x *Run) left(id int32, k kind) {
	m := &x.messages[id]
	due := &x.due[x.startedBy(m, k)]
	*due--
	if k == payload && m.asks {
		*due--
	}
}
