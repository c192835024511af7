package packet

import (
	"math"

	"collsim/fabric"
	"collsim/sim/units"
)

// What becomes of a packet may depend on what the device is like when the head gets there: how full its memory is, how long
// its lines are. There, and only there, a packet is on an approach until its head has landed: in front of devices that
// are output-queued, and of ports at which ways part. Elsewhere the port that sends a packet joins it to its next queue at
// once.

// fly puts packet k of m, which started at the given instant, on the cable of port o to a device that acts on arrivals. A
// drop that may be the end of its message has to be known in time.
func (n *Net) fly(o int32, p *port, k int32, m *message, start units.Time) {
	a := &n.approaches[p.far]
	at := start.Add(p.latency)
	if a.launching {
		a.launching, a.launched = false, k
		return
	}
	a.add(arrival{at, k, o})
	c := &n.cables[o]
	if c.flying++; p.stoppable && !c.restless {
		n.stir(p, a, c)
	}
	if a.haste == 0 || m.left <= c.reach {
		n.kernel.At(at, uint32(o), n.id, opArrive, uint64(o))
	} else if at > n.kernel.Now() { // else it was planned
		n.foresee(p.far, a, at)
	}
}

// foresee makes a head land in time that arrives at the given instant.
func (n *Net) foresee(i int32, a *approach, at units.Time) {
	if at = at.Add(a.haste); a.haste < a.slack && at < a.due && n.calm(i, a) {
		at = at.Add(a.slack - a.haste)
	}
	if at < a.due {
		a.due = at
		n.kernel.At(at, 0, n.id, opLand, uint64(i))
	}
}

// calm reports that no head on its way makes the device tell a sender to stop: not if all they bring were one input's, or
// none brings its own too much and what they leave free limits no input.
func (n *Net) calm(i int32, a *approach) bool {
	m := &n.memories[i]
	if m.paused > 0 {
		return false
	}
	free := m.free - int64(a.count+a.plans.count)*int64(a.largest)
	limit := limit(free, m.Alpha)
	return a.restless == 0 && limit >= int64(m.Pause) || m.shared-free <= min(int64(m.Pause), limit)
}

// stir takes note of whether the heads on the cable of port p, and one that is planned, may bring more than its input may
// have: then the cable is restless.
func (n *Net) stir(p *port, a *approach, c *cable) {
	restless := n.width > 1 || n.accounts[p.lanes].shared+int64(c.flying+c.planned)*int64(p.full) > int64(n.memories[p.far].Pause)
	switch {
	case restless && !c.restless:
		a.restless++
	case c.restless && !restless:
		a.restless--
	}
	c.restless = restless
}

// landDue takes heads down that nobody has asked for.
func (n *Net) landDue(i int32, now units.Time) {
	a := &n.approaches[i]
	if a.due != now { // overtaken
		return
	}
	n.catchUp(a, now, -1)
	a.due = never
	if first := a.first(); first < never {
		n.foresee(i, a, first)
	}
	n.runAhead()
}

// catchUp lets heads land that arrive before an instant, or in it over a link no higher than port, and ports decide as they
// planned, for all heads that are to arrive by then.
func (n *Net) catchUp(a *approach, before units.Time, port int32) {
	for a.plans.next <= before {
		one, ok := a.plans.take(before, math.MaxInt32)
		if !ok {
			break
		}
		last := one.port
		if one.at == before {
			last = min(last, port)
		}
		if a.next <= one.at {
			n.landAll(a, one.at, last)
		}
		n.launch(a, one, last == one.port)
	}
	if a.next <= before {
		n.landAll(a, before, port)
	}
}

// landAll takes heads down that arrive before an instant, or in it over a link no higher than port.
func (n *Net) landAll(a *approach, before units.Time, port int32) {
	for one, ok := a.take(before, port); ok; one, ok = a.take(before, port) {
		n.land(one.port, one.packet, one.at)
		n.cables[one.port].flying--
	}
}

// land takes packet k off the cable of port o: its head was at the far end at the given instant, and finds what there was
// then.
func (n *Net) land(o, k int32, at units.Time) {
	p, pk := &n.ports[o], &n.packets[k]
	if c := &n.cables[o]; c.restless {
		n.stir(p, &n.approaches[p.far], c)
	}
	m, s := &n.messages[pk.message], &n.steps[pk.step]
	if s.port == o { // it has not been told its way yet
		n.steer(k, s, at)
		s = &n.steps[pk.step]
	}
	v := n.laneOn(s, m.class)
	if s.stored && !n.store(o, v, s, pk, at) {
		blame := fabric.LinkID(o) // whose head-room was promised to be enough
		if !p.stoppable {
			blame = fabric.LinkID(s.port)
		}
		n.drop(o, k, blame, at)
		return
	}
	n.enqueue(k, s, v, at)
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
	m := &n.memories[n.ports[o].far]
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
