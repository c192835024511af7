package exec

import (
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// pass is what the thread block of a lane does with the message at hand: copy or combine it, once.
type pass struct {
	left    units.Duration // of it, from the instant at which the lane stands
	stretch units.Duration // it takes from beginning to end
}

// store is how a message is stored where it goes.
type store struct {
	stretch units.Duration // its sender took so long to write it, line by line; 0 = it is handed on whole
	start   units.Duration // before it enters the network
	seen    units.Duration // from its last byte to the block that sees its flag
	wire    units.Bytes    // what links carry
}

// bindKernel finds out whether thread blocks move the data.
func (x *Run) bindKernel() {
	x.announced = ledger.Complete
	if x.host.Kernel != (host.Kernel{}) {
		x.passes = make([]pass, x.parties*x.schedule.Lanes)
		x.announced = ledger.Protocol
	}
}

// near reports whether a party is a switch of the node of rank r.
func (x *Run) near(r, party int32) bool { return x.seated(party) && !x.crosses(r, party) }

// whole is how long the block of lane l passes over n bytes that it exchanges with a party, slow ranks longer.
func (x *Run) whole(l *lane, party int32, n units.Bytes) units.Duration {
	w := x.price(n).passing
	if x.near(l.rank, party) {
		w = x.host.Seat
	}
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

// meet takes lane i to message id, for a pass of w. What is written line by line the block follows as it comes: it begins
// when the lane is ready and the first line is there, and ends when all of w has passed and the last line is there.
// Its own trail goes on where waiting for lines has not made it later.
func (x *Run) meet(i int32, l *lane, id int32, t *fabric.Transit) {
	m, p := &x.messages[id], &x.passes[i]
	ready, over := l.time, x.stores[id].stretch
	w := x.whole(l, m.src, m.bytes)
	if m.at <= ready.Add(min(w, over)) {
		l.ready, *p = ready, pass{w, w}
		return
	}
	x.join(i, l, id, t)
	begin := max(ready, m.at.Add(-over))
	p.left = max(0, w-over)
	p.stretch = m.at.Add(p.left).Sub(begin)
}

// handle passes over what the lane has received.
func (x *Run) handle(i int32, l *lane) { x.elapse(i, l, x.passes[i].left) }

// fill passes over what the lane sends without having received it.
func (x *Run) fill(i int32, l *lane) {
	w := x.whole(l, l.step.send, l.step.bytes)
	x.passes[i] = pass{w, w}
	x.elapse(i, l, w)
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
	party, nominal := l.step.recv, x.price(l.step.bytes).passing
	if party < 0 {
		party = l.step.send
	}
	if x.near(l.rank, party) {
		nominal = x.host.Seat
	}
	return x.host.Excess(l.rank, x.doing(l), nominal)
}

// stored says how message id of lane i is stored.
func (x *Run) stored(i, id int32) {
	m, k, p := &x.messages[id], &x.host.Kernel, x.price(x.messages[id].bytes)
	s := &x.stores[id]
	switch to := m.to / x.schedule.Lanes; {
	case x.crosses(m.src, to):
		*s = store{wire: p.across}
		if !x.seated(m.src) {
			s.start = k.NetHop
			if s.wire > k.NetEager {
				s.start += k.NetRise
			}
		}
	case x.seated(m.src) || x.seated(to):
		*s = store{wire: p.seated}
	default:
		*s = store{wire: p.inside, seen: k.Hop}
		if k.Lines {
			s.stretch = x.passes[i].stretch
		}
	}
}

// issued makes no rank end before the process that launches on all its GPUs has launched the next call on each: one call
// follows another, and the time of one is that of a whole turn.
func (x *Run) issued() {
	if x.host.Issue == 0 {
		return
	}
	over := units.Time(x.failed + x.host.Issue)
	for i := range x.lanes {
		if l := &x.lanes[i]; !x.seated(l.rank) && !x.absent(l.rank) && l.time < over {
			x.charge(int32(i), l, ledger.Launch, over.Sub(l.time))
		}
	}
}

// passBlock visits what only lanes of thread blocks have.
func (x *Run) passBlock(p *sim.Pass, i int32) {
	p.Value(int64(x.passes[i].left))
	p.Value(int64(x.passes[i].stretch))
	if x.credits == nil {
		return
	}
	for n := range x.credits[i] {
		c := &x.credits[i][n]
		p.Value(int64(c.messages))
		for id := c.first; id >= 0; id = x.messages[id].next {
			x.passMessage(p, id, false)
		}
	}
	p.Value(-1)
}

// passStore visits what only messages of thread blocks have.
func (x *Run) passStore(p *sim.Pass, id int32) {
	s := &x.stores[id]
	for _, v := range [...]int64{int64(s.stretch), int64(s.start), int64(s.seen), int64(s.wire)} {
		p.Value(v)
	}
}
