package packet

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// A device acts on arrivals if what becomes of a packet depends on what the device is like when the head gets there: how
// full its memory is, how long its lines are. There, and only there, the arrival of a head is an event. Elsewhere the
// port that sends a packet joins it to its next queue at once.

// flight is the packets on the cable of one port, in order, chained through packet.next.
type flight struct{ first, last int32 }

// acts reports whether the device at which port o begins acts on the arrivals of packets that leave by o. One that chooses
// ways does where o may be a choice: what waits there must be counted. Outputs that share input queues are all alike.
func (n *Net) acts(o fabric.LinkID) bool {
	d := n.graph.Links[o].From
	device := &n.graph.Devices[d]
	return device.OutputQueued() || n.graph.Chooses(d) && (device.Queueing == fabric.Input || !n.last(o))
}

// last reports whether no two ways can part at link o, because o or the link behind it is their last: it leads to a GPU,
// or alone to a device that has links to GPUs only, and back.
func (n *Net) last(o fabric.LinkID) bool {
	g := n.graph
	from, to := g.Links[o].From, g.Links[o].To
	if g.Relays() || g.Devices[to].Kind == fabric.GPU {
		return !g.Relays()
	}
	for _, id := range g.Out(to) {
		if next := g.Links[id].To; next != from && g.Devices[next].Kind != fabric.GPU {
			return false
		}
	}
	return !slices.ContainsFunc(g.In(to), func(id fabric.LinkID) bool { return id != o && g.Links[id].From == from })
}

// fly puts packet k, which started at the given instant, on the cable of port o to a device that acts on arrivals.
func (n *Net) fly(o int32, p *port, k int32, start units.Time) {
	n.packets[k].next = -1
	if f := &n.flights[o]; f.first < 0 {
		f.first, f.last = k, k
	} else {
		n.packets[f.last].next = k
		f.last = k
	}
	n.kernel.At(start.Add(p.latency), uint32(o), n.id, opArrive, uint64(o))
}

// land takes the first packet off the cable of port o: its head is at the far end.
func (n *Net) land(o int32, now units.Time) {
	f := &n.flights[o]
	k := f.first
	pk := &n.packets[k]
	f.first = pk.next
	m := &n.messages[pk.message]
	if s := &n.steps[pk.step]; s.port == o { // it has not been told its way yet
		n.steer(k, s, now)
	}
	s := &n.steps[pk.step]
	n.cells[m.cells+int32(n.steps[s.up].cell)].landed++
	next, v := s.port, n.laneOn(s, m.class)
	if !s.stored {
		n.enqueue(k, s, v, now)
	} else if !n.store(o, v, s, pk, now) {
		blame := fabric.LinkID(next)
		if n.graph.Devices[n.graph.Links[next].From].Flow == fabric.Pause {
			blame = fabric.LinkID(o) // whose head-room was promised to be enough
		}
		n.drop(o, k, blame, now)
	} else {
		n.enqueue(k, s, v, now)
	}
	n.runAhead()
}

// enqueue puts packet k in line for the port of its step, where nothing keeps it from that.
func (n *Net) enqueue(k int32, s *step, v int32, now units.Time) {
	if n.observed != nil {
		n.await(k)
	}
	if s.counted {
		b := &n.backlogs[s.port]
		b.queued(now)
		b.bytes += int64(n.wire(s.port, &n.ports[s.port], &n.packets[k]))
	}
	if s.stored {
		n.joinLine(k, v)
	} else {
		n.join(k, v-int32(s.escape))
	}
}

// store puts a packet that has come by port o into the memory of its device, if there is room, and marks it if its line
// is long. v is the lane on which it goes on.
func (n *Net) store(o, v int32, s *step, pk *packet, now units.Time) bool {
	m := &n.memories[n.graph.Links[s.port].From]
	n.settle(m, now)
	in, out := n.ports[o].lanes+s.laneBefore(&n.steps[s.up], v), n.ports[s.port].lanes+v
	line := n.accounts[out].line
	if !n.admit(m, in, out, int64(n.wire(o, &n.ports[o], pk)), now) {
		return false
	}
	pk.marked = n.mark(&m.Marking, out, line) || pk.marked
	return true
}

// joinLine puts packet k into the line of its step's port at an output-queued device: behind all that may leave when it
// may, or before.
func (n *Net) joinLine(k, v int32) {
	pk := &n.packets[k]
	o := n.steps[pk.step].port
	p := &n.ports[o]
	ln := &n.lanes[p.lanes+v]
	q := &n.queues[ln.heads.queue]
	switch {
	case q.head < 0:
		pk.next, q.head, q.tail = -1, k, k
	case n.packets[q.tail].eligible <= pk.eligible:
		n.packets[q.tail].next = k
		pk.next, q.tail = -1, k
		return
	case pk.eligible < n.packets[q.head].eligible: // the head is not yet ready either: a port that could send it has
		pk.next, q.head = q.head, k
	default:
		before := q.head
		for n.packets[n.packets[before].next].eligible <= pk.eligible {
			before = n.packets[before].next
		}
		pk.next = n.packets[before].next
		n.packets[before].next = k
		return
	}
	n.offer(o, p, 0, ln, q)
}
