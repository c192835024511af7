package packet

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// trail tells how an instant of a packet was reached since its message was sent. Propagation is not in it: it is the
// same for all packets of a path and stands in step.reached.
type trail struct {
	serialize, queue, arbitrate, headOfLine, backpressure units.Duration
}

// cell is what one hop remembers of the packet of a message that left it last.
type cell struct {
	end  units.Time     // when its tail left; -1 = none has
	idle units.Duration // of the port until then
	next int32          // in the list of free blocks, in the first cell of a block; in use, the branch that its message took; -1 = none yet
	trail
}

// newCells returns a block of so many cells.
func (n *Net) newCells(hops int32) int32 {
	for int(hops) >= len(n.freeCells) {
		n.freeCells = append(n.freeCells, -1)
	}
	first := n.freeCells[hops]
	if first >= 0 {
		n.freeCells[hops] = n.cells[first].next
	} else {
		first = int32(len(n.cells))
		for range hops {
			n.cells = append(n.cells, cell{})
		}
	}
	for h := range hops {
		c := &n.cells[first+h]
		c.end, c.next = -1, -1
	}
	return first
}

func (n *Net) releaseCells(first, hops int32) {
	n.cells[first].next = n.freeCells[hops]
	n.freeCells[hops] = first
}

// book extends the trail of packet pk, which leaves port p from start to end, and leaves it to the packet behind.
//
// The instant from which the packet waits here for others is the later of its own arrival and of its predecessor's tail,
// and the trail goes on from whichever that was. From then until start no byte of its own message crosses the port. Busy
// comes first: a packet that lacks credit while the port sends others has queued. While the port idled, it wanted credit
// for a packet that was offered to it; one that was not yet was kept from it by the head of its input queue.
func (n *Net) book(p *port, m *message, s *step, pk *packet, start, end, offered units.Time) {
	hop, t := &n.cells[m.cells+int32(s.cell)], &pk.trail
	since, from := pk.eligible, t
	if hop.end > since {
		since, from = hop.end, &hop.trail
	}
	// Field by field: a copy would wait for the stores of single fields to leave the processor's store buffer.
	serialize, queue, arbitrate := from.serialize, from.queue, from.arbitrate
	headOfLine, backpressure := from.headOfLine, from.backpressure
	if start > since {
		before := hop.idle
		if hop.end < since {
			before = p.idleUntil(since)
		}
		idle, blocked := p.idle-before, units.Duration(0)
		if offered > since && !p.source { // an input queue kept it from being offered
			blocked = p.idleUntil(min(offered, start)) - before
		}
		headOfLine += blocked
		backpressure += idle - blocked
		busy := start.Sub(since) - idle
		switch {
		case s.first && n.tenants == nil: // behind its owner's bytes
			serialize += busy
		case s.first:
			others := n.behindOthers(p, s.port, pk.message, m, start)
			serialize += busy - others
			if p.shared {
				arbitrate += others
			} else {
				queue += others
			}
		case p.shared:
			arbitrate += busy
		default:
			queue += busy
		}
	}
	if m.sent.Add(serialize+queue+arbitrate+headOfLine+backpressure+s.reached) != start {
		bug("message %d leaves %s at %d ps, its trail says %+d after %d and %d of propagation", m.tag,
			n.graph.LinkName(fabric.LinkID(s.port)), start, *t, m.sent, s.reached)
	}
	t.serialize, t.queue, t.arbitrate, t.headOfLine, t.backpressure = serialize, queue, arbitrate, headOfLine, backpressure
	hop.end, hop.idle = end, p.idle
	hop.trail.serialize, hop.trail.queue, hop.trail.arbitrate = serialize+end.Sub(start), queue, arbitrate
	hop.trail.headOfLine, hop.trail.backpressure = headOfLine, backpressure
}

// tell fills in the transit of message m, which arrives now.
func (n *Net) tell(m *message, now units.Time) {
	s := &n.steps[m.first+int32(m.hops)-1]
	t := &n.cells[m.cells+int32(m.ports)-1].trail
	n.transit = fabric.Transit{Serialize: t.serialize, Propagate: s.reached + s.through, Queue: t.queue, Arbitrate: t.arbitrate,
		HeadOfLine: t.headOfLine, Backpressure: t.backpressure}
	if n.observed != nil {
		n.arrived(m, s)
	}
	if m.sent.Add(n.transit.Latency()) != now {
		bug("message %d arrives at %d ps, its transit says %+d after %d", m.tag, now, n.transit, m.sent)
	}
}
