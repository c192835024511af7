package fabrictest

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// Alone is how long a message of the given payload takes over route when nothing else is on the fabric and no buffer
// binds, and how much of that is propagation. It plays packets against links as two nested maxima and knows no port,
// queue or event.
func Alone(g *fabric.Graph, route []fabric.LinkID, payload units.Bytes) (latency, propagate units.Duration) {
	free := make([]units.Duration, len(route)) // when the last packet's tail left
	base := make([]units.Duration, len(route)) // since when the link sends without a gap
	sent := make([]units.Bytes, len(route))    // since then
	for first := true; first || payload > 0; first = false {
		p := min(payload, g.Packet)
		payload -= p
		eligible := units.Duration(0)
		for h := range route {
			l := &g.Links[route[h]]
			start := max(eligible, free[h])
			if start > free[h] || sent[h] == 0 {
				base[h], sent[h] = start, 0
			}
			sent[h] += l.Wire(p)
			free[h] = base[h] + l.Rate.Over(sent[h])
			latency = free[h] + l.Latency
			if h+1 < len(route) {
				eligible = onward(g, l, &g.Links[route[h+1]], p, start, free[h])
			}
		}
	}
	for h, id := range route {
		propagate += g.Links[id].Latency
		if h+1 < len(route) {
			propagate += g.Devices[g.Links[id].To].Latency
		}
	}
	return latency, propagate
}

// onward is when a packet of payload p that crossed link l from start to end may leave by next: as its head has passed
// the device between them, but on a faster link late enough not to run dry.
func onward(g *fabric.Graph, l, next *fabric.Link, p units.Bytes, start, end units.Duration) units.Duration {
	through := l.Latency + g.Devices[l.To].Latency
	head := start + through
	if faster(l.Wire(p), l.Rate, next.Wire(p), next.Rate) {
		return max(head, end+through-next.Rate.Over(next.Wire(p)))
	}
	return head
}

// faster says whether wire bytes at rate take longer than next bytes at nextRate, exactly.
func faster(wire units.Bytes, rate units.Rate, next units.Bytes, nextRate units.Rate) bool {
	hi, lo := bits.Mul64(uint64(wire), uint64(nextRate))
	nhi, nlo := bits.Mul64(uint64(next), uint64(rate))
	return nhi < hi || nhi == hi && nlo < lo
}

// crossing is when a packet could start on a link, did, and was through.
type crossing struct{ eligible, start, end units.Duration }

// AloneHops is by place where the time goes that Alone tells: it follows, from the last byte's arrival back to the start,
// whatever each instant depended on, which is the packet ahead on the link if that is what was waited for.
func AloneHops(g *fabric.Graph, route []fabric.LinkID, payload units.Bytes) []fabric.Hop {
	all := crossings(g, route, payload)
	hops := make([]fabric.Hop, len(route))
	for i, id := range route {
		hops[i].Link = id
	}
	k, h := len(all)-1, len(route)-1
	hops[h].Serialize = all[k][h].end - all[k][h].start
	hops[h].Propagate = g.Links[route[h]].Latency
	for k > 0 || h > 0 {
		at := all[k][h]
		if k > 0 && all[k-1][h].end > at.eligible {
			k--
			hops[h].Serialize += at.start - all[k][h].start
			continue
		}
		h--
		l := &g.Links[route[h]]
		hops[h].Propagate = l.Latency + g.Devices[l.To].Latency
		hops[h].Serialize += at.eligible - all[k][h].start - hops[h].Propagate
	}
	return hops
}

// crossings is when each packet of a message crosses each link of its route.
func crossings(g *fabric.Graph, route []fabric.LinkID, payload units.Bytes) (all [][]crossing) {
	base := make([]units.Duration, len(route))
	sent := make([]units.Bytes, len(route))
	for first := true; first || payload > 0; first = false {
		p := min(payload, g.Packet)
		payload -= p
		row := make([]crossing, len(route))
		for h := range route {
			l, c, free := &g.Links[route[h]], &row[h], units.Duration(0)
			if h > 0 {
				c.eligible = onward(g, &g.Links[route[h-1]], l, p, row[h-1].start, row[h-1].end)
			}
			if len(all) > 0 {
				free = all[len(all)-1][h].end
			}
			if c.start = max(c.eligible, free); c.start > free || sent[h] == 0 {
				base[h], sent[h] = c.start, 0
			}
			sent[h] += l.Wire(p)
			c.end = base[h] + l.Rate.Over(sent[h])
		}
		all = append(all, row)
	}
	return all
}
