package flow_test

import (
	"cmp"
	"math/big"
	"slices"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// The oracle of this file shares links by water-filling in exact fractions, from scratch whenever anything changes, and
// looks at every flow and every link each time. It has no kernel, no heap and no lists.

// trickle is a message as the oracle sees it. Work is in full packets, rates are packets a picosecond.
type trickle struct {
	work, left, rate *big.Rat
	alone            units.Duration // the slowest link's time for it
	tail             units.Duration
	start            *big.Rat
	early            bool
	active, through  bool
}

// fluid is the state of the oracle.
type fluid struct {
	graph *fabric.Graph
	posts []fabrictest.Post
	flows []trickle
	whole bool // flows end at whole picoseconds, as those of the Net do; otherwise exactly when they are through
	now   *big.Rat
	books []book // by link
	got   []units.Time
	exact []*big.Rat                 // ends
	order []int                      // of messages by first link, in which those of one instant end
	free  map[fabric.LinkID]*big.Rat // first link -> work that the flow that ended now did beyond its end
	speed map[fabric.LinkID]*big.Rat // and its rate
}

// book is what a link has carried since flows began to cross it without a gap.
type book struct {
	base, idle units.Time
	done       units.Bytes
	crossing   int
}

func rat(a, b int64) *big.Rat { return big.NewRat(a, b) }

// capacity is how many full packets a link carries in a picosecond.
func (f *fluid) capacity(id fabric.LinkID) *big.Rat {
	l := &f.graph.Links[id]
	c := new(big.Rat).SetFrac(new(big.Int).SetUint64(uint64(l.Rate)), big.NewInt(int64(l.Wire(f.graph.Packet))))
	return c.Quo(c, rat(1e12, 1))
}

func (f *fluid) narrowest(i int) *big.Rat {
	least := f.capacity(f.posts[i].Route[0])
	for _, id := range f.posts[i].Route {
		if c := f.capacity(id); c.Cmp(least) < 0 {
			least = c
		}
	}
	return least
}

func newFluid(g *fabric.Graph, posts []fabrictest.Post, whole bool) *fluid {
	f := &fluid{
		graph: g, posts: posts, whole: whole, now: new(big.Rat), books: make([]book, len(g.Links)),
		got: make([]units.Time, len(posts)), exact: make([]*big.Rat, len(posts)),
		free: map[fabric.LinkID]*big.Rat{}, speed: map[fabric.LinkID]*big.Rat{},
	}
	for i := range f.books {
		f.books[i].idle = -1
	}
	for i := range posts {
		f.order = append(f.order, i)
		longest := new(big.Rat)
		for _, id := range posts[i].Route {
			time := new(big.Rat).SetFrac(big.NewInt(int64(wireOf(g, id, posts[i].Bytes))), new(big.Int).SetUint64(uint64(g.Links[id].Rate)))
			if time.Mul(time, rat(1e12, 1)); time.Cmp(longest) > 0 {
				longest = time
			}
		}
		work := new(big.Rat).Mul(longest, f.narrowest(i))
		latency, _ := fabrictest.Alone(g, posts[i].Route, posts[i].Bytes)
		alone := up(longest)
		f.flows = append(f.flows, trickle{work: work, left: work, rate: new(big.Rat), alone: units.Duration(alone), tail: latency - units.Duration(alone)})
	}
	slices.SortStableFunc(f.order, func(a, b int) int { return cmp.Compare(posts[a].Route[0], posts[b].Route[0]) })
	return f
}

func wireOf(g *fabric.Graph, id fabric.LinkID, payload units.Bytes) units.Bytes {
	packets, last := g.Cut(payload)
	l := &g.Links[id]
	return units.Bytes(packets-1)*l.Wire(g.Packet) + l.Wire(last)
}

// up rounds a fraction up to a whole number.
func up(r *big.Rat) int64 {
	q, m := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	if m.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q.Int64()
}

// play runs to the end. It needs posts in order of time.
func (f *fluid) play() {
	for left := len(f.posts); left > 0; {
		for again := true; again; {
			again = false
			for _, i := range f.order {
				if t := &f.flows[i]; t.active && f.endOf(i).Cmp(f.now) <= 0 {
					f.end(i)
					left--
					again = true
				}
			}
			again = f.begin() || again
			f.fill()
		}
		if left > 0 {
			f.advance(f.next())
		}
	}
}

// endOf is when flow i ends at its present rate.
func (f *fluid) endOf(i int) *big.Rat {
	t := &f.flows[i]
	if t.rate.Sign() == 0 {
		return new(big.Rat).Add(f.now, rat(1, 1))
	}
	span := new(big.Rat).Quo(t.left, t.rate)
	if f.whole {
		if span.Sub(span, rat(1, 1024)); span.Sign() < 0 {
			span.SetInt64(0)
		}
		span.SetInt64(up(span))
	}
	return span.Add(span, f.now)
}

// next is when something happens next: a post, or an end.
func (f *fluid) next() *big.Rat {
	var next *big.Rat
	for i := range f.flows {
		var at *big.Rat
		switch t := &f.flows[i]; {
		case t.active:
			at = f.endOf(i)
		case !t.through:
			if at = rat(int64(f.posts[i].At), 1); at.Cmp(f.now) <= 0 {
				continue // it waits behind another
			}
		default:
			continue
		}
		if next == nil || at.Cmp(next) < 0 {
			next = at
		}
	}
	return next
}

func (f *fluid) advance(to *big.Rat) {
	d := new(big.Rat).Sub(to, f.now)
	for i := range f.flows {
		if t := &f.flows[i]; t.active {
			t.left = new(big.Rat).Sub(t.left, new(big.Rat).Mul(d, t.rate)) // below zero: beyond its end
		}
	}
	f.now = to
	clear(f.free)
}

// begin starts the first message of each first link that has nothing to do.
func (f *fluid) begin() (any bool) {
	for i := range f.flows {
		t, p := &f.flows[i], &f.posts[i]
		if t.active || t.through || rat(int64(p.At), 1).Cmp(f.now) > 0 || f.behind(i) {
			continue
		}
		any, t.active, t.start, t.left = true, true, f.now, t.work
		if over := f.free[p.Route[0]]; f.whole && over != nil && over.Sign() > 0 && rat(int64(p.At), 1).Cmp(f.now) < 0 && f.speed[p.Route[0]].Cmp(f.narrowest(i)) <= 0 {
			t.early = true
			if t.left = new(big.Rat).Sub(t.left, over); t.left.Sign() < 0 {
				t.left = new(big.Rat)
			}
		}
		if f.whole {
			f.enter(i)
		}
	}
	return any
}

// behind says whether an earlier message is at the first link of message i.
func (f *fluid) behind(i int) bool {
	for j := range i {
		if f.posts[j].Route[0] == f.posts[i].Route[0] && !f.flows[j].through {
			return true
		}
	}
	return false
}

func (f *fluid) enter(i int) {
	now := units.Time(up(f.now))
	for _, id := range f.posts[i].Route {
		b := &f.books[id]
		if b.crossing == 0 && b.idle != now {
			b.base, b.done = now, 0
			if f.flows[i].early {
				b.base--
			}
		}
		b.crossing++
	}
}

// end takes flow i off its links and notes when its last byte arrives.
func (f *fluid) end(i int) {
	t, route := &f.flows[i], f.posts[i].Route
	t.active, t.through = false, true
	f.exact[i] = f.now
	f.free[route[0]], f.speed[route[0]] = new(big.Rat).Neg(t.left), t.rate
	if !f.whole {
		return
	}
	now := units.Time(up(f.now))
	began := units.Time(up(t.start))
	if t.early {
		began--
	}
	through := max(now, began.Add(t.alone))
	for _, id := range route {
		b := &f.books[id]
		b.done += wireOf(f.graph, id, f.posts[i].Bytes)
		if b.crossing--; b.crossing == 0 {
			b.idle = now
		}
		through = max(through, b.base.Add(f.graph.Links[id].Rate.Over(b.done)))
	}
	f.got[i] = through.Add(t.tail)
	last := route[len(route)-1]
	own := new(big.Rat).SetFrac(big.NewInt(int64(wireOf(f.graph, last, f.posts[i].Bytes))), new(big.Int).SetUint64(uint64(f.graph.Links[last].Rate)))
	span := new(big.Int).Quo(own.Mul(own, rat(1e12, 1)).Num(), own.Denom()).Int64()
	for j := i - 1; j >= 0; j-- {
		if key(f.posts[j].Route) == key(route) {
			f.got[i] = max(f.got[i], f.got[j]+units.Time(span))
			break
		}
	}
}

func key(route []fabric.LinkID) string { return string(fabric.RouteKey(nil, route)) }

// fill gives every flow its max-min fair rate.
func (f *fluid) fill() {
	done := make([]bool, len(f.flows))
	for {
		var least *big.Rat
		var tight fabric.LinkID
		for id := range f.graph.Links {
			spare, open := f.capacity(fabric.LinkID(id)), int64(0)
			for i := range f.flows {
				if !f.flows[i].active || !crosses(f.posts[i].Route, fabric.LinkID(id)) {
					continue
				}
				if done[i] {
					spare.Sub(spare, f.flows[i].rate)
				} else {
					open++
				}
			}
			if open == 0 {
				continue
			}
			if spare.Quo(spare, rat(open, 1)); least == nil || spare.Cmp(least) < 0 {
				least, tight = spare, fabric.LinkID(id)
			}
		}
		if least == nil {
			return
		}
		for i := range f.flows {
			if f.flows[i].active && !done[i] && crosses(f.posts[i].Route, tight) {
				f.flows[i].rate, done[i] = least, true
			}
		}
	}
}

func crosses(route []fabric.LinkID, id fabric.LinkID) bool {
	for _, l := range route {
		if l == id {
			return true
		}
	}
	return false
}
