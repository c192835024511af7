package flow

import (
	"fmt"
	"math"

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
	wake   units.Time // the one instant whose event counts

	links    []link
	hops     []hop
	paths    []path
	interned map[string]fabric.PathID
	sources  []source // by first link

	messages []message
	spare    int32
	underway int
	transit  fabric.Transit // what Deliver sees
	observed *observed      // nil = nobody wants to know by place

	ends     []int32 // heap of the sources that send, by end, then by first link
	starting []int32 // sources whose next message starts at this instant
	sharing          // what is being shared anew
}

// lastKey is the key of wakes: in a round of an instant they come after all that may send something.
const lastKey = math.MaxUint32

// New returns a Net over g, or an error that lists every link that cannot carry anything.
func New(k *sim.Kernel, g *fabric.Graph, sink fabric.Sink) (*Net, error) {
	if err := g.CheckLinks(); err != nil {
		return nil, err
	}
	n := &Net{kernel: k, graph: g, sink: sink, wake: -1, spare: -1, sharing: sharing{round: 1}, interned: map[string]fabric.PathID{}}
	n.links = wire(g)
	n.sources = make([]source, len(n.links))
	for i := range n.sources {
		n.sources[i] = source{head: -1, tail: -1, place: -1, owner: -1}
	}
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
	n.messages[i] = message{posted: now, bytes: m.Bytes, path: int32(m.Path), tag: m.Tag, owner: m.Owner, next: -1, before: s.waits(now, n)}
	if s.owner != int64(m.Owner) || s.tenants != nil {
		n.messages[i].others = n.moveIn(s, m.Owner, now)
	}
	if n.observed != nil {
		n.await(p, m.Bytes, now)
	}
	if s.head >= 0 {
		n.messages[s.tail].next = i
		s.tail = i
		return
	}
	s.head, s.tail = i, i
	n.starting = append(n.starting, p.source)
	n.rouse(now)
}

// rouse sees to it that the Net wakes at instant at, and not before.
func (n *Net) rouse(at units.Time) {
	if at != n.wake {
		n.wake = at
		n.kernel.At(at, lastKey, n.id, 0, 0)
	}
}

// Handle ends what ends now, starts what can start, and shares the links among what is left. A message without bytes
// starts and ends in one instant.
func (n *Net) Handle(now units.Time, _ uint16, _ uint64) {
	if now != n.wake {
		return // overtaken
	}
	n.wake = -1
	for {
		for len(n.ends) > 0 && n.sources[n.ends[0]].end <= now {
			n.finish(n.ends[0], now)
		}
		n.start(now)
		n.share(now)
		if len(n.ends) == 0 {
			return
		}
		if next := n.sources[n.ends[0]].end; next > now {
			n.rouse(next)
			return
		}
	}
}

// Counters reports on the sending end of link id. Packets counts whole messages, once they are through.
func (n *Net) Counters(id fabric.LinkID) fabric.Counters {
	l := &n.links[id]
	c := fabric.Counters{Bytes: l.total, Packets: l.count}
	if l.total > 0 {
		c.Busy = l.rate.Over(l.total)
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
