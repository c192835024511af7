package flow

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// source is a first link and the messages handed to it, in the order of the calls of Send. One of them is being sent;
// those before it are in lines behind the link.
type source struct {
	waiting  queue
	sending  int32  // -1 = none
	flow     int32  // that it is; -1 = it waits in its line
	drain    uint64 // the rates of all that leaves the buffer behind the link
	capacity uint64 // of the link
	stamp    units.Time
	unsent   wide // of what is being sent, at stamp
	inside   wide // what is in the buffer at stamp; below zero for less than a picosecond
	buffer   wide // how much that holds
	stirred  bool // it is on Net.stirred
	buffered bool // what is being sent may be off the link before it is through

	link    int32
	count   uint32 // of messages so far
	least   uint64 // capacity of the narrowest link on the path of what is being sent
	work    wide   // of that
	past    waits  // of the messages before it, all told
	overrun wide   // what the flow that gave up the link by its end did beyond it, up to the next whole picosecond
	speed   uint64 // of that flow

	spent   units.Duration // what the messages before took of the link besides
	owner   int64          // of the first; -1 = there was none yet
	tenants []tenant       // nil = all are one owner's
}

// line is the messages of one source that leave the next device by one queue, in order. The first of them is a flow; the
// others wait behind it in the buffer, as far as they have left their source.
type line struct {
	queue
	flow    int32 // -1 = none
	source  int32
	overrun wide   // what the flow before did beyond its end, up to the next whole picosecond
	speed   uint64 // of that flow
}

// deepest is more than any buffer holds that a message could fill.
const deepest = 64 * units.GiB

// sourceAt is the source at a link.
func (n *Net) sourceAt(id fabric.LinkID) int32 {
	if i := n.sourceOf[id]; i >= 0 {
		return i
	}
	l := &n.graph.Links[id]
	s := source{waiting: noMessages, sending: -1, flow: -1, owner: -1, link: int32(id), capacity: n.links[id].capacity}
	s.buffer = work(min(l.Buffer, deepest), l.Rate, s.capacity)
	n.sourceOf[id] = int32(len(n.sources))
	n.sources = append(n.sources, s)
	n.sendings.admit()
	return n.sourceOf[id]
}

// settle books what went into the buffer of s and out of it: it fills at the rate of the link until it is full, then as fast
// as it empties.
func (s *source) settle(now units.Time) {
	d := now.Sub(s.stamp)
	s.stamp = now
	if d == 0 {
		return
	}
	out := during(s.drain, d)
	if s.unsent != (wide{}) {
		if in := s.room().plus(out); !in.negative() {
			in = least(least(during(s.capacity, d), in), s.unsent)
			s.unsent = s.unsent.minus(in)
			s.inside = s.inside.plus(in)
		}
	}
	s.inside = s.inside.less(out)
}

// room is what the buffer has room for. What a flow does beyond its end, which makes no room, may have let in more: then
// it is below zero.
func (s *source) room() wide {
	if s.inside.negative() {
		return s.buffer
	}
	return s.buffer.less(s.inside)
}

// sent is from now on until the last byte is off the link, if the rates stay; some if it ever is.
func (s *source) sent() (d units.Duration, some bool) {
	d = s.unsent.minus(wide{low: s.capacity >> slack}).until(s.capacity)
	if over := s.unsent.less(s.room()); over != (wide{}) && !over.negative() {
		if s.drain == 0 {
			return 0, false
		}
		d = max(d, over.minus(wide{low: s.drain >> slack}).until(s.drain))
	}
	return d, true
}

// clock is for how long the messages of source i have been held up so far.
func (n *Net) clock(i int32, now units.Time) waits {
	s := &n.sources[i]
	if s.sending < 0 {
		return s.past
	}
	m := &n.messages[s.sending]
	var f *flow
	if s.flow >= 0 {
		f = &n.flows[s.flow]
	}
	var done wide
	if s.buffered {
		s.settle(now)
		done = s.work.minus(s.unsent)
	} else if f != nil {
		done = s.work.minus(f.left).plus(during(f.rate, now.Sub(f.since)))
	}
	held := units.Duration(0)
	if f != nil {
		lost := f.held
		if f.rate < f.least && f.narrow >= 0 && n.links[f.narrow].shared {
			lost = lost.plus(during(f.least-f.rate, now.Sub(f.since)))
		}
		held = lost.over(f.least)
	}
	return s.past.plus(now.Sub(m.start)-done.over(s.least), held)
}

// start makes the heads of lines whose turn it is into flows, and sends the next messages of all sources that are free, in
// the order of first links.
func (n *Net) start(now units.Time) {
	for _, id := range n.moving {
		q := &n.lines[id]
		m := &n.messages[q.head]
		p := &n.paths[m.path]
		n.fit(p, m.bytes)
		ahead := wide{}
		if m.start < now && q.speed <= p.least {
			ahead = q.overrun
			if m.buffered {
				s := &n.sources[q.source]
				s.inside = s.inside.less(least(ahead, p.work))
			}
		}
		n.begin(id, now, ahead)
	}
	n.moving = n.moving[:0]
	slices.Sort(n.starting)
	for _, id := range n.starting {
		n.send(n.sourceOf[id], now)
	}
	n.starting = n.starting[:0]
}

// send hands the next message of source from to its first link.
func (n *Net) send(from int32, now units.Time) {
	s := &n.sources[from]
	id, i := s.link, n.pop(&s.waiting)
	m := &n.messages[i]
	p := &n.paths[m.path]
	q := &n.lines[p.line]
	n.fit(p, m.bytes)
	m.held, m.start, m.bound = s.past.since(m.held), now, 0
	if s.tenants != nil {
		m.held = m.held.blame(max(0, s.others(m.owner)-m.others), n.links[id].shared)
	}
	ahead := wide{}
	if q.head < 0 && m.posted < now && s.speed <= p.least {
		ahead = s.overrun
	}
	s.settle(now)
	m.buffered = p.hops > 1 && !n.links[id].passed
	s.sending, s.flow, s.buffered, s.least, s.work, s.unsent, s.overrun = i, -1, m.buffered, p.least, p.work, wide{}, wide{}
	if m.buffered {
		s.unsent = p.work.minus(ahead)
	}
	n.books[id].enter(now, ahead != wide{})
	if n.observed != nil {
		n.observed.meter.Wait(fabric.LinkID(id), now, now, -n.wire(p, 0, m.bytes))
	}
	n.push(&q.queue, i)
	if q.head == i {
		n.begin(p.line, now, ahead)
	}
	n.stir(from)
}

// free takes what source i sends off its first link.
func (n *Net) free(i int32, now units.Time) {
	s := &n.sources[i]
	id := s.link
	m := &n.messages[s.sending]
	p := &n.paths[m.path]
	held := n.clock(i, now)
	s.spend(m.owner, now.Sub(m.start)-held.since(s.past).sum())
	s.past = held
	s.inside, s.unsent = s.inside.plus(s.unsent), wide{}
	wire := n.wire(p, 0, m.bytes)
	b := &n.books[id]
	m.bound = b.leave(now, wire)
	if n.observed != nil {
		from := min(m.start, max(0, now-1))
		n.observed.meter.Busy(fabric.LinkID(id), from, max(now, from+1), b.rate.Over(b.total)-b.rate.Over(b.total-wire))
	}
	s.sending, s.flow = -1, -1
	n.sendings.drop(i)
	if s.waiting.head >= 0 {
		n.starting = append(n.starting, id)
	}
}

// part lets what source i sends go on without its first link.
func (n *Net) part(i int32, now units.Time) {
	s := &n.sources[i]
	moving := s.flow
	s.overrun = wide{}
	n.free(i, now)
	if moving < 0 {
		return
	}
	f := &n.flows[moving]
	if h := &n.hops[f.first]; h.link == s.link {
		n.links[s.link].load -= f.rate
		n.unhook(h)
		f.first++
	}
	n.loosen(f, &n.paths[n.messages[f.message].path])
	if f.narrow == s.link {
		n.join(moving)
	}
}

// stir notes that source i may be free at another instant than was known.
func (n *Net) stir(i int32) {
	if s := &n.sources[i]; !s.stirred {
		s.stirred = true
		n.stirred = append(n.stirred, i)
	}
}

// plan finds when sources are free that somebody waits for.
func (n *Net) plan(now units.Time) {
	for _, i := range n.stirred {
		s := &n.sources[i]
		s.stirred = false
		if s.waiting.head < 0 || s.sending < 0 || !s.buffered {
			continue
		}
		s.settle(now)
		if d, some := s.sent(); some {
			n.sendings.due(item{now.Add(d), uint64(s.link), i})
		} else {
			n.sendings.drop(i)
		}
	}
	n.stirred = n.stirred[:0]
}
