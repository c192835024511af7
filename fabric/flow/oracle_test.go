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
	start, begun     *big.Rat // when its first byte went, and when it became the head of its line
	unsent           *big.Rat // work that is not off the first link
	early            bool
	sending          bool // it has the first link
	parted           bool // it had, and has given it up
	active, through  bool
	bound            units.Time // before which the first link cannot have carried it
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
	exact []*big.Rat                  // ends
	order []int                       // of messages by first link, in which those of one instant end
	free  map[fabric.LinkID]excess    // of the flow that gave up that first link by its end now
	moved map[[2]fabric.LinkID]excess // of the flow of that line that ended now
	parts map[fabric.LinkID]*big.Rat  // when the first link will be free although its message is not through
	held  map[fabric.LinkID]bool      // first links that others cross: messages give them up at their end
}

// excess is work that a flow did beyond its end, and the rate of the flow.
type excess struct{ work, speed *big.Rat }

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
		free: map[fabric.LinkID]excess{}, moved: map[[2]fabric.LinkID]excess{}, parts: map[fabric.LinkID]*big.Rat{}, held: map[fabric.LinkID]bool{},
	}
	for _, p := range posts {
		for _, id := range p.Route[1:] {
			f.held[id] = true
		}
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
			again = f.part() || again
			again = f.move() || again
			again = f.begin() || again
			f.fill()
			again = f.plan() || again
		}
		if left > 0 {
			f.advance(f.next())
		}
	}
}

// lineOf is the line of message i: its source, and where it goes from the next device, if that has a queue for each output.
func (f *fluid) lineOf(i int) [2]fabric.LinkID {
	route := f.posts[i].Route
	if len(route) == 1 || f.graph.Devices[f.graph.Links[route[0]].To].Queueing == fabric.Input {
		return [2]fabric.LinkID{route[0], -1}
	}
	return [2]fabric.LinkID{route[0], route[1]}
}

// leaves says that message i may be off its first link before it is through.
func (f *fluid) leaves(i int) bool {
	return len(f.posts[i].Route) > 1 && !f.held[f.posts[i].Route[0]]
}

// behindSource is how much work is in the buffer behind a first link, and how fast that leaves it.
func (f *fluid) behindSource(id fabric.LinkID) (inside, drain *big.Rat) {
	inside, drain = new(big.Rat), new(big.Rat)
	for i := range f.flows {
		t := &f.flows[i]
		if f.posts[i].Route[0] != id || t.through || !t.sending && !t.parted || !f.leaves(i) {
			continue
		}
		inside.Add(inside, t.left)
		inside.Sub(inside, t.unsent)
		if t.active {
			drain.Add(drain, t.rate)
		}
	}
	return inside, drain
}

// room is how much work fits the buffer behind a first link beside what is inside.
func (f *fluid) room(id fabric.LinkID, inside *big.Rat) *big.Rat {
	l := &f.graph.Links[id]
	room := new(big.Rat).SetFrac(big.NewInt(int64(l.Buffer)), big.NewInt(int64(l.Wire(f.graph.Packet))))
	if inside.Sign() > 0 {
		room.Sub(room, inside)
	}
	return room
}

// sends is the message that has a first link.
func (f *fluid) sends(id fabric.LinkID) (int, bool) {
	for i := range f.flows {
		if f.flows[i].sending && f.posts[i].Route[0] == id {
			return i, true
		}
	}
	return 0, false
}

// waits says whether a message waits for first link id.
func (f *fluid) waits(id fabric.LinkID) bool {
	for i := range f.flows {
		t, p := &f.flows[i], &f.posts[i]
		if p.Route[0] == id && !t.sending && !t.parted && !t.through && rat(int64(p.At), 1).Cmp(f.now) <= 0 {
			return true
		}
	}
	return false
}

// plan finds when first links will be free, if anybody waits for them, and says whether one is now.
func (f *fluid) plan() (now bool) {
	clear(f.parts)
	for id := range f.graph.Links {
		id := fabric.LinkID(id)
		i, some := f.sends(id)
		if !some || !f.leaves(i) || !f.waits(id) {
			continue
		}
		inside, drain := f.behindSource(id)
		d := new(big.Rat).Quo(f.flows[i].unsent, f.capacity(id))
		if over := f.room(id, inside); over.Sub(f.flows[i].unsent, over).Sign() > 0 {
			if drain.Sign() == 0 {
				continue
			}
			if over.Quo(over, drain); over.Cmp(d) > 0 {
				d = over
			}
		}
		if f.whole {
			if d.Sub(d, rat(1, 1024)); d.Sign() < 0 {
				d.SetInt64(0)
			}
			d.SetInt64(up(d))
		}
		f.parts[id] = d.Add(d, f.now)
		now = now || d.Cmp(f.now) <= 0
	}
	return now
}

// part frees the first links that are to be free now.
func (f *fluid) part() (any bool) {
	for id := range f.graph.Links {
		id := fabric.LinkID(id)
		at := f.parts[id]
		if i, some := f.sends(id); some && at != nil && at.Cmp(f.now) <= 0 {
			f.leave(i)
			any = true
		}
	}
	return any
}

// leave takes message i off its first link.
func (f *fluid) leave(i int) {
	t, id := &f.flows[i], f.posts[i].Route[0]
	t.sending, t.parted, t.unsent = false, true, new(big.Rat)
	if f.whole {
		t.bound = f.carry(i, id)
	}
}

// carry books what message i put on a link, and says when that can have carried all that it has.
func (f *fluid) carry(i int, id fabric.LinkID) units.Time {
	b := &f.books[id]
	b.done += wireOf(f.graph, id, f.posts[i].Bytes)
	if b.crossing--; b.crossing == 0 {
		b.idle = units.Time(up(f.now))
	}
	return b.base.Add(f.graph.Links[id].Rate.Over(b.done))
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
		case !t.through && !t.sending && !t.parted:
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
	for id := range f.graph.Links {
		if at := f.parts[fabric.LinkID(id)]; at != nil && at.Cmp(next) < 0 {
			next = at
		}
	}
	return next
}

func (f *fluid) advance(to *big.Rat) {
	d := new(big.Rat).Sub(to, f.now)
	for id := range f.graph.Links {
		id := fabric.LinkID(id)
		if i, some := f.sends(id); some && f.leaves(i) {
			f.load(i, d)
		}
	}
	for i := range f.flows {
		if t := &f.flows[i]; t.active {
			t.left = new(big.Rat).Sub(t.left, new(big.Rat).Mul(d, t.rate)) // below zero: beyond its end
		}
	}
	f.now = to
	clear(f.free)
	clear(f.moved)
}

// load books what message i puts into the buffer behind its first link in a time d.
func (f *fluid) load(i int, d *big.Rat) {
	t, id := &f.flows[i], f.posts[i].Route[0]
	inside, drain := f.behindSource(id)
	in := new(big.Rat).Mul(f.capacity(id), d)
	if most := f.room(id, inside); most.Add(most, drain.Mul(drain, d)).Cmp(in) < 0 {
		in = most
	}
	if in.Cmp(t.unsent) > 0 {
		in = t.unsent
	}
	if in.Sign() < 0 { // what a flow does beyond its end makes no room
		in = new(big.Rat)
	}
	t.unsent = new(big.Rat).Sub(t.unsent, in)
}

// move makes messages into flows whose predecessor in their line ended now.
func (f *fluid) move() (any bool) {
	for i := range f.flows {
		t := &f.flows[i]
		if !t.sending && !t.parted || t.active || t.through || f.behind(i) {
			continue
		}
		over := f.moved[f.lineOf(i)]
		if t.start.Cmp(f.now) >= 0 {
			over.work = nil
		}
		f.flow(i, over)
		any = true
	}
	return any
}

// begin sends the first message of each first link that has nothing to send.
func (f *fluid) begin() (any bool) {
	for i := range f.flows {
		t, p := &f.flows[i], &f.posts[i]
		if _, busy := f.sends(p.Route[0]); busy || t.sending || t.parted || t.through || rat(int64(p.At), 1).Cmp(f.now) > 0 {
			continue
		}
		any, t.sending, t.start, t.unsent, t.left = true, true, f.now, t.work, t.work
		if !f.behind(i) {
			over := f.free[p.Route[0]]
			if rat(int64(p.At), 1).Cmp(f.now) >= 0 {
				over.work = nil
			}
			f.flow(i, over)
			t.unsent = t.left
		}
		if f.whole {
			f.enter(p.Route[0], t.early)
		}
	}
	return any
}

// flow makes message i move. What the flow before did beyond its end is its own if that was no faster.
func (f *fluid) flow(i int, over excess) {
	t, p := &f.flows[i], &f.posts[i]
	t.active, t.begun, t.left = true, f.now, t.work
	if f.whole && over.work != nil && over.work.Sign() > 0 && over.speed.Cmp(f.narrowest(i)) <= 0 {
		t.early = true
		if t.left = new(big.Rat).Sub(t.left, over.work); t.left.Sign() < 0 {
			t.left = new(big.Rat)
		}
	}
	if f.whole {
		for _, id := range p.Route[1:] {
			f.enter(id, t.early)
		}
	}
}

// behind says whether an earlier message of its line is under way before message i.
func (f *fluid) behind(i int) bool {
	for j := range i {
		if t := &f.flows[j]; f.lineOf(j) == f.lineOf(i) && (t.sending || t.parted) && !t.through {
			return true
		}
	}
	return false
}

func (f *fluid) enter(id fabric.LinkID, early bool) {
	now := units.Time(up(f.now))
	b := &f.books[id]
	if b.crossing == 0 && b.idle != now {
		b.base, b.done = now, 0
	}
	if early && b.base == now {
		b.base--
	}
	b.crossing++
}

// end takes flow i off its links and notes when its last byte arrives.
func (f *fluid) end(i int) {
	t, route := &f.flows[i], f.posts[i].Route
	over := excess{new(big.Rat).Neg(t.left), t.rate}
	f.moved[f.lineOf(i)] = over
	if t.sending {
		f.free[route[0]] = over
		f.leave(i)
	}
	t.active, t.through = false, true
	f.exact[i] = f.now
	if !f.whole {
		return
	}
	now := units.Time(up(f.now))
	began := units.Time(up(t.start))
	if t.early && t.begun.Cmp(t.start) == 0 {
		began--
	}
	through := max(now, began.Add(t.alone), t.bound)
	for _, id := range route[1:] {
		through = max(through, f.carry(i, id))
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
				if !f.crosses(i, fabric.LinkID(id)) {
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
			if !done[i] && f.crosses(i, tight) {
				f.flows[i].rate, done[i] = least, true
			}
		}
	}
}

// crosses says whether flow i moves and is on a link.
func (f *fluid) crosses(i int, id fabric.LinkID) bool {
	t, route := &f.flows[i], f.posts[i].Route
	if !t.active || t.parted && route[0] == id {
		return false
	}
	return slices.Contains(route, id)
}
