package message

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// Where a graph routes adaptively, a message has several ways, and takes at each device where they part the link that is
// free first, as its head gets there; on a tie that of the way which comes first. All packets of a message go one way,
// whether the graph chooses for each message or for each packet.

// Ways implements [fabric.Adaptive].
func (n *Net) Ways(ways [][]fabric.LinkID) fabric.PathID {
	kept := n.graph.Choosable(ways)
	if len(kept) <= 1 {
		return n.Path(ways[0])
	}
	key := []byte{wayMark}
	for _, way := range kept {
		key = fabric.RouteKey(key, way)
	}
	if id, ok := n.interned[string(key)]; ok {
		return id
	}
	set := int32(len(n.sets))
	n.sets = append(n.sets, nil)
	for _, way := range kept {
		if err := n.graph.CheckRoute(way); err != nil {
			panic("message: " + err.Error())
		}
		n.sets[set] = append(n.sets[set], n.lay(way, set))
	}
	for _, id := range n.sets[set] {
		n.mark(id, kept)
	}
	n.interned[string(key)] = n.sets[set][0]
	return n.sets[set][0]
}

// wayMark begins the key of several ways, which no route's key has as many bytes as.
const wayMark = 1

// mark finds where one of several ways parts from others.
func (n *Net) mark(id fabric.PathID, ways [][]fabric.LinkID) {
	p := &n.paths[id]
	for i := range len(ways[0]) - 1 {
		h := &n.hops[p.first+int32(i)]
		for _, other := range n.sets[p.set] {
			h.parts = h.parts || n.together(id, other, i) && n.link(other, i+1) != n.link(id, i+1)
		}
	}
}

// link is the one of a path's hop.
func (n *Net) link(id fabric.PathID, hop int) fabric.LinkID {
	return n.hops[n.paths[id].first+int32(hop)].link
}

// together reports whether two ways of one set are the same up to a hop.
func (n *Net) together(a, b fabric.PathID, hop int) bool {
	for i := range hop + 1 {
		if n.link(a, i) != n.link(b, i) {
			return false
		}
	}
	return true
}

// park lets message i, which has crossed hop h as run r, go as far as the device where its way parts.
func (n *Net) park(i int32, h *hop, r *run) {
	for len(n.runs) < len(n.messages) {
		n.runs = append(n.runs, run{})
	}
	n.runs[i] = *r
	m := &n.messages[i]
	m.first.eligible, m.told = r.first.start.Add(h.ahead), false
	n.depart(i, &n.links[h.link], h, opHead)
}

// turnOff chooses the way of message i, whose head is where it parts, and says whether the message may start there now.
// It may not where the next link is faster, and would run dry.
func (n *Net) turnOff(i int32, now units.Time) bool {
	m := &n.messages[i]
	if m.told {
		return true
	}
	at := m.hop - n.paths[m.path].first
	way := n.choose(fabric.PathID(m.path), int(at), now)
	m.path, m.hop, m.told = int32(way), n.paths[way].first+at, true
	h := &n.hops[m.hop]
	l := &n.links[h.link]
	n.forward(m, h, n.load(m.bytes, h.kind), &n.runs[i])
	if n.observed != nil {
		n.onward(i, h, &n.runs[i])
	}
	if m.first.eligible == now {
		return true
	}
	n.hold(i, l, h)
	return false
}

// hold keeps message i, which may start later than now, behind those that left link l before it.
func (n *Net) hold(i int32, l *link, h *hop) {
	q, before := &l.out[opHead], int32(-1)
	for at := q.head; at >= 0 && n.messages[at].told; at = n.messages[at].next {
		before = at
	}
	m := &n.messages[i]
	if before < 0 {
		m.next, q.head = q.head, i
	} else {
		m.next, n.messages[before].next = n.messages[before].next, i
	}
	if m.next < 0 {
		q.tail = i
	}
	n.kernel.At(m.first.eligible, h.input, n.id, opHead, uint64(h.link))
}

// choose is the way on of a message whose head has crossed the given hop of one.
func (n *Net) choose(id fabric.PathID, hop int, now units.Time) fabric.PathID {
	best, least := id, units.Never
	for _, way := range n.sets[n.paths[id].set] {
		if !n.together(id, way, hop) {
			continue
		}
		if free := max(n.links[n.link(way, hop+1)].free, now); free < least {
			best, least = way, free
		}
	}
	return best
}

// bringForward puts in front of a line whoever is there now. Behind a link where ways part messages may start later than
// those behind them.
func (n *Net) bringForward(q *line, now units.Time) int32 {
	before := int32(-1)
	i := q.head
	for n.messages[i].first.eligible != now && n.messages[i].next >= 0 {
		before, i = i, n.messages[i].next
	}
	if before < 0 {
		return i
	}
	if n.messages[before].next = n.messages[i].next; q.tail == i {
		q.tail = before
	}
	n.messages[i].next, q.head = q.head, i
	return i
}

var _ fabric.Adaptive = (*Net)(nil)
