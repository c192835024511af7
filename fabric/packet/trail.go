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

func (t *trail) sum() units.Duration {
	return t.serialize + t.queue + t.arbitrate + t.headOfLine + t.backpressure
}

// cell is what one hop remembers of the packet of a message that left it last.
type cell struct {
	end  units.Time // when its tail left; -1 = none has
	next int32      // in the list of free blocks; in the first cell of a block
	trail
}

// newCells returns a block of one cell a hop.
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
		n.cells[first+h].end = -1
	}
	return first
}

func (n *Net) releaseCells(first, hops int32) {
	n.cells[first].next = n.freeCells[hops]
	n.freeCells[hops] = first
}

// book extends the trail of packet k, which leaves port p from start to end, and leaves it to the packet behind.
//
// The instant from which the packet waits here for others is the later of its own arrival and of its predecessor's tail,
// and the trail goes on from whichever that was. Until start, no byte of its own message crosses the port.
func (n *Net) book(p *port, m *message, s *step, k int32, start, end, offered units.Time) {
	hop := &n.cells[m.cells+n.packets[k].step-m.first]
	t := &n.trails[k]
	since := n.packets[k].eligible
	if hop.end > since {
		since = hop.end
		*t = hop.trail
	}
	if start > since {
		p.wait(t, since, start, offered)
	}
	if m.sent.Add(t.sum()+s.reached) != start {
		bug("message %d leaves %s at %d ps, its trail says %+v after %d and %d of propagation", m.tag,
			n.graph.LinkName(fabric.LinkID(s.port)), start, *t, m.sent, s.reached)
	}
	hop.end = end
	hop.trail = *t
	hop.serialize += end.Sub(start)
}

// wait charges [since, start) at port p. Busy comes first: a packet that lacks credit while the port sends others has
// queued. An idle port that had the packet before it wanted credit for it; one that had not was kept from it by the head
// of its input queue.
func (p *port) wait(t *trail, since, start, offered units.Time) {
	idle := units.Duration(0)
	if p.lastIdle() > since {
		idle = p.idle - p.idleUntil(since)
		blocked := units.Duration(0)
		if offered > since {
			blocked = p.idleUntil(min(offered, start)) - p.idleUntil(since)
		}
		t.headOfLine += blocked
		t.backpressure += idle - blocked
	}
	busy := start.Sub(since) - idle
	switch {
	case p.source: // behind the sender's own bytes
		t.serialize += busy
	case p.shared:
		t.arbitrate += busy
	default:
		t.queue += busy
	}
}

// tell fills in the transit of message m, which arrives now.
func (n *Net) tell(m *message, now units.Time) {
	s := &n.steps[m.first+m.hops-1]
	t := &n.cells[m.cells+m.hops-1].trail
	n.transit = fabric.Transit{Serialize: t.serialize, Propagate: s.reached + s.through, Queue: t.queue, Arbitrate: t.arbitrate,
		HeadOfLine: t.headOfLine, Backpressure: t.backpressure}
	if m.sent.Add(n.transit.Latency()) != now {
		bug("message %d arrives at %d ps, its transit says %+v after %d", m.tag, now, n.transit, m.sent)
	}
}
