package loss

import (
	"cmp"
	"slices"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// flow is the messages of one path and lane.
type flow struct {
	route      []fabric.LinkID
	hazards    []hazard
	name       uint64        // of the route, for draws
	number     uint64        // of the next message
	head, tail int32         // messages that have not been handed over, oldest first; -1 = none
	last       units.Time    // arrival of the one that was handed over last
	blame      fabric.LinkID // that lost something of it
	lane       uint8
}

// hazard is a link of a route that can lose packets.
type hazard struct {
	link fabric.LinkID
	loss units.Probability
	mtu  units.Bytes // 0 = any packet fits
}

// Purposes of draws.
const (
	drawRoute = 1 + iota
	drawMessage
	drawPacket
)

// Path interns a route.
func (n *Net) Path(route []fabric.LinkID) fabric.PathID {
	return n.know(n.inner.Path(route), route)
}

// Ways implements [fabric.Adaptive] if the Net inside does, else it takes the first way. What links lose is drawn for
// those of the first way, whichever a packet takes.
func (n *Net) Ways(ways [][]fabric.LinkID) fabric.PathID {
	if inner, ok := n.inner.(fabric.Adaptive); ok {
		return n.know(inner.Ways(ways), ways[0])
	}
	return n.Path(ways[0])
}

// know makes the flows of a path whose first way is route.
func (n *Net) know(id fabric.PathID, route []fabric.LinkID) fabric.PathID {
	for int(id) >= len(n.known) {
		n.known = append(n.known, false)
		n.flows = append(n.flows, make([]flow, n.graph.Lanes)...)
	}
	if n.known[id] {
		return id
	}
	n.known[id] = true
	f := flow{route: slices.Clone(route), head: -1, tail: -1}
	for _, l := range route {
		f.name = sim.Key{Seed: f.name, Entity: uint64(l), Purpose: drawRoute}.Draw()
		if link := &n.graph.Links[l]; link.Loses(n.graph.Packet) {
			f.hazards = append(f.hazards, hazard{l, link.Loss, link.MTU})
		}
	}
	for lane := range n.graph.Lanes {
		f.lane = uint8(lane)
		*n.flow(id, f.lane) = f
	}
	return id
}

func (n *Net) flow(path fabric.PathID, lane uint8) *flow {
	return &n.flows[int(path)*n.graph.Lanes+int(lane)]
}

// before orders messages of different flows by what does not depend on the order of events.
func (n *Net) before(a, b int32) int {
	x, y := &n.parcels[a], &n.parcels[b]
	f, g := n.flow(x.path, x.lane), n.flow(y.path, y.lane)
	return cmp.Or(slices.Compare(f.route, g.route), cmp.Compare(f.lane, g.lane), cmp.Compare(x.number, y.number))
}

// handOver gives the sink all messages at the head of a flow that are there, in order.
func (n *Net) handOver(path fabric.PathID, lane uint8) {
	for {
		f := n.flow(path, lane) // again each time: the sink may make new ones
		i := f.head
		if i < 0 || !n.parcels[i].arrived {
			return
		}
		m := &n.parcels[i]
		if f.head = m.next; f.head < 0 {
			f.tail = -1
		}
		if n.observed != nil {
			n.told(i, f)
		}
		f.last = max(f.last, m.at)
		n.transit = m.transit
		n.transit.Retransmit += f.last.Sub(m.sent) - n.transit.Latency()
		tag := m.tag
		m.next, n.spare = n.spare, i
		n.sink.Deliver(tag, f.last, &n.transit)
	}
}
