package packet

import (
	"math"
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// port is the sending end of a link. It is the clock of the model: its decisions are the events, and whatever follows
// from one is an instant that somebody else reads. What every decision reads comes first.
type port struct {
	free     units.Time // when the link has sent everything decided so far
	whole    units.Time // the same, exactly: whole + rest/rate picoseconds
	rest     uint64
	rate     uint64
	fullSpan units.Duration // what a full packet takes: fullSpan + fullRest/rate picoseconds
	fullRest uint64
	wake     units.Time
	full     int32 // wire bytes of a full packet
	lanes    int32 // its first virtual lane

	latency     units.Duration // of the cable
	idle        units.Duration // in all, until free
	lastIdle    units.Time     // when the last gap ended
	packets     int64
	bytes       units.Bytes
	horizon     units.Duration // decisions before now + horizon depend on nothing still unknown
	home        int32          // the approach to its device, if its packets come from there; -1 = they do not
	far         int32          // the approach to the device at its far end; -1 = that does not act on arrivals
	ahead       bool           // decides as soon as a start is known, whatever the clock says
	source      bool           // of a GPU
	paced       bool           // a source whose flows slow down
	planning    bool           // a source that may decide later than the clock says
	stoppable   bool           // its far end can tell it to stop
	inLine      bool           // what waits leaves in line, and nothing at its far end can keep it
	inputQueued bool           // its device keeps one queue an input
	oldest      bool           // arbitration: oldest first
	shared      bool           // waiting for this link is arbitration
	owned       bool           // somebody owns what crosses it

	gaps          []gap
	starved       units.Duration
	first, newest int32  // messages on their way out of the last port, in order
	serving       int32  // the input queue that op tail is to offer; -1 = none
	inputs        int32  // of its device
	own           int32  // the input of messages that start at it; -1 = none does
	owner         uint32 // whose message was the first, where messages start
	turn          int32  // the class that goes first
	shares        int32  // its first share, where there are several lanes
}

// The instants of port.wake that are none.
const (
	never    = units.Never
	deciding = units.Time(-1) // nobody needs to wake it
)

// send puts wire bytes on the link from s on and returns when their tail leaves (R2): the bytes of a busy period are
// summed exactly, as a quotient and a remainder, so that rounding never accumulates.
func (p *port) send(s units.Time, wire int32) units.Time {
	if s > p.free {
		p.whole, p.rest = s, 0
	}
	span, rest := p.fullSpan, p.fullRest
	if wire != p.full {
		span, rest = split(units.Rate(p.rate), wire)
	}
	p.whole = p.whole.Add(span)
	if p.rest += rest; p.rest >= p.rate {
		p.rest -= p.rate
		p.whole++
	}
	p.free = p.whole
	if p.rest > 0 {
		p.free++
	}
	return p.free
}

// split returns what wire bytes take at rate: span + rest/rate picoseconds.
func split(rate units.Rate, wire int32) (span units.Duration, rest uint64) {
	hi, lo := bits.Mul64(uint64(wire), uint64(units.Second))
	q, rest := bits.Div64(hi, lo, uint64(rate))
	return units.Duration(q), rest
}

// layPorts builds the ports and lanes of every link.
func (n *Net) layPorts() {
	g := n.graph
	n.ports = make([]port, len(g.Links))
	n.lanes = make([]lane, len(g.Links)*g.PortLanes())
	n.sources = make([]source, len(n.lanes))
	for i := range g.Links {
		l := &g.Links[i]
		from := &g.Devices[l.From]
		p := &n.ports[i]
		*p = port{rate: uint64(l.Rate), full: int32(l.Wire(g.Packet)), lanes: int32(i) * n.width, serving: -1, wake: never,
			latency: l.Latency, source: from.Kind == fabric.GPU && !g.Relays(), own: -1, oldest: from.Arbitration == fabric.OldestFirst,
			shared: l.Shared, first: -1, newest: -1}
		p.inputQueued = from.Queueing == fabric.Input && !p.source && !from.OutputQueued()
		if p.inputs = 1; !p.source && !from.OutputQueued() {
			p.inputs = int32(len(g.In(l.From)))
		}
		switch {
		case p.source:
			p.own = 0
		case from.Kind == fabric.GPU && !p.inputQueued:
			p.own, p.inputs = p.inputs, p.inputs+1
		}
		p.fullSpan, p.fullRest = split(l.Rate, p.full)
		n.layShares(int32(i), p)
		for v := range n.width {
			n.lanes[p.lanes+v] = newLane(l, drains(g, l) || g.Devices[l.To].OutputQueued(), p.inputs)
			n.sources[p.lanes+v] = source{-1, -1}
		}
		p.paced = p.source && g.DCQCN.On
		p.ahead = n.lookAhead && p.source && n.width == 1 && !p.paced
	}
	n.layApproaches()
	for i := range n.ports {
		if n.lookAhead {
			n.ports[i].horizon = n.horizon(fabric.LinkID(i))
			n.ports[i].inLine = n.leavesInLine(fabric.LinkID(i))
		}
	}
}

// drains says that credit can never bind on l: it ends at a GPU, which frees its buffer as bytes arrive, and the buffer
// covers the credit loop, one packet on its way out and one that asks.
func drains(g *fabric.Graph, l *fabric.Link) bool {
	if g.Devices[l.To].Kind != fabric.GPU || g.Relays() {
		return false
	}
	return l.Buffer-2*l.Wire(g.Packet) >= carried(l.Rate, 2*l.Latency)
}

// leavesInLine reports whether the order of all that has come to link id is final: in one line, to a device that takes
// whatever comes.
func (n *Net) leavesInLine(id fabric.LinkID) bool {
	l := &n.graph.Links[id]
	return n.width == 1 && n.graph.Devices[l.From].Flow == fabric.Pause && n.graph.Devices[l.To].Kind == fabric.GPU && n.lanes[n.ports[id].lanes].drains
}

// carried is no fewer bytes than cross a link of the given rate in a time, and at most one more.
func carried(rate units.Rate, d units.Duration) units.Bytes {
	hi, lo := bits.Mul64(uint64(rate), uint64(d))
	if hi >= uint64(units.Second)/2 {
		return math.MaxInt64 / 2
	}
	whole, _ := bits.Div64(hi, lo, uint64(units.Second))
	return units.Bytes(min(whole, math.MaxInt64/2-1)) + 1
}

// horizon is for how long from now on a port knows everything that can matter to it. A contender becomes known a cable
// and a device before it may leave, a device only where arrivals are events; a credit or a pause a cable before it is
// there. Behind input queues there is no such time,
// because a sibling's decision offers the next head at once; nor where messages start, which may be sent at any
// moment; a source with one lane decides ahead of the clock instead.
func (n *Net) horizon(id fabric.LinkID) units.Duration {
	p, l := &n.ports[id], &n.graph.Links[id]
	if p.inputQueued || p.own >= 0 {
		return 0
	}
	h, device := l.Latency, n.graph.Devices[l.From].Latency
	switch {
	case p.stoppable:
	case n.graph.Devices[l.To].OutputQueued():
		h = n.cables[id].lead
	case n.lanes[p.lanes].drains:
		h = units.Second
	}
	if p.home >= 0 {
		return min(h, device)
	}
	for _, in := range n.graph.In(l.From) {
		h = min(h, n.graph.Links[in].Latency+device)
	}
	return h
}
