package message

import (
	"fmt"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Net carries whole messages. It implements [fabric.Net].
type Net struct {
	kernel *sim.Kernel
	id     sim.HandlerID
	graph  *fabric.Graph
	sink   fabric.Sink

	links    []link
	inputs   []uint32 // link -> its number among the links that enter the same device
	hops     []hop
	paths    []path
	interned map[string]fabric.PathID
	turns    map[[2]fabric.LinkID]int32 // two links in a row -> index of tails
	tails    []tail                     // of the last message that took the turn, on the second link
	sets     [][]fabric.PathID          // of ways among which the network chooses
	runs     []run                      // by message: how it crossed a link behind which its way is chosen

	messages []message
	spare    int32
	underway int
	transit  fabric.Transit // what Deliver sees
	observed *observed      // nil = nobody wants to know by place
	folded   *folded        // nil = every link is played
}

// New returns a Net over g, or an error that lists every link that cannot carry anything.
func New(k *sim.Kernel, g *fabric.Graph, sink fabric.Sink) (*Net, error) {
	if err := g.CheckLinks(); err != nil {
		return nil, err
	}
	n := &Net{
		kernel: k, graph: g, sink: sink, spare: -1,
		interned: map[string]fabric.PathID{}, turns: map[[2]fabric.LinkID]int32{},
	}
	n.wire()
	n.id = k.Register(n)
	return n, nil
}

func (n *Net) wire() {
	n.links = make([]link, len(n.graph.Links))
	for i := range n.links {
		spec := &n.graph.Links[i]
		n.links[i] = link{
			rate: spec.Rate, frame: spec.Frame, header: spec.Header,
			full: spec.Wire(n.graph.Packet), out: [2]line{{-1, -1}, {-1, -1}},
		}
		if !spec.Down {
			n.links[i].fullTime = spec.Rate.Over(n.links[i].full)
		}
	}
	n.inputs = make([]uint32, len(n.links))
	for d := range n.graph.Devices {
		for i, id := range n.graph.In(fabric.DeviceID(d)) {
			n.inputs[id] = uint32(i)
		}
	}
}

// Send puts m on its first link at once.
func (n *Net) Send(m fabric.Message) {
	p := &n.paths[m.Path]
	now := n.kernel.Now()
	i := n.take()
	packets, rest := n.graph.Cut(m.Bytes)
	at := packet{eligible: now}
	n.messages[i] = message{
		posted: now, packets: packets, rest: rest, first: at, late: at, last: at,
		hop: p.first, tag: m.Tag, path: int32(m.Path), next: -1,
	}
	n.cross(i)
}

// The operations of events; the argument is the link that was left.
const (
	opHead uint16 = iota // the head of a message is at its next link
	opTail               // the tail of a message that took a single link has arrived
)

// Handle takes the oldest message that left link arg, of those that go on or of those that end behind it. Each kind
// leaves a link and is where it goes in one order, so the oldest is the one that is there now, whichever event fires
// first.
func (n *Net) Handle(now units.Time, op uint16, arg uint64) {
	q := &n.links[arg].out[op]
	i := q.head
	if n.sets != nil {
		i = n.bringForward(q, now)
	}
	m := &n.messages[i]
	q.head, m.next = m.next, -1
	if m.first.eligible != now {
		panic(fmt.Sprintf("message: a head for %d ps arrives at %d ps", int64(m.first.eligible), int64(now)))
	}
	if op == opTail {
		n.deliver(i, now)
		return
	}
	if n.hops[m.hop].parts && !n.turnOff(i, now) {
		return
	}
	m.hop++
	n.cross(i)
}

// cross moves message i over its present link: on to the next one, or to its receiver.
func (n *Net) cross(i int32) {
	m := &n.messages[i]
	h := &n.hops[m.hop]
	l := &n.links[h.link]
	if n.folded != nil {
		n.witness(h)
	}
	rest := l.full
	if m.rest != n.graph.Packet {
		rest = l.wire(m.rest)
	}
	before := &n.tails[h.turn]
	start := m.start(h.owner, max(l.free, before.end))
	r := l.cross(m, start, before, rest, h.quick || h.parts)
	if n.observed != nil {
		n.locate(i, h, l, &r)
	}
	switch {
	case h.parts:
		n.park(i, h, r)
	case !h.final:
		n.forward(m, h, r, rest)
		if n.observed != nil {
			n.onward(i, h, &r)
		}
		n.depart(i, l, h, opHead)
	case h.owner == sender: // a route of one link: never deliver from within Send
		m.first.eligible = r.last.end.Add(h.ahead)
		n.depart(i, l, h, opTail)
	default:
		n.deliver(i, r.last.end.Add(h.ahead))
	}
}

// forward computes when m may start on the link after h, from how it crossed this one.
func (n *Net) forward(m *message, h *hop, r run, rest units.Bytes) {
	l, next := &n.links[h.link], &n.links[n.hops[m.hop+1].link]
	m.first.eligible = r.first.start.Add(h.ahead)
	m.late.eligible = r.late.start.Add(h.ahead)
	m.last.eligible = r.last.start.Add(h.ahead)
	if h.quick && m.packets > 1 {
		ahead := h.ahead - next.fullTime
		m.first.eligible = max(m.first.eligible, r.first.end.Add(ahead))
		m.late.eligible = max(m.late.eligible, r.late.end.Add(ahead))
	}
	quick, time := h.quick, next.fullTime
	if m.rest != n.graph.Packet {
		nextRest := next.wire(m.rest)
		quick = fabric.Quicker(nextRest, next.rate, rest, l.rate)
		time = next.rate.Over(nextRest)
	}
	if quick {
		m.last.eligible = max(m.last.eligible, r.last.end.Add(h.ahead-time))
	}
	if m.packets == 1 {
		m.first.eligible = m.last.eligible
	}
}

// depart puts message i behind those that left l before it and wakes the Net when it reaches the device behind.
func (n *Net) depart(i int32, l *link, h *hop, op uint16) {
	q := &l.out[op]
	if q.head < 0 {
		q.head = i
	} else {
		n.messages[q.tail].next = i
	}
	q.tail = i
	n.kernel.At(n.messages[i].first.eligible, h.input, n.id, op, uint64(h.link))
}

// deliver hands message i over; its last byte arrives at instant arrival, now or later.
func (n *Net) deliver(i int32, arrival units.Time) {
	m := &n.messages[i]
	p := &n.paths[m.path]
	n.transit = fabric.Transit{Propagate: p.propagate, Queue: m.last.queue, Arbitrate: m.last.arbitrate}
	n.transit.Serialize = arrival.Sub(m.posted) - n.transit.Latency()
	if n.observed != nil {
		n.observed.hops = append(n.observed.hops[:0], n.observed.ways[i].last...)
	}
	tag := m.tag
	n.release(i)
	n.sink.Deliver(tag, arrival, &n.transit)
}

func (n *Net) take() int32 {
	n.underway++
	if i := n.spare; i >= 0 {
		n.spare = n.messages[i].next
		return i
	}
	n.messages = append(n.messages, message{})
	return int32(len(n.messages) - 1)
}

func (n *Net) release(i int32) {
	n.underway--
	n.messages[i].next, n.spare = n.spare, i
}

// Counters reports on the sending end of link id. Packets counts whole messages.
func (n *Net) Counters(id fabric.LinkID) fabric.Counters {
	l := &n.links[id]
	return fabric.Counters{Bytes: l.total, Packets: l.messages, Busy: l.busy}
}

// Free implements [fabric.Ahead].
func (n *Net) Free(id fabric.LinkID) units.Time { return n.links[id].free }

// Settled reports an error while messages are under way.
func (n *Net) Settled() error {
	if n.underway > 0 {
		return fmt.Errorf("message: %d messages are still under way", n.underway)
	}
	return nil
}
