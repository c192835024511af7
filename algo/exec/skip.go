package exec

import (
	"cmp"
	"slices"

	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// A folded run of a regular schedule soon repeats itself: its state, relative to the clock, is what it was some steps ago,
// and while all steps are alike so is its future (max-plus periodicity). Then whole periods are skipped: instants move on,
// what adds up adds up, and trails follow an affine map that one more period, played with trails that know whose
// continuation they are, has shown.

// periodic is a Net whose state can be gone over.
type periodic interface {
	Pass(p *sim.Pass, carried func(tag uint32))
}

// skipping looks for the period of a run.
type skipping struct {
	net     periodic
	spare   ledger.Component // that nothing charges: its word tells trails apart
	saved   sim.Pass         // a state to come back to
	now     sim.Pass
	at      units.Time // of saved
	fired   uint64
	index   int32   // of lane 0 then
	ends    []int32 // by lane, where the steps that are alike end
	wait    int32   // steps of lane 0 until saved is renewed
	numbers []int32 // by message, in the order in which they are met, from 1; 0 = it is not
	met     []int32
	trails  []int32 // visited, in order
	pending []sim.Pending
	over    bool
	skipped int64 // periods
}

// mostWait is how many steps of lane 0 a period may take before nobody looks for it any more.
const mostWait = 1 << 10

// bindSkip finds out whether the run may repeat itself in a way that is known.
func (x *Run) bindSkip(c *Config) {
	net, ok := x.net.(periodic)
	limited := c.Limits.MaxEvents > 0 || c.Limits.MaxTime > 0 || c.Limits.Shuffle != 0
	if !c.Skip || x.fold == nil || !ok || limited || x.irqs != nil || x.host.Small > 0 || x.answers != nil || x.outstanding != nil {
		return
	}
	x.skip = &skipping{net: net, spare: c.spare(), wait: 1}
}

// spare is a component that a run of c cannot charge.
func (c *Config) spare() ledger.Component {
	used := chargeable(c, nil)
	for s := range ledger.Components {
		if !slices.Contains(used, s) {
			return s
		}
	}
	return ledger.Components
}

// instants plays so many events, instant by instant, and skips periods where it can.
func (x *Run) instants(budget uint64) (more bool, err error) {
	stop := x.kernel.Fired() + budget
	for !x.skip.over {
		before := x.lanes[0].index
		if more, err = x.kernel.Instant(); err != nil || !more {
			return more, err
		}
		if x.lanes[0].index != before {
			if err := x.compare(); err != nil {
				return true, err
			}
		}
		if budget != 0 && x.kernel.Fired() >= stop {
			return true, nil
		}
	}
	return x.kernel.Run(budget)
}

// compare compares the state with the one that is saved.
func (x *Run) compare() error {
	k := x.skip
	if k.saved.Noted == nil || x.lanes[0].index-k.index > k.wait || !x.within() {
		return x.save()
	}
	x.note(&k.now)
	if !k.now.Same(&k.saved) {
		return nil
	}
	return x.jump()
}

// within reports whether all lanes are still among the steps that were alike when the state was saved.
func (x *Run) within() bool {
	for i, end := range x.skip.ends {
		if x.lanes[i].index >= end {
			return false
		}
	}
	return true
}

// save keeps the state, for twice as many steps as the one before.
func (x *Run) save() error {
	k := x.skip
	if x.within() && k.saved.Noted != nil {
		k.wait *= 2
	} else {
		k.wait = 1
	}
	if k.over = k.wait > mostWait; k.over {
		return nil
	}
	k.ends = k.ends[:0]
	for i := range x.lanes {
		k.ends = append(k.ends, x.schedule.Repeats(x.lanes[i].rank, int32(i)%x.schedule.Lanes, x.lanes[i].index))
	}
	x.note(&k.saved)
	k.at, k.fired, k.index = x.kernel.Now(), x.kernel.Fired(), x.lanes[0].index
	return nil
}

// jump skips as many periods as there are while all steps are alike, if one more shows that the state repeats.
func (x *Run) jump() error {
	k := x.skip
	period, events := x.kernel.Now().Sub(k.at), x.kernel.Fired()-k.fired
	steps := x.grown(&k.saved, &k.now)
	n := x.periods(steps) - 1 // one is played
	if n < 2 {
		return x.save()
	}
	trails := slices.Clone(k.trails)
	rows, word := x.mark(trails)
	start, fired := x.kernel.Now(), x.kernel.Fired()
	x.note(&k.saved)
	for x.kernel.Now().Sub(start) < period {
		if _, err := x.kernel.Instant(); err != nil {
			return err
		}
	}
	x.note(&k.now)
	of := x.continued(k.trails, word)
	repeats := of.whole() && x.kernel.Now().Sub(start) == period && x.kernel.Fired()-fired == events && k.now.Same(&k.saved) && len(k.trails) == len(trails) &&
		slices.Equal(steps, x.grown(&k.saved, &k.now))
	if !repeats {
		of.book(x, rows, 1, 0)
		return x.save()
	}
	of.book(x, rows, n+1, units.Duration(n)*period)
	x.forward(n, period, steps)
	k.skipped += n
	k.saved.Noted = nil
	return nil
}

// grown is what totals grew by from one note to another.
func (x *Run) grown(from, to *sim.Pass) []int64 {
	grown := make([]int64, len(to.Totals))
	for i := range grown {
		grown[i] = to.Totals[i] - from.Totals[i]
	}
	return grown
}

// periods is how many periods are left in which every lane stays among steps that are alike, and its messages' order
// fits into keys as it does now. Totals begin with the indices of all lanes, then how many messages each has posted.
func (x *Run) periods(steps []int64) int64 {
	least := int64(1 << 62)
	for i, end := range x.skip.ends {
		if steps[i] > 0 {
			least = min(least, (int64(end)-1-int64(x.lanes[i].index))/steps[i])
		}
		if posts := steps[len(x.lanes)+i]; posts > 0 {
			least = min(least, (1<<x.orderBits-1-int64(x.lanes[i].posted&(1<<x.orderBits-1)))/posts)
		}
	}
	return least
}

// forward moves everything on by n periods.
func (x *Run) forward(n int64, period units.Duration, steps []int64) {
	for i := range steps {
		steps[i] *= n
	}
	by := units.Duration(n) * period
	x.goOver(x.kernel.Move(by, steps))
	x.kernel.Forward(by, func(e sim.Pending) uint32 { return x.rekeyed(e) })
}

// rekeyed is the key of a pending event whose message has another number now.
func (x *Run) rekeyed(e sim.Pending) uint32 {
	id, ok := x.about(e)
	if e.To != x.id || !ok {
		return e.Key
	}
	mask := uint32(1<<x.orderBits-1) << kindBits
	return e.Key&^mask | x.messages[id].order<<kindBits&mask
}

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
			x.passMessage(p, id, false)
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

// Skipped is how many periods have not been played, of a run that skips.
func (x *Run) Skipped() int64 {
	if x.skip == nil {
		return 0
	}
	return x.skip.skipped
}
