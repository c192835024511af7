package flow

import "collsim/sim/units"

// sharing is what is known while rates are found anew. Rates are max-min fair: every flow has a link that is full and on
// which no flow has more. Nothing but the flows that a change reaches is looked at.
type sharing struct {
	touched []int32 // links that flows have entered or left, several times perhaps
	flows   []int32 // sources whose heads are shared anew; their rates are not part of any load
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
	if len(n.touched) == 0 {
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
	for _, i := range n.flows {
		n.adopt(i, now)
	}
	n.flows = n.flows[:0]
	n.round++
}

// join makes the head of source i one of those that are shared anew.
func (n *Net) join(i int32) {
	s := &n.sources[i]
	if s.round == n.round {
		return
	}
	s.round = n.round
	n.flows = append(n.flows, i)
	if s.narrow >= 0 {
		n.links[s.narrow].kept--
	}
	hops := n.crossed(s)
	for j := range hops {
		n.links[hops[j].link].load -= s.rate
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
			for h := l.first; h >= 0; h = n.hops[h].next {
				if s := &n.sources[n.hops[h].source]; s.round == n.round && s.pass != n.pass {
					n.limit(s, least, id)
				}
			}
		}
	}
}

// open collects the links of the flows that are shared anew. One that a single flow crosses can keep it from more only if
// it is the narrowest of its path.
func (n *Net) open() {
	n.live = n.live[:0]
	for _, i := range n.flows {
		s := &n.sources[i]
		hops := n.crossed(s)
		for j := range hops {
			id := hops[j].link
			l := &n.links[id]
			if l.crossing == 1 && id != s.neck {
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

// limit gives the head of s its rate: link id is full and gives no more.
func (n *Net) limit(s *source, rate uint64, id int32) {
	s.pass, s.fresh, s.limit = n.pass, rate, id
	hops := n.crossed(s)
	for j := range hops {
		l := &n.links[hops[j].link]
		l.left -= rate
		l.open--
		l.stale = true
	}
}

// spread joins the flows that the new rates reach, and says whether there were any.
func (n *Net) spread() bool {
	before := len(n.flows)
	for _, i := range n.flows[:before] {
		s := &n.sources[i]
		if s.fresh == s.rate && s.limit == s.narrow {
			continue
		}
		hops := n.crossed(s)
		for j := range hops {
			if l := &n.links[hops[j].link]; l.seen != n.pass {
				l.seen = n.pass
				n.reach(l, hops[j].link)
			}
		}
	}
	return len(n.flows) > before
}

// reach joins the flows on link id that a change of its load concerns.
func (n *Net) reach(l *link, id int32) {
	unfair := l.tight && l.pass == n.pass && l.crossing > l.joined
	if l.kept == 0 && !unfair {
		return
	}
	for h := l.first; h >= 0; h = n.hops[h].next {
		i := n.hops[h].source
		if s := &n.sources[i]; s.round != n.round && (s.narrow == id || unfair && s.rate > l.level) {
			n.join(i)
		}
	}
}

// adopt gives the head of source i the rate that was found for it.
func (n *Net) adopt(i int32, now units.Time) {
	s := &n.sources[i]
	hops := n.crossed(s)
	for j := range hops {
		n.links[hops[j].link].load += s.fresh
	}
	n.links[s.limit].kept++
	if s.fresh == s.rate && s.limit == s.narrow {
		return
	}
	n.settle(s, now)
	s.narrow, s.rate = s.limit, s.fresh
	s.end = now.Add(s.left.minus(wide{low: s.rate >> slack}).until(s.rate))
	n.due(i)
}

// slack: a flow is through when it has less to go than what it does in 2^-slack ps. It makes up for the rounding of rates
// and decides nothing else: a message is never told to be through before its links can have carried it.
const slack = 10

// settle books what the head of s did since its rate changed last.
func (n *Net) settle(s *source, now units.Time) {
	d := now.Sub(s.since)
	s.since = now
	if d == 0 {
		return
	}
	s.left = s.left.minus(during(s.rate, d))
	p := &n.paths[s.path]
	if n.links[s.narrow].shared {
		s.held = s.held.plus(during(p.least-s.rate, d))
	}
	if n.observed != nil {
		n.flow(p, s, now, d)
	}
}
