package flow

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// path is an interned route, and what a message of the size that it was asked for last takes alone.
type path struct {
	lone
	bytes units.Bytes // payload for which that holds; -1 = nothing yet
	least uint64      // capacity of the narrowest link
	last  units.Time  // arrival of the message before; -1 = none

	propagate units.Duration // cables and the devices between them
	at, hops  int32          // where its links are in Net.routes
	source    int32
	line      int32 // in which its messages wait behind the first link
	neck      int32 // the narrowest link, the first of them
	beyond    int32 // the same without the first link; -1 = there is no other
}

// lone is what a message takes on an idle fabric.
type lone struct {
	work  wide           // on the narrowest link
	whole units.Duration // how long the slowest link takes for it
	tail  units.Duration // from its end there to its arrival
	final units.Duration // how long the last link takes for it, rounded down
}

// Path interns a route. It panics on one that no message can take: down links, gaps, ends that are no GPUs.
func (n *Net) Path(route []fabric.LinkID) fabric.PathID {
	key := fabric.RouteKey(nil, route)
	if id, ok := n.interned[string(key)]; ok {
		return id
	}
	if err := n.graph.CheckRoute(route); err != nil {
		panic("flow: " + err.Error())
	}
	p := path{
		at: int32(len(n.routes)), hops: int32(len(route)), source: n.sourceAt(route[0]), line: n.lineOf(route),
		neck: int32(route[0]), beyond: -1, last: -1, bytes: -1,
	}
	n.routes, n.wires = append(n.routes, route...), append(n.wires, make([]units.Bytes, len(route))...)
	for i, id := range route {
		p.propagate += n.ahead(route, i)
		if i > 0 {
			n.passBy(id)
			if p.beyond < 0 || n.links[id].capacity < n.links[p.beyond].capacity {
				p.beyond = int32(id)
			}
		}
	}
	if p.beyond >= 0 && n.links[p.beyond].capacity < n.links[p.neck].capacity {
		p.neck = p.beyond
	}
	p.least = n.links[p.neck].capacity
	n.widen(len(route))
	id := fabric.PathID(len(n.paths))
	n.paths = append(n.paths, p)
	n.interned[string(key)] = id
	return id
}

// route lists the links of p.
func (n *Net) route(p *path) []fabric.LinkID { return n.routes[p.at : p.at+p.hops] }

// lineOf is the line of a route: its messages leave the first device by one queue.
func (n *Net) lineOf(route []fabric.LinkID) int32 {
	exit := [2]int32{int32(route[0]), -1}
	if len(route) > 1 && n.graph.Devices[n.graph.Links[route[0]].To].Queueing == fabric.VirtualOutput {
		exit[1] = int32(route[1])
	}
	id, ok := n.exits[exit]
	if !ok {
		id = int32(len(n.lines))
		n.lines = append(n.lines, line{queue: noMessages, flow: -1, source: n.sourceAt(route[0])})
		n.exits[exit] = id
	}
	return id
}

// fit computes what a message of the given payload needs on p, unless the one before it was alike.
func (n *Net) fit(p *path, bytes units.Bytes) {
	if p.bytes == bytes {
		return
	}
	p.bytes = bytes
	packets, rest := n.graph.Cut(bytes)
	var slowest *fabric.Link
	most := units.Bytes(0)
	wires := n.wires[p.at : p.at+p.hops]
	for i, id := range n.route(p) {
		l := &n.graph.Links[id]
		wire := units.Bytes(packets-1)*l.Wire(n.graph.Packet) + l.Wire(rest)
		wires[i] = wire
		if slowest == nil || fabric.Quicker(most, slowest.Rate, wire, l.Rate) {
			slowest, most = l, wire
		}
	}
	p.whole = slowest.Rate.Over(most)
	p.work = work(most, slowest.Rate, p.least)
	p.tail = n.idle(n.route(p), packets, rest) - p.whole
	last := p.hops - 1
	p.final = during(uint64(wires[last]), 1e12).over(uint64(n.graph.Links[n.route(p)[last]].Rate))
}

// wire is what a message puts on a link of its path.
func (n *Net) wire(p *path, hop int, payload units.Bytes) units.Bytes {
	if p.bytes == payload {
		return n.wires[int(p.at)+hop]
	}
	l := &n.graph.Links[n.route(p)[hop]]
	packets, rest := n.graph.Cut(payload)
	return units.Bytes(packets-1)*l.Wire(n.graph.Packet) + l.Wire(rest)
}

// work is what capacity does in the time for which a link of the given rate is busy with so many bytes, rounded down.
// That is less than a unit of work and a 2^64th of a picosecond short, so that no whole picosecond is ever missed or
// gained: the time is a multiple of a rate's part of a picosecond.
func work(bytes units.Bytes, rate units.Rate, capacity uint64) wide {
	high, low := bits.Mul64(uint64(bytes), 1e12)
	whole, rest := bits.Div64(high, low, uint64(rate))
	part, _ := bits.Div64(rest, 0, uint64(rate))
	above, _ := bits.Mul64(part, capacity)
	return during(capacity, units.Duration(whole)).plus(wide{low: above})
}
