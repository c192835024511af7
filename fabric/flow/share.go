package flow

import "collsim/sim/units"

// sharing is what is known while rates are found anew. Rates are max-min fair: every flow has a link that is full and on
// which no flow has more. Nothing but the flows that a change reaches is looked at.
type sharing struct {
	touched []int32 // links that flows have entered or left, several times perhaps
	joined  []int32 // flows that are shared anew; their rates are not part of any load
	live    []int32 // links on which some of those flows have no rate yet
	round   uint32
	pass    uint32 // of filling
}

// filling is what a link knows of a pass.
type filling struct {
	pass, seen uint32
	left       uint64 // capacity that is not given away
	open       int32  // flows that have no rate yet
	level      uint64 // what each of those would get; at last, what those got whom this link keeps from more
	stale      bool   // level is of an earlier left and open
	joined     int32  // flows that are shared anew
	tight      bool   // it keeps somebody from more
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
	for _, h := range n.crossed(f) {
		n.links[h.link].load -= f.rate
	}
}

// fill finds rates for the flows that are shared anew, beside all others, by progressive filling: the rates of all grow
// alike until some link is full, which settles those that cross it; then those of the others grow on.
func (n *Net) fill() {
	n.pass++
	n.open()
	for {
		least, some := n.lowest()
		if !some {
			return
		}
		for _, id := range n.live {
			l := &n.links[id]
			if l.level != least || l.open == 0 {
				continue
			}
			l.tight = true
			for _, c := range l.crossing {
				if f := &n.flows[c.flow]; f.round == n.round && f.pass != n.pass {
					n.limit(f, least, id)
				}
			}
		}
	}
}

// open collects the links of the flows that are shared anew. One that a single flow crosses can keep it from more only if
// it is the narrowest of its path.
func (n *Net) open() {
	n.live = n.live[:0]
	for _, i := range n.joined {
		f := &n.flows[i]
		for _, h := range n.crossed(f) {
			id := h.link
			l := &n.links[id]
			if len(l.crossing) == 1 && id != f.neck {
				continue
			}
			if l.pass != n.pass {
				l.filling = filling{pass: n.pass, seen: l.seen, left: l.capacity - l.load, stale: true}
				n.live = append(n.live, id)
			}
			l.open++
			l.joined++
		}
	}
}

// lowest is the least level of the links on which some flow has no rate yet. Levels are rounded down.
func (n *Net) lowest() (least uint64, some bool) {
	live := n.live
	n.live = live[:0]
	for _, id := range live {
		l := &n.links[id]
		if l.open == 0 {
			continue
		}
		if l.stale {
			l.level, l.stale = l.left/uint64(l.open), false
		}
		if !some || l.level < least {
			least, some = l.level, true
		}
		n.live = append(n.live, id)
	}
	return least, some
}

// limit gives f its rate: link id is full and gives no more.
func (n *Net) limit(f *flow, rate uint64, id int32) {
	f.pass, f.fresh, f.limit = n.pass, rate, id
	for _, h := range n.crossed(f) {
		l := &n.links[h.link]
		l.left -= rate
		l.open--
		l.stale = true
	}
}

// spread joins the flows that the new rates reach, and says whether there were any.
func (n *Net) spread() bool {
	before := len(n.joined)
	for _, i := range n.joined[:before] {
		f := &n.flows[i]
		if f.fresh == f.rate && f.limit == f.narrow {
			continue
		}
		for _, h := range n.crossed(f) {
			if l := &n.links[h.link]; l.seen != n.pass {
				l.seen = n.pass
				n.reach(l, h.link)
			}
		}
	}
	return len(n.joined) > before
}

// reach joins the flows on link id that a change of its load concerns.
func (n *Net) reach(l *link, id int32) {
	unfair := l.tight && l.pass == n.pass && len(l.crossing) > int(l.joined)
	if l.kept == 0 && !unfair {
		return
	}
	for _, c := range l.crossing {
		if f := &n.flows[c.flow]; f.round != n.round && (f.narrow == id || unfair && f.rate > l.level) {
			n.join(c.flow)
		}
	}
}

// adopt gives flow i the rate that was found for it.
func (n *Net) adopt(i int32, now units.Time) {
	f := &n.flows[i]
	for _, h := range n.crossed(f) {
		n.links[h.link].load += f.fresh
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
	n.ends.due(item{end, uint64(f.source)<<32 | uint64(n.messages[f.message].order), i})
}

// slack: a flow is through when it has less to go than what it does in 2^-slack ps. It makes up for the rounding of rates
// and decides nothing else: a message is never told to be through before its links can have carried it.
const slack = 10
