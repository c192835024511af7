package flow

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// observed is what a Net keeps for whoever wants to know by place where time goes.
type observed struct {
	meter *fabric.Meter
	heads [][]fabric.Hop     // by flow: what it takes alone; in Queue for how long the link kept it from more
	told  [][]units.Duration // by flow and hop: for how long it has made the link busy; of the first link nothing
	hops  []fabric.Hop       // of the message that is delivered
}

// Observe implements [fabric.Observed].
func (n *Net) Observe(m *fabric.Meter) {
	n.observed = &observed{meter: m}
}

// admit makes room for one more flow.
func (o *observed) admit() {
	o.heads, o.told = append(o.heads, nil), append(o.told, nil)
}

// Hops implements [fabric.Observed].
func (n *Net) Hops() []fabric.Hop { return n.observed.hops }

// await tells the meter that a message waits at its source.
func (n *Net) await(p *path, payload units.Bytes, now units.Time) {
	n.observed.meter.Wait(n.route(p)[0], now, now, n.wire(p, 0, payload))
}

// watch tells that flow i begins, which has waited in its line until now.
func (n *Net) watch(i int32, now units.Time) {
	o, m := n.observed, &n.messages[n.flows[i].message]
	p := &n.paths[m.path]
	packets, rest := n.graph.Cut(m.bytes)
	o.heads[i] = n.unhindered(n.route(p), packets, rest)
	o.told[i] = make([]units.Duration, p.hops)
	if p.hops > 1 {
		o.heads[i][1].Queue = now.Sub(m.start)
	}
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

// flow tells what flow i did in the time d until now, in which its rate did not change: it made its links busy, and one of
// them kept it from more.
func (n *Net) flow(i int32, now units.Time, d units.Duration) {
	o, f := n.observed, &n.flows[i]
	m := &n.messages[f.message]
	p := &n.paths[m.path]
	whole := f.work.over(f.least)
	done := min(f.work.minus(f.left).over(f.least), whole)
	for j, id := range n.route(p) {
		if int32(id) == f.narrow && f.rate < f.least {
			o.heads[i][j].Queue += during(f.least-f.rate, d).over(f.least)
		}
		if busy := n.books[id].rate.Over(n.wire(p, j, m.bytes)) - 1; j > 0 && busy > 0 && whole > 0 {
			by := fabric.Portion(busy, done, whole)
			o.meter.Busy(id, now.Add(-d), now, by-o.told[i][j])
			o.told[i][j] = by
		}
	}
}

// end tells the rest, if any, of the time for which flow i, which ends now, makes the link at hop j busy.
func (n *Net) end(i int32, j int, id fabric.LinkID, now units.Time, busy units.Duration) {
	from := max(0, now-1)
	n.observed.meter.Busy(id, from, from+1, busy-n.observed.told[i][j])
}

// locate sets the hops of flow i, whose transit is known.
//
// What it took alone is where it is on an idle fabric, and what others took is at the links that kept it from more. The
// rest is at its first link: its sender's own bytes, and what others took of them. Where it began at once there is no
// such rest, and what rounding leaves goes to the link that took most.
func (n *Net) locate(i int32, m *message) {
	o, t := n.observed, &n.transit
	o.hops = append(o.hops[:0], o.heads[i]...)
	waited := m.start > m.posted
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
		d := min(*field(&hops[j]), sum)
		*field(&hops[j]) = d
		sum -= d
		if d > *field(most) {
			most = &hops[j]
		}
	}
	if waited {
		most = &hops[0]
	}
	*field(most) += sum
}

var _ fabric.Observed = (*Net)(nil)
