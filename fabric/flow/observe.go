package flow

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// observed is what a Net keeps for whoever wants to know by place where time goes.
type observed struct {
	meter *fabric.Meter
	heads [][]fabric.Hop     // by source: of its head, what it takes alone; in Queue for how long the link kept it from more
	told  [][]units.Duration // by source and hop: for how long its head has made the link busy
	hops  []fabric.Hop       // of the message that is delivered
}

// Observe implements [fabric.Observed].
func (n *Net) Observe(m *fabric.Meter) {
	n.observed = &observed{meter: m, heads: make([][]fabric.Hop, len(n.sources)), told: make([][]units.Duration, len(n.sources))}
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
	o.told[i] = make([]units.Duration, len(p.route))
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

// flow tells what the head of s did in the time d until now, in which its rate did not change: it made its links busy, and
// one of them kept it from more.
func (n *Net) flow(p *path, s *source, now units.Time, d units.Duration) {
	o := n.observed
	head, told := o.heads[p.source], o.told[p.source]
	whole := p.work.over(p.least)
	done := min(p.work.minus(s.left).over(p.least), whole)
	hops := n.crossed(s)
	for j := range hops {
		l := &n.links[hops[j].link]
		if int32(head[j].Link) == s.narrow {
			head[j].Queue += during(p.least-s.rate, d).over(p.least)
		}
		if busy := l.rate.Over(hops[j].wire) - 1; busy > 0 && whole > 0 {
			by := fabric.Portion(busy, done, whole)
			o.meter.Busy(fabric.LinkID(hops[j].link), now.Add(-d), now, by-told[j])
			told[j] = by
		}
	}
}

// end tells the rest, if any, of the time for which the head of source i, which ends now, makes the link at hop j busy.
func (n *Net) end(i int32, j int, now units.Time, busy units.Duration) {
	from := max(0, now-1)
	n.observed.meter.Busy(fabric.LinkID(n.crossed(&n.sources[i])[j].link), from, from+1, busy-n.observed.told[i][j])
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
