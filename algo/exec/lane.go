package exec

import (
	"fmt"

	"collsim/fabric"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// phase is what a lane does next within its step.
type phase uint8

const (
	fetching   phase = iota // get the step, wait for another lane if it says so
	entering                // the rank calls the library
	securing                // a slot of the peer for what the step sends
	receiving               // the message, or its request to send, has not come yet
	granting                // register what will be received, then say clear to send
	awaiting                // the data of a message that asked first
	noticing                // the message is here: poll for it
	unloading               // copy it out of the eager buffer, combine it
	working                 // on the step's task
	computing               // while bytes that move slow it down
	passing                 // the gate of the next round
	posting                 // hand the message that the step sends to the NIC
	completing              // the step is over
	signalling              // the lanes that wait for it will be told
	finished
)

var phaseNames = [...]string{"is about to begin", "calls the library", "waits for a slot", "waits to receive", "registers memory", "waits for data", "polls", "copies", "works", "computes", "waits for the round to end", "posts", "completes", "signals", "is finished"}

// lane is a thread of steps. Its future is arithmetic while its inputs are known, so time may lie ahead of the clock:
// only sends, shared resources and steps that others wait for are events.
type lane struct {
	time    units.Time
	ready   units.Time     // when it began to wait for the message that it is receiving
	waited  units.Duration // blocked while a peer had not sent yet
	step    step
	rank    int32
	index   int32
	head    int32 // inbox: messages that came before they were asked for, oldest first
	tail    int32
	got     int32  // the message that the step receives, or has received; -1 = none
	posted  uint32 // messages sent so far
	phase   phase
	stalled bool     // until an acknowledgement comes
	parked  bool     // for another lane's step, or at the gate
	holds   resource // has it, for the phase at hand
	asks    resource // has asked for it
}

// step is what a lane keeps of an algo.Step while it is at it. What else a step says is asked for again when it matters:
// lanes are most of what a run keeps, and those of thousands of ranks should stay in the cache.
type step struct {
	bytes              units.Bytes
	recv, send         int32
	round              int32
	waitLane, waitStep int32
	task, mark         int32
	reduce, signal     bool
	alike              int32 // where the steps end that are alike, of which this is one; 0 = it is to be asked for anew
}

// advance takes lane i as far as its inputs are known.
func (x *Run) advance(i int32) {
	l := &x.lanes[i]
	for x.proceed(i, l) {
	}
}

// proceed does the phases that follow from the present one and reports whether the lane can go on.
func (x *Run) proceed(i int32, l *lane) bool {
	switch l.phase {
	case fetching:
		if !x.fetch(i, l) || x.credits != nil && !x.secure(i, l) {
			return false
		}
		fallthrough
	case receiving:
		if !x.receive(i, l) {
			return false
		}
		if l.phase != noticing {
			return true
		}
		fallthrough
	case noticing:
		x.notice(i, l)
		fallthrough
	case unloading:
		if !x.unload(i, l) {
			return false
		}
		fallthrough
	case working:
		if !x.work(i, l) {
			return false
		}
		fallthrough
	case passing:
		if !x.pass(i, l) {
			return false
		}
		fallthrough
	case posting:
		if !x.post(i, l) {
			return false
		}
		fallthrough
	case completing:
		return x.complete(i, l)
	case granting:
		return x.grant(i, l)
	case entering:
		return x.admit(i, l)
	case securing:
		if !x.secure(i, l) {
			return false
		}
		l.phase = receiving
		return true
	}
	return false // awaiting, computing, signalling, finished
}

func (x *Run) fetch(i int32, l *lane) bool {
	if l.index < l.step.alike {
		l.phase = receiving
		if x.passes != nil { // steps that are alike move other data each
			p := &x.passes[i]
			p.shared, p.known, p.waits, p.done = false, false, false, false
		}
		return true
	}
	number := i - l.rank*x.schedule.Lanes
	s, ok := x.schedule.Step(l.rank, number, l.index)
	if !ok {
		if x.answers != nil && !x.settled(i, l, 0) {
			return false
		}
		l.phase = finished
		x.done++
		return false
	}
	k := &l.step
	k.bytes, k.recv, k.send, k.round = s.Bytes, s.Recv, s.Send, s.Round
	k.waitLane, k.waitStep, k.task, k.mark, k.reduce, k.signal = s.WaitLane, s.WaitStep, s.Task, s.Mark, s.Reduce, s.Signal
	if x.passes != nil {
		x.moves(i, l, number, &s)
	}
	if x.trace != nil {
		x.begins(i, &s)
	}
	if s.WaitLane >= 0 && x.lanes[l.rank*x.schedule.Lanes+s.WaitLane].index <= s.WaitStep {
		l.parked = true
		return false
	}
	l.phase = receiving
	k.alike = x.alike(l, number)
	return true
}

// alike is where the steps end that are like the present one, in all that a lane keeps but the round, which only a gate asks
// for. Who waits for others, is waited for, or does more than to receive and send is asked for every step.
func (x *Run) alike(l *lane, number int32) int32 {
	s := &l.step
	if x.gate.on || x.trace != nil || s.waitLane >= 0 || s.signal || s.task != 0 || s.mark != 0 {
		return 0
	}
	return x.schedule.Repeats(l.rank, number, l.index)
}

func (x *Run) receive(i int32, l *lane) bool {
	if l.step.recv < 0 {
		l.phase, l.got = working, -1
		return true
	}
	id := x.take(l, l.step.recv)
	if id < 0 {
		return false
	}
	x.accept(i, l, id, &x.transits[id])
	return true
}

// accept begins to receive message id, which is here, by the transit given, or has asked to be sent.
func (x *Run) accept(i int32, l *lane, id int32, t *fabric.Transit) {
	if m := &x.messages[id]; m.bytes != l.step.bytes {
		panic(fmt.Sprintf("exec: %s lane %d step %d expects %d bytes from %s, but message %d of that lane has %d: messages overtook one another",
			x.schedule.Party(l.rank), i%x.schedule.Lanes, l.index, l.step.bytes, x.schedule.Party(m.src), m.order, m.bytes))
	}
	l.got = id
	if x.trace != nil {
		x.book.Label(i, x.messages[id].round)
	}
	if x.passes != nil && !x.seated(l.rank) {
		x.meet(i, l, id, t)
	} else {
		x.join(i, l, id, t)
	}
	l.phase = noticing
	if m := &x.messages[id]; m.asks {
		l.phase, m.posted = granting, l.time
	}
}

// notice finds out that the message has arrived. A lane that polls looks at once, then every Poll; an interrupt was
// booked on the message already.
func (x *Run) notice(i int32, l *lane) {
	x.look(i, l)
	l.phase = unloading
}

// look polls until what the lane has been waiting for since it was ready is noticed.
func (x *Run) look(i int32, l *lane) {
	if p := x.host.Poll; p > 0 && x.irqs == nil && !x.seated(l.rank) {
		looks := max(1, (l.time.Sub(l.ready)+p-1)/p)
		x.charge(i, l, ledger.Complete, l.ready.Add(looks*p).Sub(l.time))
	}
}

func (x *Run) unload(i int32, l *lane) bool {
	if x.bare {
		x.release(l.got)
		l.phase = working
		return true
	}
	if x.seated(l.rank) {
		return x.absorb(i, l)
	}
	m := &x.messages[l.got]
	if x.passes != nil {
		x.handle(i, l)
	}
	var copying, reducing units.Duration
	if x.host.Rendezvous && !m.asks && !x.seated(m.src) {
		copying = x.price(m.bytes).copying
	}
	if l.step.reduce {
		reducing = x.price(m.bytes).reducing
	}
	onCore := x.host.ReduceOnCore && reducing > 0
	if !x.ask(i, l, core, copying > 0 || onCore) {
		return false
	}
	x.spend(i, l, ledger.Prepare, copying)
	if onCore {
		x.spend(i, l, ledger.Reduce, reducing)
	}
	x.leave(l)
	if x.host.Bounce && x.crosses(m.src, l.rank) {
		x.spend(i, l, ledger.Prepare, x.host.Staging(m.bytes))
	}
	if !onCore {
		x.spend(i, l, ledger.Reduce, reducing)
	}
	if x.answers != nil {
		x.answers[i].receive()
	}
	x.consumed(i, l, m.round)
	if x.trace != nil {
		x.takes(l.got, l.time)
	}
	switch {
	case x.windowed(m.src, m.dst):
		x.taken(i, l, l.got)
	case x.credited(m.src, m.dst):
		x.returned(i, l, l.got)
	default:
		x.release(l.got)
	}
	l.phase = working
	return true
}

// complete ends a step. One that others wait for ends by an event, so that a waiter finds either the step undone or the
// time of its end in the past.
func (x *Run) complete(i int32, l *lane) bool {
	if x.answers != nil && (l.step.signal || l.step.mark != 0) && !x.settled(i, l, x.answers[i].open()) {
		return false
	}
	if n := l.step.mark; n != 0 {
		x.marks[l.rank] = append(x.marks[l.rank], Mark{n, l.time, l.waited - x.marked[i]})
		x.marked[i] = l.waited
	}
	if l.step.signal {
		x.event(l.time, x.key(opSignal, i-l.rank*x.schedule.Lanes, 0), opSignal, uint64(i))
		l.phase = signalling
		return false
	}
	l.index++
	l.phase = fetching
	return true
}
