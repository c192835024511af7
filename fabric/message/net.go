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
	packet units.Bytes // the graph's
	sink   fabric.Sink

	links    []link
	leases   []lease // by link
	kinds    []int32 // link -> its medium
	media    []medium
	inputs   []uint32 // link -> its number among the links that enter the same device
	hops     []hop
	paths    []path
	routes   table                    // paths that are alone between their ends
	interned map[string]fabric.PathID // others
	turns    table                    // two links in a row
	pairs    [][2]fabric.LinkID       // turn -> the links; of a folded one nothing
	tails    []tail                   // turn -> of the last message that took it, on the second link
	sets     [][]fabric.PathID        // of ways among which the network chooses
	runs     []run                    // by message: how it crossed a link behind which its way is chosen

	loads    loads
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
		kernel: k, graph: g, packet: g.Packet, sink: sink, spare: -1,
		interned: map[string]fabric.PathID{},
	}
	n.loads.init()
	n.wire()
	n.id = k.Register(n)
	return n, nil
}

func (n *Net) wire() {
	n.links = make([]link, len(n.graph.Links))
	n.leases = make([]lease, len(n.links))
	n.kinds = make([]int32, len(n.links))
	known := map[medium]int32{}
	kind := int32(-1)
	for i := range n.links {
		spec := &n.graph.Links[i]
		n.links[i].out = [2]line{{-1, -1}, {-1, -1}}
		n.leases[i].owner = -1
		k := mediumOf(spec, n.packet)
		if kind < 0 || n.media[kind] != k { // links that are alike follow one another
			kind = n.medium(k, known)
		}
		n.kinds[i] = kind
	}
	n.inputs = make([]uint32, len(n.links))
	for d := range n.graph.Devices {
		for i, id := range n.graph.In(fabric.DeviceID(d)) {
			n.inputs[id] = uint32(i)
		}
	}
}

// medium numbers a medium among those that are known.
func (n *Net) medium(k medium, known map[medium]int32) int32 {
	kind, ok := known[k]
	if !ok {
		kind = int32(len(n.media))
		n.media = append(n.media, k)
		known[k] = kind
	}
	return kind
}

// Send puts m on its first link at once.
func (n *Net) Send(m fabric.Message) { n.SendEarly(m, n.kernel.Now()) }

// SendEarly implements [fabric.Early]: what is on a first link, and until when, is known as soon as all is that enters it.
func (n *Net) SendEarly(m fabric.Message, at units.Time) {
	p := &n.paths[m.Path]
	i := n.take()
	u := &n.messages[i]
	u.posted, u.bytes = at, m.Bytes
	u.first.eligible, u.first.queue, u.first.arbitrate = at, 0, 0
	u.late.eligible, u.late.queue, u.late.arbitrate = at, 0, 0
	u.last.eligible, u.last.queue, u.last.arbitrate = at, 0, 0
	u.hop, u.tag, u.owner, u.path, u.told, u.next = p.first, m.Tag, m.Owner, int32(m.Path), false, -1
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
	d := n.load(m.bytes, h.kind)
	before := &n.tails[h.turn]
	start := max(m.first.eligible, l.free, before.end)
	waited := n.wait(m, h, start)
	var r run
	l.cross(m, &n.media[h.kind], d, start, before, &r)
	if h.starts && n.leases[h.link].tenants != nil {
		n.leases[h.link].tenants.Add(m.owner, n.kernel.Now(), start, l.free)
	}
	if n.observed != nil {
		n.locate(i, h, l, d, &r, waited)
	}
	switch {
	case h.parts:
		n.park(i, h, &r)
	case !h.final:
		n.forward(m, h, d, &r)
		if n.observed != nil {
			n.onward(i, h, &r)
		}
		n.depart(i, l, h, opHead)
	case h.first: // a route of one link: never deliver from within Send
		m.first.eligible = r.last.end.Add(h.ahead)
		n.depart(i, l, h, opTail)
	default:
		n.deliver(i, r.last.end.Add(h.ahead))
	}
}

// wait books for how long the first packet of m waits behind others at hop h, where it starts at the given instant. Behind
// bytes of its owner on its first link it does not: it is serialized.
func (n *Net) wait(m *message, h *hop, start units.Time) units.Duration {
	others := start.Sub(m.first.eligible)
	if h.starts {
		lease := &n.leases[h.link]
		if lease.owner != int64(m.owner) {
			lease.moveIn(m.owner, start)
		}
		if h.first {
			others = lease.others(m.owner, m.first.eligible, start)
		}
	}
	if h.bus {
		m.first.arbitrate += others
	} else {
		m.first.queue += others
	}
	return others
}

// forward computes when m may start on the link after h, from how it crossed this one, where it weighs d.
func (n *Net) forward(m *message, h *hop, d *load, r *run) {
	m.first.eligible = r.first.start.Add(h.ahead)
	m.late.eligible = r.late.start.Add(h.ahead)
	m.last.eligible = r.last.start.Add(h.ahead)
	single := d.packets == 1
	if h.quick || d.short {
		n.holdBack(m, h, r, d.rest, single)
	}
	if single {
		m.first.eligible = m.last.eligible
	}
}

// holdBack lets packets of m, of which the last is rest bytes on the wire, start no earlier on the link after h than is
// right for that link not to run dry.
func (n *Net) holdBack(m *message, h *hop, r *run, rest units.Bytes, single bool) {
	kind := n.hops[m.hop+1].kind
	next := &n.media[kind]
	if h.quick && !single {
		ahead := h.ahead - next.fullTime
		m.first.eligible = max(m.first.eligible, r.first.end.Add(ahead))
		m.late.eligible = max(m.late.eligible, r.late.end.Add(ahead))
	}
	d := n.load(m.bytes, kind)
	if fabric.Quicker(d.rest, next.rate, rest, n.media[h.kind].rate) {
		m.last.eligible = max(m.last.eligible, r.last.end.Add(h.ahead-d.restTime))
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
	t := &n.transit // whose other fields are never set
	t.Propagate, t.Queue, t.Arbitrate = p.propagate, m.last.queue, m.last.arbitrate
	t.Serialize = arrival.Sub(m.posted) - t.Propagate - t.Queue - t.Arbitrate
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
	n.messages = grown(n.messages, message{})
	return int32(len(n.messages) - 1)
}

func (n *Net) release(i int32) {
	n.underway--
	n.messages[i].next, n.spare = n.spare, i
}

// Roomy implements [fabric.Roomy].
func (n *Net) Roomy() {}

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
