package flow

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// flow is the head of a line: a message that moves. What sharing looks at comes first.
type flow struct {
	rate    uint64
	fresh   uint64 // the rate that it will have
	most    uint64 // capacity of the narrowest of its links
	neck    int32  // that link
	first   int32  // hop of its first link that others may cross as well
	past    int32  // hop after its last
	narrow  int32  // the link that keeps it from more; -1 = none does yet
	limit   int32  // the link that will
	round   uint32 // in which it was last shared anew
	pass    uint32 // of filling in which fresh was found
	message int32
	line    int32
	source  int32

	left     wide       // of its work, at since
	held     wide       // work that it could have done by then but for others, on shared links
	since    units.Time // when its rate changed last
	begun    units.Time // when it became the head of its line
	least    uint64     // capacity of the narrowest link of its path
	early    bool       // it began a fraction of a picosecond before begun
	buffered bool       // it may leave its first link before it is through
	lone
}

// hop is one link of a flow, and its place among those that cross it.
type hop struct{ link, at int32 }

// widen makes room for flows over so many links.
func (n *Net) widen(hops int) {
	if hops <= n.width {
		return
	}
	wider := make([]hop, len(n.flows)*hops)
	for i := range n.flows {
		f := &n.flows[i]
		from, shift := i*n.width, int32(i*(hops-n.width))
		copy(wider[i*hops:], n.hops[from:from+n.width])
		for j := f.first; j < f.past; j++ {
			n.crossing[n.hops[j].link][n.hops[j].at].hop += shift
		}
		f.first, f.past = f.first+shift, f.past+shift
	}
	n.hops, n.width = wider, hops
}

// seize returns a flow that is not in use.
func (n *Net) seize() int32 {
	if last := len(n.idleFlows) - 1; last >= 0 {
		i := n.idleFlows[last]
		n.idleFlows = n.idleFlows[:last]
		return i
	}
	n.flows = append(n.flows, flow{})
	n.hops = append(n.hops, make([]hop, n.width)...)
	n.ends.admit()
	if n.observed != nil {
		n.observed.admit()
	}
	return int32(len(n.flows) - 1)
}

// hook puts flow i, which has the given hop, on its link.
func (n *Net) hook(i, at int32) {
	h := &n.hops[at]
	h.at = n.links[h.link].crossing
	n.links[h.link].crossing++
	n.crossing[h.link] = append(n.crossing[h.link], member{i, at})
}

// unhook takes a flow off the link of the given hop.
func (n *Net) unhook(h *hop) {
	all := n.crossing[h.link]
	last := all[len(all)-1]
	all[h.at] = last
	n.hops[last.hop].at = h.at
	n.crossing[h.link] = all[:len(all)-1]
	n.links[h.link].crossing--
}

// begin makes the head of line id a flow, which is ahead by so much work.
func (n *Net) begin(id int32, now units.Time, ahead wide) {
	i := n.seize()
	f, q := &n.flows[i], &n.lines[id]
	q.flow = i
	m := &n.messages[q.head]
	p := &n.paths[m.path]
	n.fit(p, m.bytes)
	at := i * int32(n.width)
	*f = flow{
		first: at, past: at + p.hops, neck: p.neck, narrow: -1, round: f.round, pass: f.pass,
		message: q.head, line: id, source: p.source, least: p.least, since: now, begun: now, early: ahead != wide{},
		left: p.work.minus(ahead), buffered: m.buffered, lone: p.lone,
	}
	for j, link := range n.route(p) {
		n.hops[at+int32(j)] = hop{link: int32(link), at: -1}
		if j > 0 {
			n.books[link].enter(now, f.early)
		}
	}
	f.most = p.least
	s := &n.sources[p.source]
	if s.sending == q.head {
		s.flow = i
	} else {
		n.loosen(f, p)
	}
	if s.flow != i || !n.links[s.link].passed {
		f.first++ // nobody else is on it
	}
	if n.observed != nil {
		n.watch(i, now)
	}
	for j := f.first; j < f.past; j++ {
		n.hook(i, j)
		n.touched = append(n.touched, n.hops[j].link)
	}
	n.join(i)
}

// loosen says that f is not on its first link.
func (n *Net) loosen(f *flow, p *path) {
	f.neck, f.most = p.beyond, n.links[p.beyond].capacity
}

// passBy says that paths cross link id that begin elsewhere, so that the flow that its source sends must be on its list.
func (n *Net) passBy(id fabric.LinkID) {
	l := &n.links[id]
	if l.passed {
		return
	}
	l.passed = true
	if from := n.sourceOf[id]; from >= 0 && n.sources[from].flow >= 0 {
		i := n.sources[from].flow
		f := &n.flows[i]
		f.first--
		n.hook(i, f.first)
		l.load += f.rate
	}
}

// settle books what f did since its rate changed last.
func (n *Net) settle(f *flow, i int32, now units.Time) {
	d := now.Sub(f.since)
	f.since = now
	if d == 0 {
		return
	}
	f.left = f.left.minus(during(f.rate, d))
	if f.rate < f.least && n.links[f.narrow].shared {
		f.held = f.held.plus(during(f.least-f.rate, d))
	}
	if n.observed != nil {
		n.flow(i, now, d)
	}
}

// finish takes flow i, which is through, off the links and delivers its message.
func (n *Net) finish(i int32, now units.Time) {
	f := &n.flows[i]
	s := &n.sources[f.source]
	q := &n.lines[f.line]
	s.settle(now)
	did := during(f.rate, now.Sub(f.since))
	q.overrun, q.speed = did.minus(f.left), f.rate
	if f.buffered {
		s.drain -= f.rate
		s.inside = s.inside.plus(did).less(f.left) // no more left it than was there
	}
	n.settle(f, i, now)
	if s.sending == f.message {
		s.overrun, s.speed = q.overrun, q.speed
		n.free(f.source, now)
	}
	n.ends.drop(i)
	n.links[f.narrow].kept--
	for j := f.first; j < f.past; j++ {
		h := &n.hops[j]
		n.links[h.link].load -= f.rate
		n.unhook(h)
		n.touched = append(n.touched, h.link)
	}
	f.past = f.first
	n.idleFlows = append(n.idleFlows, i)
	if s.waiting.head >= 0 {
		n.stir(f.source)
	}
	n.pop(&q.queue)
	if q.flow = -1; q.head >= 0 {
		n.moving = append(n.moving, f.line)
	}
	n.deliver(i, now)
}

// deliver hands over the message of flow i, which ended now.
func (n *Net) deliver(i int32, now units.Time) {
	f := &n.flows[i]
	m := n.messages[f.message]
	p := &n.paths[m.path]
	through := max(now, m.bound)
	route := n.route(p)
	for j := 1; j < len(route); j++ {
		b := &n.books[route[j]]
		wire := n.wire(p, j, m.bytes)
		through = max(through, b.leave(now, wire))
		if n.observed != nil {
			n.end(i, j, route[j], now, b.rate.Over(b.total)-b.rate.Over(b.total-wire))
		}
	}
	began := m.start
	if f.early && f.begun == m.start {
		began--
	}
	through = max(through, began.Add(f.whole))
	arrival := through.Add(f.tail)
	if p.last >= 0 {
		arrival = max(arrival, p.last.Add(f.final))
	}
	p.last = arrival
	arbitrate := f.held.over(f.least)
	if len(route) > 1 && n.links[route[1]].shared {
		arbitrate += f.begun.Sub(m.start)
	}
	own := m.held.plus(now.Sub(m.start)-f.whole, arbitrate)
	late := max(0, through.Sub(m.start)-f.whole) - max(0, now.Sub(m.start)-f.whole)
	n.transit = fabric.Transit{Propagate: p.propagate, Queue: own.queue + late, Arbitrate: own.arbitrate}
	n.transit.Serialize = arrival.Sub(m.posted) - n.transit.Latency()
	if n.observed != nil {
		n.locate(i, &m)
	}
	n.release(f.message)
	n.sink.Deliver(m.tag, arrival, &n.transit)
}
