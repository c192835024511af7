package flow

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// source is a first link and the messages handed to it, in the order of the calls of Send. The head is a flow; the
// others wait.
type source struct {
	rate   uint64
	fresh  uint64 // the rate that it will have
	narrow int32  // the link that keeps the head from more; -1 = none does yet
	limit  int32  // the link that will
	neck   int32  // the narrowest link of the head's path
	first  int32  // hop of the head's path
	beyond int32  // hop after its last
	round  uint32 // in which it was last shared anew
	pass   uint32 // of filling in which fresh was found

	end   units.Time
	place int32      // in Net.ends; -1 = the head does not send (yet)
	path  int32      // of the head
	since units.Time // when its rate changed last
	left  wide       // of the head's work, at since
	held  wide       // work that the head could have done by then but for others, on shared links
	start units.Time
	early bool // it began a fraction of a picosecond before start

	head, tail  int32          // messages; -1 = none
	past        waits          // of the messages before the head, all told
	spent       units.Duration // what those took besides
	owner       int64          // of the first; -1 = there was none yet
	tenants     []tenant       // nil = all are one owner's
	overrun     wide           // what the flow before did beyond its end, up to the next whole picosecond
	overrunRate uint64
}

// crossed lists the hops of the head of s.
func (n *Net) crossed(s *source) []hop { return n.hops[s.first:s.beyond] }

// waits is for how long the messages of s have been held up so far.
func (s *source) waits(now units.Time, n *Net) waits {
	if s.place < 0 {
		return s.past
	}
	least := n.paths[s.path].least
	done := n.paths[s.path].work.minus(s.left).plus(during(s.rate, now.Sub(s.since)))
	held := s.held
	if n.links[s.narrow].shared {
		held = held.plus(during(least-s.rate, now.Sub(s.since)))
	}
	return s.past.plus(now.Sub(s.start)-done.over(least), held.over(least))
}

// plus adds a wait, of which no more than held is arbitration.
func (w waits) plus(wait, held units.Duration) waits {
	wait = max(0, wait)
	held = min(held, wait)
	return waits{w.queue + wait - held, w.arbitrate + held}
}

// start makes the next messages of all sources that are free into flows, in the order of first links.
func (n *Net) start(now units.Time) {
	slices.Sort(n.starting)
	for _, i := range n.starting {
		s := &n.sources[i]
		m := &n.messages[s.head]
		p := &n.paths[m.path]
		n.fit(p, m.bytes)
		s.path, s.neck, s.first, s.beyond = m.path, p.neck, p.hops, p.hops+int32(len(p.route))
		s.narrow, s.rate, s.held, s.start, s.since = -1, 0, wide{}, now, now
		s.left, s.early = p.work, m.posted < now && s.overrun != wide{} && s.overrunRate <= p.least
		if s.early {
			s.left = s.left.minus(s.overrun)
		}
		s.overrun = wide{}
		if n.observed != nil {
			n.begin(i, m.bytes, now)
		}
		hops := n.crossed(s)
		for j := range hops {
			h := &hops[j]
			l := &n.links[h.link]
			l.enter(now, s.early)
			h.next, h.prev = l.first, -1
			if l.first >= 0 {
				n.hops[l.first].prev = p.hops + int32(j)
			}
			l.first = p.hops + int32(j)
			n.touched = append(n.touched, h.link)
		}
		n.join(i)
	}
	n.starting = n.starting[:0]
}

// finish takes the head of source i, which is through, off the links and delivers it.
func (n *Net) finish(i int32, now units.Time) {
	s := &n.sources[i]
	p := &n.paths[s.path]
	s.overrun, s.overrunRate = during(s.rate, now.Sub(s.since)).minus(s.left), s.rate
	n.settle(s, now)
	n.drop(i)
	n.links[s.narrow].kept--
	through := now
	hops := n.crossed(s)
	for j := range hops {
		h := &hops[j]
		l := &n.links[h.link]
		through = max(through, l.leave(now, h.wire))
		if n.observed != nil {
			n.end(i, j, now, l.rate.Over(l.total)-l.rate.Over(l.total-h.wire))
		}
		l.load -= s.rate
		n.unhook(l, h)
		n.touched = append(n.touched, h.link)
	}
	through = max(through, s.began().Add(p.alone))
	longer := max(0, now.Sub(s.start)-p.alone)
	s.past = s.past.plus(longer, s.held.over(p.least))
	s.spend(n.messages[s.head].owner, now.Sub(s.start)-longer)
	n.deliver(i, through, max(0, through.Sub(s.start)-p.alone)-longer)
}

// began is an instant that is not after the true start of the head.
func (s *source) began() units.Time {
	if s.early {
		return s.start - 1
	}
	return s.start
}

// deliver hands over the head of source i, which is through at an instant that lies so much behind the end of its flow,
// and lets the next message have its place.
func (n *Net) deliver(i int32, through units.Time, late units.Duration) {
	s := &n.sources[i]
	p := &n.paths[s.path]
	at := s.head
	m := n.messages[at]
	if s.head = m.next; s.head >= 0 {
		n.starting = append(n.starting, i)
	}
	arrival := through.Add(p.tail)
	if p.last >= 0 {
		arrival = max(arrival, p.last.Add(p.final))
	}
	p.last = arrival
	held := s.past.since(m.before)
	n.transit = fabric.Transit{Propagate: p.propagate, Queue: held.queue + late, Arbitrate: held.arbitrate}
	if s.tenants != nil {
		blame(&n.transit, max(0, s.others(m.owner)-m.others), n.links[i].shared)
	}
	n.transit.Serialize = arrival.Sub(m.posted) - n.transit.Latency()
	if n.observed != nil {
		n.locate(i, m.posted)
	}
	n.release(at)
	n.sink.Deliver(m.tag, arrival, &n.transit)
}

// unhook takes h out of the list of l's flows.
func (n *Net) unhook(l *link, h *hop) {
	if h.prev >= 0 {
		n.hops[h.prev].next = h.next
	} else {
		l.first = h.next
	}
	if h.next >= 0 {
		n.hops[h.next].prev = h.prev
	}
}
