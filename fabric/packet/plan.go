package packet

import "collsim/sim/units"

// A source that knows when it sends next need not do so then. Nobody asks before the head is at the device that it goes to,
// and a device asks for that as it does for the heads on its way; so the head it would send is planned, and the packet sent
// when that lands. Nothing may come in between that the decision would have heeded: who sends a message by the port, or
// tells its flow to slow down, makes it send first what it would have sent before. Words to stop need no such care: they
// follow from heads that have landed, or will be heard later than what is decided now.
//
// A slowed flow, which has an instant far ahead for each packet, then needs no event for it.

// foresight is how much further ahead plans may be than heads are.
const foresight = 32

// plan makes port o decide at the given instant as its next head lands, and reports whether that will do. It does not where
// somebody watches, where another flow might have its turn if it came in the same instant, and where the message may be at
// its end soon: that may have to be known, and the next one may go where heads need not land.
func (n *Net) plan(o int32, p *port, at units.Time) bool {
	a, c := &n.approaches[p.far], &n.cables[o]
	if n.watched || at.Sub(n.kernel.Now()) > a.foresight {
		return false
	}
	ln := &n.lanes[p.lanes]
	if !ln.heads.lone() || ln.heads.set == 0 {
		return false
	}
	q := &n.queues[ln.heads.queueOf(ln.heads.from(0))]
	if pk := &n.packets[q.head]; !n.steps[pk.step].acts || n.messages[pk.message].left <= c.margin {
		return false
	}
	at = at.Add(p.latency)
	a.plans.add(arrival{at, -1, o})
	if c.planned++; p.stoppable && !c.restless {
		n.stir(p, a, c)
	}
	n.foresee(p.far, a, at)
	return true
}

// launch makes a port decide as it planned. That the head is to land is foreseen since then; it does at once if it may.
func (n *Net) launch(a *approach, one arrival, lands bool) {
	p, c := &n.ports[one.port], &n.cables[one.port]
	if at := one.at.Add(-p.latency); p.wake == at { // else it has decided already, or will later
		a.launching = lands
		if n.carryOut(one.port, p, at); lands {
			n.land(one.port, a.launched, one.at)
		}
	}
	c.planned--
}

// carryOut makes port o decide what it would have decided at an instant, which is past, and since. Heads that are still to
// land are no reason to stop before now.
func (n *Net) carryOut(o int32, p *port, at units.Time) {
	c, now := n.choose(p), n.kernel.Now()
	if c.at != at {
		bug("port %d planned to decide at %d ps, but would at %d", o, at, c.at)
	}
	if !p.ahead {
		n.decide(o, p, c, now)
		return
	}
	for p.wake = never; c.at < now; c = n.choose(p) {
		n.depart(o, p, c)
	}
	n.early = append(n.early, o)
}

// catchUpPlans makes port o decide what it planned to before now.
func (n *Net) catchUpPlans(o int32) {
	p, now := &n.ports[o], n.kernel.Now()
	if !p.planning || p.wake >= now || p.wake == deciding {
		return
	}
	for p.wake < now {
		n.carryOut(o, p, p.wake)
	}
	n.runAhead()
}
