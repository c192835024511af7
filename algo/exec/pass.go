package exec

import (
	"cmp"
	"slices"

	"collsim/sim"
	"collsim/sim/units"
)

// note notes the state.
func (x *Run) note(p *sim.Pass) { x.goOver(x.kernel.Note(p)) }

// goOver goes over all state: what lanes are at first, then what is pending, then the network.
func (x *Run) goOver(p *sim.Pass) {
	k := x.skip
	for _, id := range k.met {
		k.numbers[id] = 0
	}
	for len(k.numbers) < len(x.messages) {
		k.numbers = append(k.numbers, 0)
	}
	k.met, k.trails = k.met[:0], k.trails[:0]
	for i := range x.lanes {
		total32(p, &x.lanes[i].index)
	}
	for i := range x.lanes {
		posted := int64(x.lanes[i].posted)
		p.Total(&posted)
		x.lanes[i].posted = uint32(posted)
	}
	for i := range x.lanes {
		k.trails = append(k.trails, int32(i))
		x.passLane(p, int32(i))
	}
	for r := range x.free {
		for i := range x.free[r] {
			p.Coming(&x.free[r][i])
		}
	}
	for i := range x.started {
		p.Coming(&x.started[i])
	}
	for _, d := range x.due {
		p.Value(int64(d))
	}
	for _, known := range x.known {
		p.Value(flag(known))
	}
	x.passPending(p)
	k.net.Pass(p, func(tag uint32) {
		id, k := named(tag)
		p.Value(int64(k))
		x.passMessage(p, id, false)
	})
	payload := int64(x.payload)
	p.Total(&x.sent)
	p.Total(&payload)
	p.Total(&x.controls)
	x.payload = units.Bytes(payload)
	x.passIdle(p)
	for _, v := range []int{x.pending, x.flying, x.done} {
		p.Value(int64(v))
	}
}

func total32(p *sim.Pass, v *int32) {
	t := int64(*v)
	p.Total(&t)
	*v = int32(t)
}

func (x *Run) passLane(p *sim.Pass, i int32) {
	l := &x.lanes[i]
	p.Time(&l.time)
	p.Time(&l.ready)
	waited := int64(l.waited)
	p.Total(&waited)
	l.waited = units.Duration(waited)
	s := &l.step
	for _, v := range [...]int64{int64(s.bytes), int64(s.recv), int64(s.send), flag(s.reduce), flag(s.signal), int64(s.waitLane), int64(s.task), int64(s.mark),
		int64(l.phase), flag(l.stalled), flag(l.parked), int64(l.holds), int64(l.asks)} {
		p.Value(v)
	}
	for id := l.head; id >= 0; id = x.messages[id].next {
		x.passMessage(p, id, true)
	}
	p.Value(-1)
	if l.phase >= granting && l.phase <= unloading {
		x.passMessage(p, l.got, false)
	}
	if x.passes != nil {
		x.passBlock(p, i)
	}
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// passMessage visits a message, the first time that it is met. arrived says that the network has delivered it.
func (x *Run) passMessage(p *sim.Pass, id int32, arrived bool) {
	k := x.skip
	if n := k.numbers[id]; n > 0 {
		p.Value(int64(n))
		return
	}
	k.met = append(k.met, id)
	k.numbers[id] = int32(len(k.met))
	k.trails = append(k.trails, x.trail(id))
	m := &x.messages[id]
	p.Time(&m.at)
	p.Time(&m.posted)
	p.Time(&m.sent)
	for _, v := range [...]int64{int64(m.bytes), int64(m.from), int64(m.to), int64(m.src), int64(m.dst), flag(m.asks), flag(m.data)} {
		p.Value(v)
	}
	order := int64(m.order)
	p.Total(&order)
	m.order = uint32(order)
	total32(p, &m.step)
	if x.passes != nil {
		x.passStore(p, id)
	}
	if arrived && m.data {
		t := &x.transits[id]
		for _, d := range [...]units.Duration{t.Serialize, t.Propagate, t.Queue, t.Arbitrate} {
			p.Value(int64(d))
		}
	}
}

// about is the message that a pending event of the run is about, if it is about one.
func (x *Run) about(e sim.Pending) (id int32, ok bool) {
	switch e.Op {
	case opAsk, opSignal, opCompute:
		return 0, false
	case opHand, opArrival:
		id, _ := named(uint32(e.Arg))
		return id, true
	}
	return int32(e.Arg), true
}

// passPending visits what is pending: of one instant by who is woken, and for what.
func (x *Run) passPending(p *sim.Pass) {
	k := x.skip
	k.pending = x.kernel.Coming(k.pending[:0])
	slices.SortStableFunc(k.pending, func(a, b sim.Pending) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.To, b.To), cmp.Compare(a.Op, b.Op), cmp.Compare(x.whose(a), x.whose(b)))
	})
	for _, e := range k.pending {
		p.Value(int64(e.At.Sub(p.Now)))
		p.Value(int64(e.To))
		p.Value(int64(e.Op))
		p.Value(x.whose(e))
		if id, ok := x.about(e); ok && e.To == x.id {
			x.passMessage(p, id, e.Op == opDeposit)
		}
	}
}

// whose is the lane that an event of the run is for, or the link of one of the network.
func (x *Run) whose(e sim.Pending) int64 {
	if e.To != x.id {
		return int64(e.Arg)
	}
	id, ok := x.about(e)
	if !ok {
		return int64(e.Arg)
	}
	m := &x.messages[id]
	return int64(m.from)<<32 | int64(m.to)
}
