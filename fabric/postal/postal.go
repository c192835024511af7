package postal

import (
	"fmt"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Net carries messages over idle fabrics. It implements [fabric.Net].
type Net struct {
	kernel *sim.Kernel
	id     sim.HandlerID
	graph  *fabric.Graph
	sink   fabric.Sink

	paths    []path
	interned map[string]fabric.PathID
	lines    []line
	owned    map[[2]fabric.LinkID]int32 // (first link, link) -> line
	counters []fabric.Counters          // by link

	letters  []letter
	spare    int32 // first of the free letters; -1 = none
	underway int
	transit  fabric.Transit
	divided  bool      // some line has several owners
	passages []passage // where one has: by hop of the message that is sent
	waited   waits     // and of the packet that moves
	observed *observed // nil = nobody wants to know by place
}

// path is a route as one first link sees it.
type path struct {
	route      []fabric.LinkID
	lines      []int32        // beside route
	propagate  units.Duration // cables and the devices between them
	head, tail int32          // letters under way, in order of arrival; -1 = none
}

// line is a link as it would be if only the bytes of one first link ever crossed it.
type line struct {
	base, free units.Time      // of the busy period
	sent       units.Bytes     // since base
	owner      int64           // of the first message; -1 = there was none yet
	tenants    *fabric.Tenants // nil = all are one owner's
}

// letter is a message under way: everything about it is known once it is sent.
type letter struct {
	posted, arrival units.Time
	waits           // for bytes of others than its owner
	tag             uint32
	next            int32
}

// New returns a Net over g, or an error that lists every link that cannot carry anything.
func New(k *sim.Kernel, g *fabric.Graph, sink fabric.Sink) (*Net, error) {
	if err := g.CheckLinks(); err != nil {
		return nil, err
	}
	n := &Net{
		kernel: k, graph: g, sink: sink, spare: -1,
		interned: map[string]fabric.PathID{}, owned: map[[2]fabric.LinkID]int32{},
		counters: make([]fabric.Counters, len(g.Links)),
	}
	n.id = k.Register(n)
	return n, nil
}

// Path interns a route. It panics on one that no message can take: down links, gaps, ends that are no GPUs.
func (n *Net) Path(route []fabric.LinkID) fabric.PathID {
	key := fabric.RouteKey(nil, route)
	if id, ok := n.interned[string(key)]; ok {
		return id
	}
	if err := n.graph.CheckRoute(route); err != nil {
		panic("postal: " + err.Error())
	}
	p := path{route: append([]fabric.LinkID(nil), route...), head: -1, tail: -1}
	for i, id := range route {
		l := &n.graph.Links[id]
		p.propagate += l.Latency
		if i < len(route)-1 {
			p.propagate += n.graph.Devices[l.To].Latency
		}
		p.lines = append(p.lines, n.line(route[0], id))
	}
	id := fabric.PathID(len(n.paths))
	n.paths = append(n.paths, p)
	n.interned[string(key)] = id
	return id
}

func (n *Net) line(first, link fabric.LinkID) int32 {
	key := [2]fabric.LinkID{first, link}
	i, ok := n.owned[key]
	if !ok {
		i = int32(len(n.lines))
		n.lines = append(n.lines, line{owner: -1})
		n.owned[key] = i
	}
	return i
}

// Send moves the whole message, packet by packet, before it returns; only the delivery waits for its instant.
func (n *Net) Send(m fabric.Message) {
	p := &n.paths[m.Path]
	packets, last := n.graph.Cut(m.Bytes)
	now := n.kernel.Now()
	if n.observed != nil {
		n.observed.begin(len(p.route))
	}
	n.moveIn(p, m.Owner)
	for range packets - 1 {
		n.carry(p, m.Owner, n.graph.Packet, now)
	}
	arrival := n.carry(p, m.Owner, last, now)
	n.moved(p, m.Owner)
	n.post(p, m, now, arrival)
}

// carry takes one packet of an owner, which may start at instant eligible, to the end of p and returns when its last byte is there.
func (n *Net) carry(p *path, owner uint32, payload units.Bytes, eligible units.Time) units.Time {
	n.waited = waits{}
	for i, id := range p.route {
		l, line := &n.graph.Links[id], &n.lines[p.lines[i]]
		start, end := line.send(eligible, l.Wire(payload), l.Rate)
		n.count(id, l.Wire(payload), end.Sub(start))
		others := n.wait(i, line, owner, l.Shared, eligible, start, end)
		if n.observed != nil {
			n.observed.cross(i, id, n.kernel.Now(), eligible, start, end, l.Wire(payload))
			n.observed.blame(i, l.Shared, others)
		}
		if i == len(p.route)-1 {
			return end.Add(l.Latency)
		}
		ahead := l.Latency + n.graph.Devices[l.To].Latency
		eligible = start.Add(ahead)
		if next := &n.graph.Links[p.route[i+1]]; next.Outruns(l, payload) { // the faster link must not run dry
			eligible = max(eligible, end.Add(ahead-next.Rate.Over(next.Wire(payload))))
		}
		if n.observed != nil {
			n.observed.onward(i, start, eligible, ahead)
		}
	}
	panic("postal: a path without links")
}

// send puts one packet on the line, back to back with the last one where it can.
func (l *line) send(eligible units.Time, wire units.Bytes, rate units.Rate) (start, end units.Time) {
	start = max(l.free, eligible)
	if start > l.free {
		l.base, l.sent = start, 0
	}
	l.sent += wire
	l.free = l.base.Add(rate.Over(l.sent))
	return start, l.free
}

func (n *Net) count(id fabric.LinkID, wire units.Bytes, busy units.Duration) {
	c := &n.counters[id]
	c.Bytes += wire
	c.Packets++
	c.Busy += busy
}

// post puts the letter behind those that arrive before it on its path.
func (n *Net) post(p *path, m fabric.Message, now, arrival units.Time) {
	i := n.spare
	if i < 0 {
		i = int32(len(n.letters))
		n.letters = append(n.letters, letter{})
	} else {
		n.spare = n.letters[i].next
	}
	if n.observed != nil {
		n.observed.keep(i, len(p.route), n.graph.Links[p.route[len(p.route)-1]].Latency)
	}
	n.letters[i] = letter{posted: now, arrival: arrival, waits: n.waited, tag: m.Tag, next: -1}
	if p.head < 0 {
		p.head = i
	} else {
		n.letters[p.tail].next = i
	}
	p.tail = i
	n.underway++
	n.kernel.At(arrival, uint32(m.Path), n.id, 0, uint64(m.Path))
}

// Handle delivers the oldest letter of a path: those of one path arrive in the order in which they were sent.
func (n *Net) Handle(now units.Time, _ uint16, arg uint64) {
	p := &n.paths[arg]
	i := p.head
	l := &n.letters[i]
	if l.arrival != now {
		panic(fmt.Sprintf("postal: a letter for %d ps is delivered at %d ps", int64(l.arrival), int64(now)))
	}
	tag := l.tag
	n.transit = fabric.Transit{Propagate: p.propagate, Queue: l.queue, Arbitrate: l.arbitrate}
	n.transit.Serialize = now.Sub(l.posted) - n.transit.Latency()
	if n.observed != nil {
		n.observed.hops = append(n.observed.hops[:0], n.observed.letters[i]...)
	}
	p.head = l.next
	l.next, n.spare = n.spare, i
	n.underway--
	n.sink.Deliver(tag, now, &n.transit)
}

// Counters sums up what all first links put on link id. Links are not shared here, so Busy may exceed the clock.
func (n *Net) Counters(id fabric.LinkID) fabric.Counters { return n.counters[id] }

// Settled reports an error while messages are under way.
func (n *Net) Settled() error {
	if n.underway > 0 {
		return fmt.Errorf("postal: %d messages are still under way", n.underway)
	}
	return nil
}
