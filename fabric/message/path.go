package message

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// path is an interned route.
type path struct {
	first     int32          // of the Net's hops; the others follow
	propagate units.Duration // cables and the devices between them
	set       int32          // of ways that it belongs to; -1 = it is the only one
}

// hop is one link of a path.
type hop struct {
	link   fabric.LinkID
	input  uint32         // of this link among those that enter the device it leads to: orders ties there
	kind   int32          // its medium
	turn   int32          // index of Net.tails: the link before this one, and this one
	ahead  units.Duration // from the start of a packet to its head at the next link: cable and device; at the end, cable
	first  bool
	starts bool // messages may start on this link
	final  bool
	bus    bool // a shared link
	quick  bool // the next link is faster for a full packet
	parts  bool // other ways go on by another link
	steady bool // the number of the link before orders ties, in a folded run too
}

// Path interns a route. It panics on one that no message can take: down links, gaps, ends that are no GPUs.
func (n *Net) Path(route []fabric.LinkID) fabric.PathID {
	if id := n.routed(route); id >= 0 {
		return id
	}
	if err := n.graph.CheckRoute(route); err != nil {
		panic("message: " + err.Error())
	}
	id := n.lay(route, -1)
	n.routes.put(int32(id), n.routeHash)
	return id
}

// lay appends a path.
func (n *Net) lay(route []fabric.LinkID, set int32) fabric.PathID {
	p := path{first: int32(len(n.hops)), set: set}
	for i := range route {
		h := n.hop(route, i)
		p.propagate += h.ahead
		n.hops = grown(n.hops, h)
	}
	n.paths = grown(n.paths, p)
	return fabric.PathID(len(n.paths) - 1)
}

func (n *Net) hop(route []fabric.LinkID, i int) hop {
	l := &n.graph.Links[route[i]]
	from := &n.graph.Devices[l.From]
	h := hop{link: route[i], kind: n.kinds[route[i]], input: n.inputs[route[i]], turn: n.turn(route, i), ahead: l.Latency, first: i == 0, bus: l.Shared}
	h.starts = h.first || from.Kind == fabric.GPU || from.Seat.There
	if i == len(route)-1 {
		h.final = true
		return h
	}
	h.ahead += n.graph.Devices[l.To].Latency
	h.quick = n.graph.Links[route[i+1]].Outruns(l, n.graph.Packet)
	return h
}
