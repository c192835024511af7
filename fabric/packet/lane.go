package packet

// A lane of a port is one escape lane of one class: class*escapes + escape lane. A message keeps its class; its packets
// change escape lanes from hop to hop, as fabric.Graph.EscapeLanes says.

// laneOn is the lane on which packets of a class cross the port of step s.
func (n *Net) laneOn(s *step, class uint8) int32 { return int32(class)*n.escapes + int32(s.escape) }

// laneBefore is the lane on which a packet crossed the step before s, which is up, that crosses s on lane v.
func (s *step) laneBefore(up *step, v int32) int32 { return v - int32(s.escape) + int32(up.escape) }

// share is what a class may still send on its turn at a port. On its turn a class may send its weight in full packets;
// it goes on for as long as any of that is left, and what its last packet was over is taken from its next turn (surplus
// round robin: Adiseshu, Parulkar, Varghese 1996). A class that cannot send when others can has lost its turn.
type share struct {
	rest int64 // bytes; below 0 = it owes them
	next int32 // its escape lane that goes first
}

// layShares gives the first class of port o its turn.
func (n *Net) layShares(o int32, p *port) {
	if n.width == 1 {
		return
	}
	p.shares = o * n.classes
	n.shares = append(n.shares, make([]share, n.classes)...)
	n.give(p, 0)
}

// give starts a turn of class c.
func (n *Net) give(p *port, c int32) {
	p.turn = c
	s := &n.shares[p.shares+c]
	s.rest = min(s.rest, 0) + int64(n.graph.Weight(int(c)))*int64(p.full)
}

// takeTurn: a packet has left on lane v.
func (n *Net) takeTurn(p *port, v, wire int32) {
	c := v / n.escapes
	s := &n.shares[p.shares+c]
	if s.next = v - c*n.escapes + 1; s.next == n.escapes {
		s.next = 0
	}
	if c != p.turn {
		n.give(p, c)
	}
	if s.rest -= int64(wire); s.rest > 0 {
		return
	}
	if c++; c == n.classes {
		c = 0
	}
	n.give(p, c)
}

// chooseLane is choose where ports have several lanes: those of the class whose turn it is first, in a class the one
// behind that which sent last.
func (n *Net) chooseLane(p *port) choice {
	best := choice{at: never}
	for i := range n.classes {
		c := p.turn + i
		if c >= n.classes {
			c -= n.classes
		}
		next := n.shares[p.shares+c].next
		for j := range n.escapes {
			e := next + j
			if e >= n.escapes {
				e -= n.escapes
			}
			v := c*n.escapes + e
			ln := &n.lanes[p.lanes+v]
			if ln.heads.empty() {
				continue
			}
			if best = n.pick(p, ln, v, best); best.at == p.free {
				return best
			}
		}
	}
	return best
}
