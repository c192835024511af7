package packet

import (
	"collsim/sim/units"
)

// packet is one packet under way: it waits in a queue, or its head is on the way to it. It fills a cache line.
type packet struct {
	trail
	eligible units.Time // it may leave the port of its step from here on
	message  int32
	step     int32
	next     int32 // behind it in its queue, or in the free list
	last     bool  // of its message
	short    bool  // less payload than a full packet
	marked   bool  // it has joined a long line
	train    uint8 // so many full packets, one behind the other; 0 = this one, which goes alone
}

// queue is a line of packets. At a device with virtual output queues there is one an input, output and lane; at one
// with input queues the outputs share one an input and lane.
type queue struct {
	offered    units.Time // the head may leave from here on
	left       units.Time // input queues: when the tail of the last one left
	head, tail int32
	wire       int32 // of the head
}

// openQueues makes sure that the queues by which packets come from input to port o exist.
func (n *Net) openQueues(o, input int32) {
	p := &n.ports[o]
	for v := range n.width {
		first := n.lanes[p.lanes+v].heads.bankQueue(input)
		if *first < 0 {
			*first = n.newQueues(p.bank(input))
			if p.inputQueued && input != p.own {
				n.shareQueues(o, v, input, *first)
			}
		}
	}
}

// bank is how many inputs may come to use the bank of the given one.
func (p *port) bank(input int32) int32 {
	if p.paced { // its flows are not all known yet
		return 64
	}
	return max(1, p.inputs-input&^63)
}

// newQueues makes the queues of one bank, of which inputs are left.
func (n *Net) newQueues(inputs int32) int32 {
	first := int32(len(n.queues))
	for range min(inputs, 64) {
		n.queues = append(n.queues, queue{head: -1, tail: -1})
	}
	return first
}

// shareQueues gives the input queues that port o has opened to the other outputs of its device.
func (n *Net) shareQueues(o, v, input, first int32) {
	for _, out := range n.graph.Out(n.graph.Links[o].From) {
		*n.lanes[n.ports[out].lanes+v].heads.bankQueue(input) = first
	}
}

func (n *Net) newPacket() int32 {
	if k := n.freePacket; k >= 0 {
		n.freePacket = n.packets[k].next
		return k
	}
	n.packets = append(n.packets, packet{})
	return int32(len(n.packets) - 1)
}

// join puts packet k at the end of the queue that leads from its step's input to its step's port. class is the first
// lane of its class.
func (n *Net) join(k, class int32) {
	pk := &n.packets[k]
	s := &n.steps[pk.step]
	p := &n.ports[s.port]
	ln := &n.lanes[p.lanes+class+int32(s.escape)]
	qi := ln.heads.queueOf(s.input)
	q := &n.queues[qi]
	pk.next = -1
	if q.head >= 0 {
		n.packets[q.tail].next = k
		q.tail = k
		return
	}
	q.head, q.tail = k, k
	n.offer(s.port, p, s.input, ln, q)
}

// offer shows the head of q, which leads from input to port o, to the port's arbiter (R6).
func (n *Net) offer(o int32, p *port, input int32, ln *lane, q *queue) {
	pk := &n.packets[q.head]
	q.offered, q.wire = max(pk.eligible, q.left), n.wire(o, p, pk)
	ln.heads.add(input)
	n.consider(o, p, ln, q)
}

// consider: the head of q is new to port o.
func (n *Net) consider(o int32, p *port, ln *lane, q *queue) {
	if p.ahead {
		n.early = append(n.early, o)
		return
	}
	if at := p.ready(ln, q); at < p.wake {
		if p.home >= 0 && (p.inLine || at < n.kernel.Now().Add(p.horizon)) {
			n.early = append(n.early, o)
			return
		}
		n.wakeAt(o, p, at)
	}
}

// pass takes the head out of its queue. With virtual output queues the next one is offered by that.
func (n *Net) pass(o int32, p *port, ln *lane, q *queue, input int32, end units.Time) {
	q.head = n.packets[q.head].next
	if p.inputQueued && input != p.own {
		ln.heads.remove(input)
		q.left = end
		return
	}
	if q.head < 0 {
		ln.heads.remove(input)
		return
	}
	pk := &n.packets[q.head]
	q.offered, q.wire = pk.eligible, n.wire(o, p, pk)
}

// wire is what a packet puts on the link of port o, which is p.
func (n *Net) wire(o int32, p *port, pk *packet) int32 {
	if pk.short {
		return n.shortWire(o, pk)
	}
	return p.full
}

func (n *Net) shortWire(o int32, pk *packet) int32 {
	return int32(n.graph.Links[o].Wire(units.Bytes(n.messages[pk.message].short)))
}

// offerNext shows the head of an input queue to the port that it wants, if there is one.
func (n *Net) offerNext(qi int32) {
	q := &n.queues[qi]
	if q.head < 0 {
		return
	}
	pk := &n.packets[q.head]
	s := &n.steps[pk.step]
	v := n.laneOn(s, n.messages[pk.message].class)
	p := &n.ports[s.port]
	n.offer(s.port, p, s.input, &n.lanes[p.lanes+v], q)
}
