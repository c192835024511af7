package packet

import (
	"sort"

	"collsim/fabric"
	"collsim/sim/units"
)

// gap is a time in which a port was idle. sum is all its idle time up to the end of this one.
type gap struct {
	from, to units.Time
	sum      units.Duration
}

// logGap notes that p idles from free to s, where it sends a packet that was offered to it at the given instant.
func (p *port) logGap(n *Net, s, offered units.Time) {
	p.idle += s.Sub(p.free)
	p.lastIdle = s
	if len(p.gaps) == cap(p.gaps) {
		p.forget(n)
	}
	p.gaps = append(p.gaps, gap{p.free, s, p.idle})
	if offered > p.free && !(n.width == 1 && n.lanes[p.lanes].heads.lone()) {
		offered = n.firstOffer(p, offered)
	}
	if n.observed != nil && p.inputQueued {
		n.block(p, s, offered)
	}
	if offered < s {
		p.starved += s.Sub(max(p.free, offered))
		if n.observed != nil {
			n.observed.meter.Stop(fabric.LinkID(p.lanes/n.width), max(p.free, offered), s)
		}
	}
}

// firstOffer is when the first of the packets that wait at p was offered, if before the given instant.
func (n *Net) firstOffer(p *port, first units.Time) units.Time {
	for v := range n.width {
		ln := &n.lanes[p.lanes+v]
		for i := ln.heads.first(0); i >= 0; i = ln.heads.first(i + 1) {
			first = min(first, n.queues[ln.heads.queueOf(i)].offered)
		}
	}
	return first
}

// forget drops the gaps that nobody can ask about any more: those before every packet that waits and, at a source, where
// a message remembers what it needs, those before now. The log doubles unless half of it goes, so that a long wait costs
// its length once.
func (p *port) forget(n *Net) {
	oldest := n.kernel.Now()
	for v := int32(0); v < n.width && !p.source; v++ {
		oldest = min(oldest, n.firstArrival(&n.lanes[p.lanes+v], p))
	}
	keep := sort.Search(len(p.gaps), func(i int) bool { return p.gaps[i].to > oldest })
	kept := copy(p.gaps, p.gaps[keep:])
	p.gaps = p.gaps[:kept]
	if cap(p.gaps) == 0 || kept > cap(p.gaps)/2 {
		p.gaps = append(make([]gap, 0, max(16, int(p.inputs), 2*cap(p.gaps))), p.gaps...)
	}
}

// firstArrival is when the first of the packets that wait in the queues of a lane of p arrived, those aside that start
// there; never = none waits. A queue is in order of arrival.
func (n *Net) firstArrival(ln *lane, p *port) units.Time {
	first := never
	for i := range p.inputs {
		if i == p.own || *ln.heads.bankQueue(i) < 0 {
			continue
		}
		if q := &n.queues[ln.heads.queueOf(i)]; q.head >= 0 {
			first = min(first, n.packets[q.head].eligible)
		}
	}
	return first
}

// idleBy is for how long p will have been idle at t if nothing else is decided.
func (p *port) idleBy(t units.Time) units.Duration {
	if t >= p.free {
		return p.idle + t.Sub(p.free)
	}
	return p.idleUntil(t)
}

// idleUntil is for how long p had been idle at t, which lies before what is decided ends and not before a gap that is
// forgotten.
func (p *port) idleUntil(t units.Time) units.Duration {
	if p.lastIdle <= t { // nearly always
		return p.idle
	}
	i := len(p.gaps) - 1
	if p.gaps[i].from > t {
		i = sort.Search(i, func(i int) bool { return p.gaps[i].to > t })
	}
	g := &p.gaps[i]
	return g.sum - g.to.Sub(max(t, g.from))
}
