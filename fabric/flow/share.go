package flow

import "collsim/sim/units"

// sharing is what is known while rates are found anew. Rates are max-min fair: every flow has a link that is full and on
// which no flow has more. Nothing but the flows that a change reaches is looked at.
type sharing struct {
	touched []int32 // links that flows have entered or left, several times perhaps
	joined  []int32 // flows that are shared anew; their rates are not part of any load
	live    []int32 // links that may keep some of those flows from more, while they have no rate yet
	round   uint32
	pass    uint32 // of filling

	unsettled int    // flows that have no rate yet
	narrowest uint64 // no more than what any of them can take
}

// share finds the rates from now on.
//
// The flows that a link kept from more are shared anew when flows come to it or leave it. Then, as long as there are any,
// so are those beside a flow whose rate changes that are kept by the link between them, or that have more than a full
// link gives.
func (n *Net) share(now units.Time) {
	if len(n.touched)+len(n.joined) == 0 {
		return
	}
	n.pass++
	for _, id := range n.touched {
		n.reach(&n.links[id], id)
	}
	n.touched = n.touched[:0]
	for n.fill(); n.spread(); {
		n.fill()
	}
	for _, i := range n.joined {
		n.adopt(i, now)
	}
	n.joined = n.joined[:0]
	n.round++
}

// join makes flow i one of those that are shared anew.
func (n *Net) join(i int32) {
	f := &n.flows[i]
	if f.round == n.round {
		return
	}
	f.round = n.round
	n.joined = append(n.joined, i)
	if f.narrow >= 0 {
		n.links[f.narrow].kept--
	}
	links := n.links
	for _, h := range n.hops[f.first:f.past] {
		links[h.link].load -= f.rate
	}
}

// fill finds rates for the flows that are shared anew, beside all others, by progressive filling: the rates of all grow
// alike until some link is full, which settles those that cross it, or until some have all that their narrowest link can
// carry; then those of the others grow on. Flows join while that goes on if what they have is more than the level that it
// has come to, so that it need not start again for them.
func (n *Net) fill() {
	n.pass++
	n.open()
	for n.unsettled > 0 {
		level := n.lowest()
		if level >= n.narrowest {
			n.saturate(level)
			continue
		}
		for _, id := range n.live {
			if l := &n.links[id]; l.level == level && l.open > 0 {
				n.exhaust(l, id)
			}
		}
	}
}

// open collects the links that may keep flows that are shared anew from more. A link that gives each of its flows what the
// widest of them can take is none of them: it never gives less, since nobody gets more than that.
func (n *Net) open() {
	links, pass := n.links, n.pass
	n.live = n.live[:0]
	narrowest, widest := ^uint64(0), uint64(0)
	for _, i := range n.joined {
		f := &n.flows[i]
		narrowest, widest = min(narrowest, f.most), max(widest, f.most)
		for _, h := range n.hops[f.first:f.past] {
			l := &links[h.link]
			if l.pass == pass {
				l.open++
				continue
			}
			if l.crossing == 1 {
				continue
			}
			l.pass, l.left, l.open, l.stale, l.tight = pass, l.capacity-l.load, 1, false, false
			n.live = append(n.live, h.link)
		}
	}
	live := n.live[:0]
	for _, id := range n.live {
		l := &links[id]
		l.joined, l.level = l.open, l.left/uint64(l.open)
		if l.listed = l.level < widest; l.listed {
			live = append(live, id)
		}
	}
	n.live, n.narrowest, n.unsettled = live, narrowest, len(n.joined)
}

// lowest is the least level of the links on which some flow has no rate yet, and more than any rate if there are none.
// Levels are rounded down.
func (n *Net) lowest() (least uint64) {
	links, live := n.links, n.live[:0]
	least = unknown
	for _, id := range n.live {
		l := &links[id]
		if l.open == 0 {
			l.listed = false
			continue
		}
		if l.stale {
			l.level, l.stale = l.left/uint64(l.open), false
		}
		least = min(least, l.level)
		live = append(live, id)
	}
	n.live = live
	return least
}

// unknown is more than any level.
const unknown = ^uint64(0)

// exhaust gives the flows on link id that have no rate yet what it has for each of them. If others have more than that they
// join instead, and the link has more for each.
func (n *Net) exhaust(l *link, id int32) {
	rate := l.level
	if l.crossing > l.joined {
		for _, c := range n.crossing[id] {
			if f := &n.flows[c.flow]; f.round != n.round && f.rate > rate {
				n.admit(c.flow)
			}
		}
		if l.level != rate {
			return
		}
	}
	l.tight = true
	for _, c := range n.crossing[id] {
		if f := &n.flows[c.flow]; f.round == n.round && f.pass != n.pass {
			n.limit(f, rate, id)
		}
	}
}

// admit joins flow i while rates are found. What it has is more than any rate that was given yet.
func (n *Net) admit(i int32) {
	n.join(i)
	f := &n.flows[i]
	n.unsettled++
	n.narrowest = min(n.narrowest, f.most)
	for _, h := range n.hops[f.first:f.past] {
		l := &n.links[h.link]
		switch {
		case l.pass == n.pass:
			l.left += f.rate
			l.open++
			l.joined++
		case l.crossing == 1:
			continue
		default:
			l.pass, l.left, l.open, l.joined, l.listed, l.tight = n.pass, l.capacity-l.load, 1, 1, false, false
		}
		l.level, l.stale = unknown, true
		if !l.listed {
			l.listed = true
			n.live = append(n.live, h.link)
		}
	}
}

// saturate gives the flows that have no rate yet and can take no more than level all that they can take.
func (n *Net) saturate(level uint64) {
	least := unknown
	for _, i := range n.joined {
		if f := &n.flows[i]; f.pass != n.pass {
			least = min(least, f.most)
		}
	}
	n.narrowest = least
	if least > level {
		return
	}
	n.narrowest = unknown
	for k := 0; k < len(n.joined); k++ { // they may become more
		switch f := &n.flows[n.joined[k]]; {
		case f.pass == n.pass:
		case f.most == least:
			n.limit(f, least, f.neck)
		default:
			n.narrowest = min(n.narrowest, f.most)
		}
	}
}

// limit gives f its rate: link id gives no more. If that is less than it had, those that its links kept from more join.
func (n *Net) limit(f *flow, rate uint64, id int32) {
	f.pass, f.fresh, f.limit = n.pass, rate, id
	n.unsettled--
	links := n.links
	for _, h := range n.hops[f.first:f.past] {
		l := &links[h.link]
		l.left -= rate
		l.open--
		l.stale = true
		if rate < f.rate && l.kept > 0 && h.link != id {
			for _, c := range n.crossing[h.link] {
				if g := &n.flows[c.flow]; g.round != n.round && g.narrow == h.link && g.rate > rate {
					n.admit(c.flow)
				}
			}
		}
	}
}

// spread joins the flows that the new rates reach, and says whether there were any.
func (n *Net) spread() bool {
	links, before := n.links, len(n.joined)
	for _, i := range n.joined[:before] {
		f := &n.flows[i]
		if f.fresh == f.rate && f.limit == f.narrow {
			continue
		}
		for _, h := range n.hops[f.first:f.past] {
			if l := &links[h.link]; l.seen != n.pass && (l.kept > 0 || l.tight) {
				l.seen = n.pass
				n.reach(l, h.link)
			}
		}
	}
	return len(n.joined) > before
}

// reach joins the flows on link id that a change of its load concerns.
func (n *Net) reach(l *link, id int32) {
	unfair := l.tight && l.pass == n.pass && l.crossing > l.joined
	if l.kept == 0 && !unfair {
		return
	}
	n.enlist(l, id, unfair)
}

// enlist joins the flows on link id that it keeps from more and, if it is unfair, those that have more than it gives now.
func (n *Net) enlist(l *link, id int32, unfair bool) {
	for _, c := range n.crossing[id] {
		if f := &n.flows[c.flow]; f.round != n.round && (f.narrow == id || unfair && f.rate > l.level) {
			n.join(c.flow)
		}
	}
}

// adopt gives flow i the rate that was found for it.
func (n *Net) adopt(i int32, now units.Time) {
	f := &n.flows[i]
	links := n.links
	for _, h := range n.hops[f.first:f.past] {
		links[h.link].load += f.fresh
	}
	n.links[f.limit].kept++
	if f.fresh == f.rate && f.limit == f.narrow {
		return
	}
	n.settle(f, i, now)
	if f.buffered {
		s := &n.sources[f.source]
		s.settle(now)
		s.drain += f.fresh - f.rate
		if s.waiting.head >= 0 {
			n.stir(f.source)
		}
	}
	f.narrow, f.rate = f.limit, f.fresh
	end := now.Add(f.left.minus(wide{low: f.rate >> slack}).until(f.rate))
	n.ends.due(item{end, uint64(n.sources[f.source].link)<<32 | uint64(n.messages[f.message].order), i})
}

// slack: a flow is through when it has less to go than what it does in 2^-slack ps. It makes up for the rounding of rates
// and decides nothing else: a message is never told to be through before its links can have carried it.
const slack = 10
