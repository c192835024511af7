package flow

import (
	"fmt"
	"math"
	"slices"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Net carries messages as flows that share links fairly. It implements [fabric.Net].
type Net struct {
	kernel *sim.Kernel
	id     sim.HandlerID
	graph  *fabric.Graph
	sink   fabric.Sink
	wake   units.Time // the one instant whose event counts; -1 = none does
	later  units.Time // of an event that was overtaken and is still to come; -1 = none is known

	links    []link
	crossing [][]member // by link
	books    []book     // by link
	sourceOf []int32    // by link; -1 = no path begins there
	sources  []source
	lines    []line
	flows    []flow
	hops     []hop // width of them for each flow
	paths    []path
	routes   []fabric.LinkID // of all paths
	wires    []units.Bytes   // beside them
	width    int
	exits    map[[2]int32]int32 // first and second link -> line
	interned map[string]fabric.PathID

	messages  []message
	spare     int32
	idleFlows []int32
	underway  int
	transit   fabric.Transit // what Deliver sees
	observed  *observed      // nil = nobody wants to know by place

	ends     agenda  // of flows; of one instant by first link, then in the order of the source
	sendings agenda  // of what sources send that others wait behind
	starting []int32 // first links of sources that are free for the next message
	moving   []int32 // lines whose head is to be a flow
	stirred  []int32 // sources that may be free at another instant than was known
	sharing          // what is being shared anew
}

// lastKey is the key of wakes: in a round of an instant they come after all that may send something.
const lastKey = math.MaxUint32

// New returns a Net over g, or an error that lists every link that cannot carry anything.
func New(k *sim.Kernel, g *fabric.Graph, sink fabric.Sink) (*Net, error) {
	if err := g.CheckLinks(); err != nil {
		return nil, err
	}
	n := &Net{
		kernel: k, graph: g, sink: sink, wake: -1, later: -1, spare: -1, sharing: sharing{round: 1},
		interned: map[string]fabric.PathID{}, exits: map[[2]int32]int32{},
	}
	n.links, n.books = wire(g)
	n.crossing = make([][]member, len(n.links))
	n.sourceOf = slices.Repeat([]int32{-1}, len(n.links))
	n.id = k.Register(n)
	return n, nil
}

// Send puts m behind the messages that its source has handed to the same first link. If there are none it starts at this
// instant, once all that is sent now is known.
func (n *Net) Send(m fabric.Message) {
	p := &n.paths[m.Path]
	now := n.kernel.Now()
	i := n.take()
	s := &n.sources[p.source]
	n.messages[i] = message{posted: now, bytes: m.Bytes, path: int32(m.Path), tag: m.Tag, owner: m.Owner, order: s.count, held: n.clock(p.source, now)}
	if s.owner != int64(m.Owner) || s.tenants != nil {
		n.messages[i].others = n.moveIn(p.source, m.Owner, now)
	}
	s.count++
	if n.observed != nil {
		n.await(p, m.Bytes, now)
	}
	n.push(&s.waiting, i)
	if s.waiting.head != i {
		return
	}
	if s.sending < 0 {
		n.starting = append(n.starting, s.link)
	} else {
		n.stir(p.source)
	}
	n.rouse(now)
}

// rouse sees to it that the Net wakes at instant at, and not before.
func (n *Net) rouse(at units.Time) {
	switch at {
	case n.wake:
	case n.later:
		n.wake, n.later = at, -1
	default:
		if n.wake >= 0 {
			n.later = n.wake
		}
		n.wake = at
		n.kernel.At(at, lastKey, n.id, 0, 0)
	}
}

// Handle ends what ends now, starts what can start, and shares the links among what is left. A message without bytes
// starts and ends in one instant.
func (n *Net) Handle(now units.Time, _ uint16, _ uint64) {
	if now != n.wake {
		if now == n.later {
			n.later = -1
		}
		return // overtaken
	}
	n.wake = -1
	for {
		for len(n.ends.items) > 0 && n.ends.items[0].at <= now {
			n.finish(n.ends.items[0].number, now)
		}
		for len(n.sendings.items) > 0 && n.sendings.items[0].at <= now {
			n.part(n.sendings.items[0].number, now)
		}
		n.start(now)
		n.share(now)
		n.plan(now)
		next, some := n.next()
		if !some {
			return
		}
		if next > now {
			n.rouse(next)
			return
		}
	}
}

// next is when something happens that is known.
func (n *Net) next() (at units.Time, some bool) {
	for _, a := range [...]*agenda{&n.ends, &n.sendings} {
		if len(a.items) > 0 && (!some || a.items[0].at < at) {
			at, some = a.items[0].at, true
		}
	}
	return at, some
}

// Counters reports on the sending end of link id. Packets counts whole messages, once they are through.
func (n *Net) Counters(id fabric.LinkID) fabric.Counters {
	b := &n.books[id]
	c := fabric.Counters{Bytes: b.total, Packets: b.count}
	if b.total > 0 {
		c.Busy = b.rate.Over(b.total)
	}
	return c
}

// Settled reports an error while messages are under way.
func (n *Net) Settled() error {
	if n.underway > 0 {
		return fmt.Errorf("flow: %d messages are still under way", n.underway)
	}
	return nil
}
