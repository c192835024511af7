package packet

import (
	"math"
	"math/bits"

	"collsim/sim/units"
)

// choice is who leaves a port next, and when.
type choice struct {
	at    units.Time // never = nobody, as far as is known
	queue int32
	input int32
	lane  int32
}

// ready is when the head of q can leave, as far as is known (R1).
func (p *port) ready(ln *lane, q *queue) units.Time {
	if ln.credit >= int64(q.wire) {
		return max(p.free, q.offered)
	}
	return ln.wait(max(p.free, q.offered), q)
}

// choose finds who leaves p next (R5): the first instant at which somebody can, and then the class whose turn it is, in
// the class the lane whose turn it is, and in the lane the input whose turn it is or the one that was offered first.
func (n *Net) choose(p *port) choice {
	if n.width > 1 {
		return n.chooseLane(p)
	}
	best := choice{at: never}
	ln := &n.lanes[p.lanes]
	if ln.heads.lone() { // of one there is no choice
		if ln.heads.set != 0 {
			best.input = int32(bits.TrailingZeros64(ln.heads.set))
			best.queue = ln.heads.queue + best.input
			best.at = p.ready(ln, &n.queues[best.queue])
		}
		return best
	}
	if !ln.heads.empty() {
		return n.pick(p, ln, 0, best)
	}
	return best
}

// pick is best, or who leaves lane v next if that is earlier. It asks the inputs in turn, and the first that can leave
// when the link is free is the winner.
func (n *Net) pick(p *port, ln *lane, v int32, best choice) choice {
	if p.oldest {
		return n.pickOldest(p, ln, v, best)
	}
	first := ln.heads.from(ln.heads.turn)
	for i := first; ; {
		qi := ln.heads.queueOf(i)
		if at := p.ready(ln, &n.queues[qi]); at < best.at {
			best = choice{at, qi, i, v}
			if at == p.free {
				return best
			}
		}
		if ln.heads.lone() {
			return best
		}
		if i = ln.heads.from(i + 1); i == first {
			return best
		}
	}
}

// pickOldest asks all inputs of one lane, in order of their numbers. A later lane does not win a tie.
func (n *Net) pickOldest(p *port, ln *lane, v int32, best choice) choice {
	oldest := units.Time(-1) // never wins against another lane
	for i := ln.heads.first(0); i >= 0; i = ln.heads.first(i + 1) {
		qi := ln.heads.queueOf(i)
		q := &n.queues[qi]
		if at := p.ready(ln, q); at < best.at || at == best.at && q.offered < oldest {
			best = choice{at, qi, i, v}
			oldest = q.offered
		}
	}
	return best
}

// wakeAt makes port o decide at the given instant, which is earlier than any it would have decided at.
func (n *Net) wakeAt(o int32, p *port, at units.Time) {
	if p.wake = at; p.planning && n.plan(o, p, at) {
		return
	}
	n.kernel.At(at, lastKey, n.id, opWake, uint64(o))
}

// wakeNext makes port o decide as soon as there is something to decide, if that is earlier than it would.
func (n *Net) wakeNext(o int32, p *port) {
	if c := n.choose(p); c.at < p.wake {
		n.wakeAt(o, p, c.at)
	}
}

// wake decides at port o, and goes on for as long as nothing that is still unknown could matter.
func (n *Net) wake(o int32, now units.Time) {
	p := &n.ports[o]
	if p.wake != now { // overtaken: it has decided already, or will later
		return
	}
	if p.ahead {
		p.wake = never
		n.early = append(n.early, o)
		n.runAhead()
		return
	}
	if (p.home >= 0 || p.stoppable) && !n.heed(o, p, now) {
		return
	}
	c := n.choose(p)
	if c.at != now {
		bug("port %d is woken at %d ps, but would decide at %d", o, now, c.at)
	}
	n.decide(o, p, c, now.Add(p.horizon))
	if len(n.early) > 0 {
		n.runAhead()
	}
}

// decide commits a choice of port o and those that follow it before an instant.
func (n *Net) decide(o int32, p *port, c choice, until units.Time) {
	p.wake = deciding
	for {
		if n.folded != nil {
			n.witness(o, p, c)
		}
		n.depart(o, p, c)
		if p.serving >= 0 { // op tail goes on
			return
		}
		if c = n.choose(p); c.at >= until && !n.certain(p, c, until) {
			p.wake = never
			if c.at < never {
				n.wakeAt(o, p, c.at)
			}
			return
		}
	}
}

// certain reports whether choice c of p stands although it is not before an instant: heads that have not landed may leave
// from then on, and so are behind it in line.
func (n *Net) certain(p *port, c choice, until units.Time) bool {
	return p.inLine && c.at < never && n.queues[c.queue].offered <= until && n.memories[p.home].paused == 0
}

// heed takes notice, before p decides, of what has arrived at its device and, where that may have told it to stop, at its
// far end. It reports whether p is still to decide now.
func (n *Net) heed(o int32, p *port, now units.Time) bool {
	if p.home >= 0 {
		if a := &n.approaches[p.home]; a.first() <= now {
			n.catchUp(a, now, math.MaxInt32)
		}
	}
	if p.stoppable && n.cables[o].flying > 0 {
		n.hear(p, now)
	}
	if p.wake != now && len(n.early) > 0 {
		n.runAhead()
	}
	return p.wake == now
}

// hear makes heads of p land by which it may have been told to stop before now. Only its own can be the reason, and what
// makes it go on is told as it happens.
func (n *Net) hear(p *port, now units.Time) {
	if a := &n.approaches[p.far]; a.next < now {
		n.catchUp(a, now, -1)
	}
}

// tail ends a decision behind an input queue whose packet took no time, one round after it: what the queue offers next
// is seen by no decision of the round in which the packet left, whichever of them came first.
func (n *Net) tail(o int32) {
	p := &n.ports[o]
	qi := p.serving
	p.serving, p.wake = -1, never
	n.offerNext(qi)
	n.wakeNext(o, p)
}

// runAhead lets the ports that may decide ahead of the clock do so until none of them can.
func (n *Net) runAhead() {
	for len(n.early) > 0 {
		o := n.early[len(n.early)-1]
		n.early = n.early[:len(n.early)-1]
		if n.ports[o].ahead {
			n.decideAhead(o)
		} else {
			n.decideSoon(o)
		}
	}
}

// decideSoon decides what port o would decide soon, where heads have landed, if nothing still unknown could matter.
func (n *Net) decideSoon(o int32) {
	p, now := &n.ports[o], n.kernel.Now()
	if p.stoppable && n.cables[o].flying > 0 {
		n.hear(p, now)
	}
	c, until := n.choose(p), now.Add(p.horizon)
	if c.at < until || n.certain(p, c, until) {
		n.decide(o, p, c, until)
	} else if c.at < p.wake {
		n.wakeAt(o, p, c.at)
	}
}

// decideAhead commits every packet of port o, which one input feeds, whose start is known. Order is no question there,
// but credit is: a return that is known now may be beaten by one that becomes known later. None of those is back before
// now + latency; after that, only returns by a single exit come in order.
func (n *Net) decideAhead(o int32) {
	p := &n.ports[o]
	if p.stoppable && n.cables[o].flying > 0 {
		n.hear(p, n.kernel.Now())
	}
	ln := &n.lanes[p.lanes]
	for !ln.heads.empty() {
		input := ln.heads.from(0)
		c := choice{queue: ln.heads.queueOf(input), input: input}
		q := &n.queues[c.queue]
		c.at = p.ready(ln, q)
		if c.at == never {
			return
		}
		if unbound := max(p.free, q.offered); c.at > unbound {
			ln.collect(unbound)
			if ln.ways > 1 && c.at > n.kernel.Now().Add(p.latency) {
				if c.at < p.wake {
					n.wakeAt(o, p, c.at)
				}
				return
			}
		}
		if p.far >= 0 && c.at >= n.kernel.Now().Add(n.cables[o].lead) { // a word from the far end may come first
			if c.at < p.wake {
				n.wakeAt(o, p, c.at)
			}
			return
		}
		p.wake = never
		n.depart(o, p, c)
	}
}
