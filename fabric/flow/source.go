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
	count    uint32 // of messages so far
	passed   bool   // paths cross the link that begin elsewhere
	stirred  bool   // it is on Net.stirred
	buffered bool   // what is being sent may be off the link before it is through
	least    uint64 // capacity of the narrowest link on its path

	work     wide // of what is being sent
	unsent   wide // of it, at stamp
	inside   wide // what is in the buffer behind the link at stamp; below zero for less than a picosecond
	stamp    units.Time
	capacity uint64 // of the link
	drain    uint64 // the rates of all that leaves the buffer
	buffer   wide   // how much that holds

	past    waits          // of the messages before the one that is being sent, all told
	spent   units.Duration // what those took of the link besides
	owner   int64          // of the first; -1 = there was none yet
	tenants []tenant       // nil = all are one owner's
	overrun wide           // what the flow that gave up the link by its end did beyond it, up to the next whole picosecond
	speed   uint64         // of that flow
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

// deepest is more than any real buffer holds.
const deepest = units.Bytes(1) << 40

// newSource is the source of link id.
func (n *Net) newSource(id int) source {
	l := &n.graph.Links[id]
	s := source{waiting: noMessages, sending: -1, owner: -1, capacity: n.links[id].capacity}
	if !l.Down {
		s.buffer = work(min(l.Buffer, deepest), l.Rate, s.capacity)
	}
	return s
}

// holds says that messages on p are through when the last of their bytes has left s.
func (s *source) holds(p *path) bool { return s.passed || len(p.route) == 1 }

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

// clock is for how long the messages of source id have been held up so far.
func (n *Net) clock(id int32, now units.Time) waits {
	s := &n.sources[id]
	if s.sending < 0 {
		return s.past
	}
	m := &n.messages[s.sending]
	f := n.moves(s.sending)
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

// moves is the flow that a message is; nil while it waits in its line.
func (n *Net) moves(message int32) *flow {
	q := &n.lines[n.paths[n.messages[message].path].line]
	if q.head != message || q.flow < 0 {
		return nil
	}
	return &n.flows[q.flow]
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
		n.send(id, now)
	}
	n.starting = n.starting[:0]
}

// send hands the next message of source id to its first link.
func (n *Net) send(id int32, now units.Time) {
	s := &n.sources[id]
	i := n.pop(&s.waiting)
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
	m.buffered = !s.holds(p)
	s.sending, s.buffered, s.least, s.work, s.unsent, s.overrun = i, m.buffered, p.least, p.work, wide{}, wide{}
	if m.buffered {
		s.unsent = p.work.minus(ahead)
	}
	n.books[id].enter(now, ahead != wide{})
	if n.observed != nil {
		n.observed.meter.Wait(fabric.LinkID(id), now, now, -p.wires[0])
	}
	n.push(&q.queue, i)
	if q.head == i {
		n.begin(p.line, now, ahead)
	}
	n.stir(id)
}

// free takes what source id sends off its first link.
func (n *Net) free(id int32, now units.Time) {
	s := &n.sources[id]
	m := &n.messages[s.sending]
	p := &n.paths[m.path]
	held := n.clock(id, now)
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
	s.sending = -1
	n.sendings.drop(id)
	if s.waiting.head >= 0 {
		n.starting = append(n.starting, id)
	}
}

// part lets what source id sends go on without its first link.
func (n *Net) part(id int32, now units.Time) {
	s := &n.sources[id]
	f := n.moves(s.sending)
	s.overrun = wide{}
	n.free(id, now)
	if f == nil {
		return
	}
	h := &n.hops[f.first]
	n.links[id].load -= f.rate
	n.unhook(h)
	f.first, f.neck = f.first+1, n.paths[n.messages[f.message].path].beyond
	if f.narrow == id {
		n.join(n.lines[f.line].flow)
	}
}

// stir notes that source id may be free at another instant than was known.
func (n *Net) stir(id int32) {
	if s := &n.sources[id]; !s.stirred {
		s.stirred = true
		n.stirred = append(n.stirred, id)
	}
}

// plan finds when sources are free that somebody waits for.
func (n *Net) plan(now units.Time) {
	for _, id := range n.stirred {
		s := &n.sources[id]
		s.stirred = false
		if s.waiting.head < 0 || s.sending < 0 || !s.buffered {
			continue
		}
		s.settle(now)
		if d, some := s.sent(); some {
			n.sendings.due(item{now.Add(d), uint64(id), id})
		} else {
			n.sendings.drop(id)
		}
	}
	n.stirred = n.stirred[:0]
}
