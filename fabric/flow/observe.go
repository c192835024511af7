package flow

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// observed is what a Net keeps for whoever wants to know by place where time goes.
type observed struct {
	meter *fabric.Meter
	heads [][]fabric.Hop // by source: of its head, what it takes alone; in Queue for how long the link kept it from more
	hops  []fabric.Hop   // of the message that is delivered
}

// Observe implements [fabric.Observed].
func (n *Net) Observe(m *fabric.Meter) {
	n.observed = &observed{meter: m, heads: make([][]fabric.Hop, len(n.sources))}
}

// Hops implements [fabric.Observed].
func (n *Net) Hops() []fabric.Hop { return n.observed.hops }

// await tells the meter that a message waits at its source.
func (n *Net) await(p *path, payload units.Bytes, now units.Time) {
	n.observed.meter.Wait(fabric.LinkID(p.source), now, now, n.onFirst(p, payload))
}

// onFirst is what a message puts on its first link.
func (n *Net) onFirst(p *path, payload units.Bytes) units.Bytes {
	l := &n.graph.Links[p.source]
	packets, rest := n.graph.Cut(payload)
	return units.Bytes(packets-1)*l.Wire(n.graph.Packet) + l.Wire(rest)
}

// begin tells that the head of source i, of so many bytes, starts.
func (n *Net) begin(i int32, payload units.Bytes, now units.Time) {
	o, p := n.observed, &n.paths[n.sources[i].path]
	o.meter.Wait(fabric.LinkID(p.source), now, now, -n.onFirst(p, payload))
	packets, rest := n.graph.Cut(payload)
	o.heads[i] = n.unhindered(p.route, packets, rest)
}

// unhindered lists the hops of a message on an idle fabric, as [Net.idle] says how long it takes.
func (n *Net) unhindered(route []fabric.LinkID, packets int64, rest units.Bytes) []fabric.Hop {
	var first, late, last units.Duration
	var ways [3][]fabric.Hop
	for i, id := range route {
		l, ahead := &n.graph.Links[id], n.ahead(route, i)
		a, b, c := alone(l, n.graph.Packet, packets, rest, first, late, last)
		ways[0] = append(ways[0], fabric.Hop{Link: id})
		ways[1] = fabric.Follow(ways[1], ways[0], id, b.start-a.start, packets < 3 || b.start > late)
		ways[2] = fabric.Follow(ways[2], ways[1], id, c.start-b.start, packets < 2 || c.start > last)
		if i == len(route)-1 {
			ways[2][i].Serialize += c.end - c.start
			ways[2][i].Propagate = ahead
			break
		}
		next := &n.graph.Links[route[i+1]]
		first = onward(l, next, n.graph.Packet, a, ahead)
		late = onward(l, next, n.graph.Packet, b, ahead)
		last = onward(l, next, rest, c, ahead)
		if packets == 1 {
			first, late = last, last
		}
		for j, at := range [3]units.Duration{first - a.start, late - b.start, last - c.start} {
			ways[j][i].Propagate = ahead
			ways[j][i].Serialize += at - ahead
		}
	}
	return ways[2]
}

// keep books that a link kept the head of source i from so much work.
func (n *Net) keep(i int32, link int32, work wide) {
	head := n.observed.heads[i]
	for j := range head {
		if int32(head[j].Link) == link {
			head[j].Queue += work.over(n.paths[n.sources[i].path].least)
		}
	}
}

// busy tells that the head of source i, which ends now, made a link busy for a time: evenly, as far as is known here.
func (n *Net) busy(i int32, link int32, now units.Time, busy units.Duration) {
	s := &n.sources[i]
	n.observed.meter.Busy(fabric.LinkID(link), s.start, max(now, s.start+1), busy)
}

// locate sets the hops of the head of source i, whose transit is known and which was posted at the given instant.
//
// What it took alone is where it is on an idle fabric, and what others took is at the links that kept it from more. The
// rest is at its first link: its sender's own bytes, and what others took of them. Where it began at once there is no
// such rest, and what rounding leaves goes to the link that took most.
func (n *Net) locate(i int32, posted units.Time) {
	o, t := n.observed, &n.transit
	o.hops = append(o.hops[:0], o.heads[i]...)
	waited := n.sources[i].start > posted
	for j := range o.hops {
		if h := &o.hops[j]; n.links[h.Link].shared {
			h.Queue, h.Arbitrate = 0, h.Queue
		}
	}
	share(o.hops, t.Serialize, waited, func(h *fabric.Hop) *units.Duration { return &h.Serialize })
	share(o.hops, t.Queue, waited, func(h *fabric.Hop) *units.Duration { return &h.Queue })
	share(o.hops, t.Arbitrate, waited, func(h *fabric.Hop) *units.Duration { return &h.Arbitrate })
}

// share makes one field of all hops sum to what it must.
func share(hops []fabric.Hop, sum units.Duration, waited bool, field func(*fabric.Hop) *units.Duration) {
	most := &hops[0]
	for j := range hops {
		d := *field(&hops[j])
		sum -= d
		if d > *field(most) {
			most = &hops[j]
		}
	}
	if sum > 0 && waited {
		most = &hops[0]
	}
	*field(most) += sum
}

var _ fabric.Observed = (*Net)(nil)
