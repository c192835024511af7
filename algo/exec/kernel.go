package exec

import (
	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// pass is what the thread block of a lane does with the message at hand: copy or combine it, once. Steps that follow one
// another and move the same data share one pass: a block reads what several peers send, and writes to several, at a time.
type pass struct {
	begin, end units.Time  // when it begins, and ends
	enters     units.Time  // from when on what it writes can enter the network: when it begins, and all of what it reads is there
	chunks     algo.Chunks // what it moves
	slice      int32
	known      bool // what that is; it is not asked for while steps are alike
	shared     bool // the step at hand moves the same as the one before
	waits      bool // and the next one will, and hand it on: the pass is that one's, which reads from all peers at a time
	done       bool // another lane of the rank has passed over it, and has written what this one sends
}

// store is how a message is stored where it goes.
type store struct {
	stretch units.Duration // its sender took so long to write it, line by line; 0 = it is handed on whole
	written units.Duration // its sender took so long to write it over links inside the node, which carry it meanwhile
	start   units.Duration // before it enters the network
	seen    units.Duration // from its last byte to the block that sees its flag
	wire    units.Bytes    // what links carry
	aside   bool           // it comes before its receive is posted, and the receiver's proxy thread sees to it
}

// gap is what a lane's messages to a rank take of its link besides their own bytes.
type gap struct {
	to    int32
	bytes units.Bytes
}

// bindKernel finds out whether thread blocks move the data.
func (x *Run) bindKernel() {
	x.announced = ledger.Complete
	if x.host.Kernel != (host.Kernel{}) {
		x.passes = make([]pass, x.parties*x.schedule.Lanes)
		x.announced = ledger.Protocol
		x.apart = x.host.Block != x.host.NetBlock || x.host.Piece != x.host.NetPiece
		if x.host.Gap > 0 {
			x.gaps = make([]gap, len(x.passes))
			for i := range x.gaps {
				x.gaps[i].to = -1
			}
		}
		x.bindTurns()
	}
}

// near reports whether a party is a switch of the node of rank r.
func (x *Run) near(r, party int32) bool { return x.seated(party) && !x.crosses(r, party) }

// nominal is how long the block of lane l would pass over n bytes that it exchanges with a party, were its rank not slow.
func (x *Run) nominal(l *lane, party int32, n units.Bytes) units.Duration {
	if x.near(l.rank, party) {
		return x.host.Seat
	}
	if x.apart && x.crosses(l.rank, party) {
		return x.price(n).crossing
	}
	return x.price(n).passing
}

// whole is how long the block of lane l passes over n bytes that it exchanges with a party, slow ranks longer.
func (x *Run) whole(l *lane, party int32, n units.Bytes) units.Duration {
	w := x.nominal(l, party, n)
	if x.uneven {
		w += x.host.Excess(l.rank, x.doing(l), w)
	}
	return w
}

// doing is what the pass of a step counts as.
func (x *Run) doing(l *lane) ledger.Component {
	if l.step.reduce {
		return ledger.Reduce
	}
	return ledger.Prepare
}

// moves: lane i begins step s.
func (x *Run) moves(i int32, l *lane, number int32, s *algo.Step) {
	p := &x.passes[i]
	if !p.known && l.index > 0 {
		before, _ := x.schedule.Step(l.rank, number, l.index-1)
		p.chunks, p.slice = before.Chunks, before.Slice
	}
	p.shared = l.index > 0 && p.chunks == s.Chunks && p.slice == s.Slice
	p.waits, p.done = x.gathers(l, number, s), s.Recv < 0 && (p.shared && p.done || x.written(l, s))
	p.chunks, p.slice, p.known = s.Chunks, s.Slice, true
}

// gathers reports whether step s of a lane only waits for what the next one passes over.
func (x *Run) gathers(l *lane, number int32, s *algo.Step) bool {
	if s.Recv < 0 || s.Send >= 0 || s.Signal {
		return false
	}
	next, ok := x.schedule.Step(l.rank, number, l.index+1)
	return ok && next.Recv >= 0 && next.Chunks == s.Chunks && next.Slice == s.Slice
}

// written reports whether step s sends what the lane that it waits for has received or combined: one pass writes it to all.
func (x *Run) written(l *lane, s *algo.Step) bool {
	if s.WaitLane < 0 || s.Send < 0 || x.seated(s.Send) {
		return false
	}
	before, ok := x.schedule.Step(l.rank, s.WaitLane, s.WaitStep)
	return ok && before.Recv >= 0 && before.Chunks == s.Chunks && before.Slice == s.Slice
}

// start is when a pass of lane i begins for which all is there: now, or when the one began that it shares. A block that
// has waited for anything since passes anew.
func (x *Run) start(i int32, l *lane) (begin, enters units.Time) {
	if p := &x.passes[i]; p.shared && p.end == l.time {
		return p.begin, p.enters
	}
	return l.time, l.time
}

// meet takes lane i to message id, for a pass of w. What is written line by line the block follows as it comes: it begins
// when the lane is ready and the first line is there, and ends when all of w has passed and the last line is there.
// Its own trail goes on where waiting for lines has not made it later.
func (x *Run) meet(i int32, l *lane, id int32, t *fabric.Transit) {
	m, p := &x.messages[id], &x.passes[i]
	w, lines := x.whole(l, m.src, m.bytes), x.stores[id].stretch
	if p.waits {
		w = 0
	}
	start, enters := x.start(i, l)
	first := m.at.Add(-lines)
	l.ready, p.begin, p.enters = l.time, max(start, first), max(enters, first, m.at.Add(-x.stores[id].seen))
	p.end = max(l.time, start.Add(w))
	if end := max(first.Add(w), m.at); end > p.end {
		p.end = end
		x.join(i, l, id, t)
	}
}

// handle passes over what the lane has received.
func (x *Run) handle(i int32, l *lane) { x.elapse(i, l, max(0, x.passes[i].end.Sub(l.time))) }

// fill passes over what the lane sends without having received it.
func (x *Run) fill(i int32, l *lane) {
	p := &x.passes[i]
	if p.done {
		p.begin, p.enters, p.end = l.time, l.time, l.time
		return
	}
	p.begin, p.enters = x.start(i, l)
	p.end = max(l.time, p.begin.Add(x.whole(l, l.step.send, l.step.bytes)))
	x.elapse(i, l, p.end.Sub(l.time))
}

// elapse books d of a pass. Of what is left of a slow rank's, its being slow is the end.
func (x *Run) elapse(i int32, l *lane, d units.Duration) {
	slow := units.Duration(0)
	if x.uneven {
		slow = min(d, x.slowness(l))
	}
	x.charge(i, l, x.doing(l), d-slow)
	x.charge(i, l, ledger.Skew, slow)
}

// slowness is what the pass of the present step takes longer on a slow rank.
func (x *Run) slowness(l *lane) units.Duration {
	party := l.step.recv
	if party < 0 {
		party = l.step.send
	}
	return x.host.Excess(l.rank, x.doing(l), x.nominal(l, party, l.step.bytes))
}

// stored says how message id of lane i is stored.
func (x *Run) stored(i, id int32) {
	m, k, price := &x.messages[id], &x.host.Kernel, x.price(x.messages[id].bytes)
	s := &x.stores[id]
	switch to := m.to / x.schedule.Lanes; {
	case x.crosses(m.src, to):
		*s = store{wire: price.across}
		if !x.seated(m.src) {
			s.start = k.NetHop
			if m.bytes > k.NetEager {
				s.start += k.NetRise
			}
			if m.bytes > k.Inline {
				s.start += k.NetRead
			}
			if k.NetLate > 0 && !x.seated(to) && x.unexpected(i, m) {
				s.start += k.NetLate
				s.aside = k.Buffered > 0
			}
		}
	case x.seated(m.src) || x.seated(to):
		*s = store{wire: price.seated}
	default:
		p := &x.passes[i]
		*s = store{wire: price.inside, seen: k.Hop, written: max(0, p.end.Sub(p.enters))}
		if k.Gap > 0 {
			s.wire += x.gap(i, m.dst)
		}
		if k.Lines {
			s.stretch = p.end.Sub(p.begin)
		}
	}
}

// gap is what would pass over the first link from lane i to a rank while it idles, on the lane's account.
func (x *Run) gap(i, to int32) units.Bytes {
	g := &x.gaps[i]
	if g.to != to {
		rank := i / x.schedule.Lanes
		links, err := x.way(rank, to, x.schedule.Channels[i-rank*x.schedule.Lanes])
		if err != nil {
			x.fail(err)
			return 0
		}
		idle := host.Ratio{Num: int64(x.host.Gap), Den: int64(units.Second) * int64(x.schedule.Lanes)}
		*g = gap{to, idle.Of(units.Bytes(x.graph.Links[links[0]].Rate))}
	}
	return g.bytes
}

// issued makes no rank end before the process that launches on all its GPUs has launched the next call on each: one call
// follows another, and the time of one is that of a whole turn.
func (x *Run) issued() {
	if x.host.Issue == 0 {
		return
	}
	if x.longest == 0 {
		x.longest, _ = x.latest()
	}
	over := units.Time(x.failed + x.host.Issue)
	for i := range x.schedule.Lanes * x.played {
		if l := &x.lanes[i]; !x.absent(l.rank) && l.time < over {
			x.charge(i, l, ledger.Launch, over.Sub(l.time))
		}
	}
}

// passBlock visits what only lanes of thread blocks have.
func (x *Run) passBlock(p *sim.Pass, i int32) {
	b := &x.passes[i]
	p.Time(&b.begin)
	p.Time(&b.end)
	p.Time(&b.enters)
	p.Value(flag(b.shared))
	p.Value(flag(b.waits))
	p.Value(flag(b.done))
	x.passTurns(p, i)
	if x.credits == nil {
		return
	}
	for n := range x.credits[i] {
		c := &x.credits[i][n]
		p.Value(int64(c.messages))
		p.Value(int64(c.posted))
		for id := c.first; id >= 0; id = x.messages[id].next {
			x.passMessage(p, id, false)
		}
	}
	p.Value(-1)
}

// passStore visits what only messages of thread blocks have.
func (x *Run) passStore(p *sim.Pass, id int32) {
	s := &x.stores[id]
	for _, v := range [...]int64{int64(s.stretch), int64(s.written), int64(s.start), int64(s.seen), int64(s.wire)} {
		p.Value(v)
	}
	p.Value(flag(s.aside))
}
