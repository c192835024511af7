package packet

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// Where a graph routes adaptively, a path may have several ways. Its steps are then a tree, in which the way of a packet
// parts at a device. The device chooses as the head gets there, so that its arrival is an event: the output for which the
// fewest bytes have come whose tails have not left, the first way's on a tie. With fabric.AdaptiveMessage the first packet
// of a message chooses for all of them.

// branch is one of the steps that may follow a step.
type branch struct {
	step   int32
	port   int32          // of step
	hold   units.Duration // as those of the step before
	faster bool
}

// Ways implements [fabric.Adaptive]. While messages are under way it panics, at the next Send, on ways that part where
// none did before. Of ways that devices cannot choose the first one is taken: see
// fabric.Graph.Choosable.
func (n *Net) Ways(ways [][]fabric.LinkID) fabric.PathID {
	var kept []way
	key := []byte{wayMark}
	for _, route := range n.graph.Choosable(ways) {
		kept = append(kept, way{route: route, escapes: n.graph.EscapeLanes(route)})
		key = fabric.RouteKey(key, route)
	}
	if len(kept) <= 1 {
		return n.Path(ways[0])
	}
	if id, ok := n.routing.routes[string(key)]; ok {
		return id
	}
	for i := range kept {
		n.checkWay(kept[i].route, kept[0].route)
	}
	id := fabric.PathID(len(n.paths))
	n.routing.routes[string(key)] = id
	n.layPath(kept)
	return id
}

// wayMark begins the key of a path of several ways, which no route's key has as many bytes as.
const wayMark = 1

// checkWay panics on a way that is no route, or not as good as the first one.
func (n *Net) checkWay(route, first []fabric.LinkID) {
	switch err := n.graph.CheckRoute(route); {
	case err != nil:
		bug("%v", err)
	case n.sealed:
		bug("new ways after Seal: %s", n.routeName(route))
	case len(route) != len(first) || n.propagation(route) != n.propagation(first):
		bug("unequal ways: %s, and %s", n.routeName(first), n.routeName(route))
	}
}

// part splits ways by the link and lane of a hop, in order of the ways.
func (n *Net) part(ways []way, hop int) (groups [][]way) {
	for _, w := range ways {
		i := slices.IndexFunc(groups, func(g []way) bool { return g[0].route[hop] == w.route[hop] && g[0].lane(hop) == w.lane(hop) })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], w)
	}
	return groups
}

// branch lays what follows step at, one group of ways after the other.
func (n *Net) branch(at int32, groups [][]way, hop int) {
	fork := int32(len(n.branches))
	n.branches = append(n.branches, make([]branch, len(groups))...)
	n.steps[at].fork, n.steps[at].ways = fork, int16(len(groups))
	o := n.steps[at].port
	for v := range n.width { // returns by one way may overtake those by another
		n.lanes[n.ports[o].lanes+v].ways += 2
	}
	for i, group := range groups {
		n.count(group[0].route[hop])
		b := branch{step: n.lay(group, at, hop), port: int32(group[0].route[hop])}
		b.faster, b.hold = hold(&n.graph.Links[o], &n.graph.Links[group[0].route[hop]], n.graph.Packet, n.steps[at].through)
		n.branches[fork+int32(i)] = b
	}
}

// count makes what waits for link id count. Outputs that share input queues are all alike.
func (n *Net) count(id fabric.LinkID) {
	if n.backlogs[id].counts {
		return
	}
	outs := []fabric.LinkID{id}
	if n.ports[id].inputQueued {
		outs = n.graph.Out(n.graph.Links[id].From)
	}
	for _, out := range outs {
		n.backlogs[out].counts = true
	}
	n.counting = append(n.counting, outs...)
}

// settleSteps makes steps that are new, or all if something counts that did not, such that heads land where they must. Of
// what waits already nobody knows how much it is.
func (n *Net) settleSteps() {
	for _, id := range n.counting {
		if n.alive > 0 {
			bug("ways part at %s for the first time, while messages are under way", n.graph.LinkName(id))
		}
		p := &n.ports[id]
		p.home = n.ports[n.graph.In(n.graph.Links[id].From)[0]].far
		if n.lookAhead {
			p.horizon = n.horizon(id)
		}
		n.settled = 0
	}
	n.counting = n.counting[:0]
	for ; n.settled < len(n.steps); n.settled++ {
		s := &n.steps[n.settled]
		if s.counted = !s.first && n.backlogs[s.port].counts; s.counted {
			n.steps[s.up].acts, s.odd = true, true
		}
	}
}

// allotCells numbers the cells of the path that begins with a step and is the last one laid, and returns how many there
// are. Packets that meet again on a port, after equally long ways, go on there as one line.
func (n *Net) allotCells(first int32) int32 {
	type place struct {
		port    int32
		reached units.Duration
	}
	known := map[place]int16{}
	steps := n.steps[first:]
	for i := range steps {
		s := &steps[i]
		if s.final {
			continue
		}
		at := place{s.port, s.reached}
		if _, ok := known[at]; !ok {
			known[at] = int16(len(known))
		}
		s.cell = known[at]
	}
	for i := range steps {
		if steps[i].final {
			steps[i].cell = int16(len(known))
		}
	}
	return int32(len(known)) + 1
}

// steer chooses the way on of packet k, whose head is behind the port of step s now. Until then eligible is when its tail
// has left there.
func (n *Net) steer(k int32, s *step, now units.Time) {
	pk := &n.packets[k]
	m := &n.messages[pk.message]
	b := n.chooseBranch(m, s, now)
	faster, wait := b.faster, b.hold
	if pk.short {
		faster, wait = hold(&n.graph.Links[s.port], &n.graph.Links[n.steps[b.step].port], units.Bytes(m.short), s.through)
	}
	end, head := pk.eligible, now.Add(s.through-n.ports[s.port].latency)
	pk.step, pk.eligible = b.step, head
	if faster {
		pk.eligible = max(head, end.Add(wait))
		pk.serialize += pk.eligible.Sub(head)
	}
	if n.observed != nil {
		n.observed.here[k][s.hop].Serialize += pk.eligible.Sub(head)
	}
}

// chooseBranch is the branch by which a packet of m goes on behind step s.
func (n *Net) chooseBranch(m *message, s *step, now units.Time) *branch {
	taken := &n.cells[m.cells+int32(s.cell)].next
	if n.graph.Routing == fabric.AdaptiveMessage && *taken >= 0 {
		return &n.branches[*taken]
	}
	branches := n.branches[s.fork:][:s.ways]
	best, least := 0, n.backlogs[branches[0].port].queued(now)
	for b := 1; b < len(branches) && least > 0; b++ {
		if queued := n.backlogs[branches[b].port].queued(now); queued < least {
			best, least = b, queued
		}
	}
	*taken = s.fork + int32(best)
	return &branches[best]
}

// backlog is what a port of a device that chooses has to send: packets whose heads have come, until their tails have
// left. A head that comes as a tail leaves still finds it.
type backlog struct {
	bytes int64
	first units.Time // when the first of the tails leaves that are known to; never = none is
	tails []tail     // a ring, in order; its length is a power of two
	begin uint32
	count uint32

	counts    bool  // ways part at it
	reordered int64 // packets that ended by it after one behind them
}

// tail is when bytes have left.
type tail struct {
	at    units.Time
	bytes int32
}

func (b *backlog) queued(now units.Time) int64 {
	if b.first < now {
		b.settle(now)
	}
	return b.bytes
}

// settle takes out of b all that has left before now.
func (b *backlog) settle(now units.Time) {
	mask := uint32(len(b.tails) - 1)
	for b.count > 0 {
		t := &b.tails[b.begin&mask]
		if b.first = t.at; b.first >= now {
			return
		}
		b.bytes -= int64(t.bytes)
		b.begin++
		b.count--
	}
	b.first = never
}

// leave notes that bytes leave at an instant, which no later call is before.
func (b *backlog) leave(at units.Time, bytes int32) {
	if int(b.count) == len(b.tails) {
		larger := make([]tail, max(16, 2*len(b.tails)))
		for i := range b.count {
			larger[i] = b.tails[(b.begin+i)&uint32(len(b.tails)-1)]
		}
		b.tails, b.begin = larger, 0
	}
	b.tails[(b.begin+b.count)&uint32(len(b.tails)-1)] = tail{at, bytes}
	if b.count++; b.count == 1 {
		b.first = at
	}
}

// number notes which packet of its message k is.
func (n *Net) number(k, number int32) {
	for int(k) >= len(n.numbers) {
		n.numbers = append(n.numbers, 0)
	}
	n.numbers[k] = number
}

// order counts packet k of the message of fate f, which reaches the end of port o, if one behind it has been there before.
func (n *Net) order(o int32, f *fate, k int32) {
	if number := n.numbers[k]; number < f.expected {
		n.backlogs[o].reordered++
	} else {
		f.expected = number + 1
	}
}
