package flow

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// path is an interned route, and what the message that takes it now takes alone.
type path struct {
	route     []fabric.LinkID
	hops      int32          // the first of them; the others follow
	source    int32          // the first link
	propagate units.Duration // cables and the devices between them
	neck      int32          // the narrowest link, the first of them
	least     uint64         // its capacity
	last      units.Time     // arrival of the message before; -1 = none

	bytes units.Bytes    // payload for which the following holds; -1 = nothing yet
	work  wide           // on the narrowest link
	alone units.Duration // how long the slowest link takes for it
	tail  units.Duration // from its end there to its arrival
	final units.Duration // how long the last link takes for it, rounded down
}

// hop is one link of a path, and its place among the flows that cross the link.
type hop struct {
	link       int32
	source     int32
	next, prev int32       // among those on the link; -1 = none
	wire       units.Bytes // of the message that takes the path now
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
		route: append([]fabric.LinkID(nil), route...), hops: int32(len(n.hops)), source: int32(route[0]),
		neck: int32(route[0]), least: n.links[route[0]].capacity, last: -1, bytes: -1,
	}
	for i, id := range route {
		p.propagate += n.ahead(route, i)
		if c := n.links[id].capacity; c < p.least {
			p.neck, p.least = int32(id), c
		}
		n.hops = append(n.hops, hop{link: int32(id), source: p.source, next: -1, prev: -1})
	}
	id := fabric.PathID(len(n.paths))
	n.paths = append(n.paths, p)
	n.interned[string(key)] = id
	return id
}

// on lists the hops of a path.
func (n *Net) on(p *path) []hop { return n.hops[p.hops : int(p.hops)+len(p.route)] }

// fit computes what a message of the given payload needs on p, unless the one before it was alike.
func (n *Net) fit(p *path, bytes units.Bytes) {
	if p.bytes == bytes {
		return
	}
	p.bytes = bytes
	packets, rest := n.graph.Cut(bytes)
	var slowest *fabric.Link
	most := units.Bytes(0)
	hops := n.on(p)
	for i := range hops {
		h := &hops[i]
		l := &n.graph.Links[h.link]
		h.wire = units.Bytes(packets-1)*l.Wire(n.graph.Packet) + l.Wire(rest)
		if slowest == nil || fabric.Quicker(most, slowest.Rate, h.wire, l.Rate) {
			slowest, most = l, h.wire
		}
	}
	last := &hops[len(hops)-1]
	p.alone = slowest.Rate.Over(most)
	p.work = work(most, slowest.Rate, p.least)
	p.tail = n.idle(p.route, packets, rest) - p.alone
	p.final = during(uint64(last.wire), 1e12).over(uint64(n.links[last.link].rate))
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
