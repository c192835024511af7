package packet

import (
	"math"

	"collsim/fabric"
	"collsim/sim/units"
)

// step is one hop of a path, with everything about it that is the same for every full packet.
type step struct {
	port    int32
	input   int32 // by which a packet enters the device that port leaves; 0 where an output keeps one line for all
	source  int32 // on the first step: its line of messages on lane 0
	exit    int32 // the number that port's link gives to the next step's port
	up      int32 // the step before; -1 = none
	fork    int32 // where the way parts behind port: its first branch
	ways    int16 // and how many there are; 0 = one, and the next step is the next one of the Net's
	hop     int16 // how many steps are before it
	cell    int16 // of its message's, which that has for port
	first   bool
	final   bool
	escape  uint8          // the escape lane on which port is crossed
	paced   bool           // on the first step: each flow has a line of its own
	passes  bool           // it leaves a device at which messages start, and is not the first
	odd     bool           // it is paced, counted or stored, or passes, or its port has tenants
	stored  bool           // it leaves a device that is output-queued
	counted bool           // what waits for its port counts, because ways part there
	acts    bool           // the device at the end of port's link acts on arrivals
	faster  bool           // the next link sends a full packet faster than this one
	through units.Duration // to the next port: cable and device; on the final step the cable only
	hold    units.Duration // faster: a full packet may leave the next port this long after its tail left this one
	reached units.Duration // propagation on the way to this port
}

// routing is what is known about the paths so far. Nothing here is touched while messages move.
type routing struct {
	routes  map[string]fabric.PathID
	exits   map[[2]int32]int32 // (port, next port) -> step.exit
	counts  []int32            // by port: how many exits it has
	feeders []int32            // by port: the one input that feeds it, or noFeeder, or feeders
}

const (
	noFeeder = -1
	feeders  = -2
)

func newRouting(ports int) routing {
	r := routing{map[string]fabric.PathID{}, map[[2]int32]int32{}, make([]int32, ports), make([]int32, ports)}
	for i := range r.feeders {
		r.feeders[i] = noFeeder
	}
	return r
}

// Path interns a route from one GPU to another. It panics on a route that is none: empty, with a gap, through a GPU; and
// on a new one after Seal.
func (n *Net) Path(route []fabric.LinkID) fabric.PathID {
	return n.intern(fabric.RouteKey(nil, route), route, nil)
}

// intern is the path of one way that has a key.
func (n *Net) intern(key []byte, route []fabric.LinkID, images []fabric.Image) fabric.PathID {
	if id, ok := n.routing.routes[string(key)]; ok {
		return id
	}
	if n.sealed {
		bug("a new path after Seal: %s", n.routeName(route))
	}
	if err := n.graph.CheckRoute(route); err != nil {
		bug("%v", err)
	}
	id := fabric.PathID(len(n.paths))
	n.routing.routes[string(key)] = id
	n.layPath([]way{{route, n.graph.EscapeLanes(route), images}})
	return id
}

func (n *Net) routeName(route []fabric.LinkID) string {
	name := ""
	for i, id := range route {
		if i > 0 {
			name += ", "
		}
		name += n.graph.LinkName(id)
	}
	return name
}

// path is what messages are sent on.
type path struct {
	first  int32 // step
	hops   int32
	cells  int32 // as many as ports, the last one for the last port
	grant  uint8 // so many packets a train may have
	merges bool  // others may want one of its ports
}

// way is a route of a path, with the escape lane of each link.
type way struct {
	route   []fabric.LinkID
	escapes []uint8
	images  []fabric.Image // where one link of each orbit is played
}

// lane is the escape lane of a hop.
func (w *way) lane(hop int) uint8 {
	if w.escapes == nil {
		return 0
	}
	return w.escapes[hop]
}

// layPath appends a path of one or several ways that share their first link and their last.
func (n *Net) layPath(ways []way) {
	if len(ways)*len(ways[0].route) > math.MaxInt16 {
		bug("%d ways of %d links; their product is limited to %d", len(ways), len(ways[0].route), math.MaxInt16)
	}
	p := path{first: int32(len(n.steps)), hops: int32(len(ways[0].route))}
	n.lay(ways, -1, 0)
	p.cells = n.allotCells(p.first)
	n.paths = append(n.paths, p)
}

// lay appends the steps of ways that are one until the given hop, behind step up, and returns the step of that hop.
// The first way's come one behind the other.
func (n *Net) lay(ways []way, up int32, hop int) int32 {
	at := int32(len(n.steps))
	n.steps = append(n.steps, n.step(&ways[0], up, hop))
	if hop+1 == len(ways[0].route) {
		return at
	}
	groups := n.part(ways, hop+1)
	if len(groups) == 1 {
		n.lay(groups[0], at, hop+1)
		return at
	}
	n.branch(at, groups, hop+1)
	return at
}

// step is a hop of a way. It makes room for its packets in the queues that they pass.
func (n *Net) step(w *way, up int32, hop int) step {
	id := w.route[hop]
	l := &n.graph.Links[id]
	s := step{port: w.port(hop), up: up, hop: int16(hop), first: hop == 0, final: hop == len(w.route)-1, escape: w.lane(hop), through: l.Latency}
	if !s.first {
		before := &n.steps[up]
		s.reached = before.reached + before.through
	}
	if s.stored = !s.first && n.graph.Devices[l.From].OutputQueued(); !s.first && !s.stored {
		s.input = n.inputOn(w, hop)
	}
	if !s.final {
		s.through += n.graph.Devices[l.To].Latency
		next := &n.graph.Links[w.route[hop+1]]
		s.acts = n.graph.Devices[l.To].OutputQueued()
		s.exit = n.exit(s.port, n.nextPort(w, hop))
		s.faster, s.hold = hold(l, next, n.graph.Packet, s.through)
	}
	if s.final && n.starts(l.To) {
		s.exit = n.exit(s.port, endsHere)
	}
	if s.source = n.ports[s.port].lanes; s.first {
		n.start(&s, w.route)
	}
	n.feed(s.port, s.input)
	n.openQueues(s.port, s.input)
	s.passes = !s.first && n.starts(l.From)
	s.odd = s.paced || s.stored || s.passes || n.tenants != nil && n.tenants[id] != nil
	return s
}

// endsHere is what exit takes for the next port of packets that go no further.
const endsHere = -1

// starts reports whether messages start and end at a device that forwards others too: a seat, or a GPU that relays.
func (n *Net) starts(d fabric.DeviceID) bool {
	device := &n.graph.Devices[d]
	return device.Seat.There || device.Kind == fabric.GPU && n.graph.Relays()
}

// start gives the messages of a new path an input at their first port. Where the port had none for them it is behind all
// others, in a bank of its own: those before it may be in use, and outputs may share them.
func (n *Net) start(s *step, route []fabric.LinkID) {
	p := &n.ports[s.port]
	if p.own < 0 {
		p.own, p.horizon = (p.inputs+63)&^63, 0
		for v := range n.width {
			n.lanes[p.lanes+v].heads.grow(p.own + 1)
		}
	}
	if s.input = p.own; p.paced {
		n.pace(s, n.propagation(route))
	}
}

// propagation is what a head takes from end to end besides waiting.
func (n *Net) propagation(route []fabric.LinkID) units.Duration {
	d := units.Duration(0)
	for i, id := range route {
		l := &n.graph.Links[id]
		if d += l.Latency; i < len(route)-1 {
			d += n.graph.Devices[l.To].Latency
		}
	}
	return d
}

// hold says whether the next link sends a packet of payload p faster than l, and if so how long after its tail has left
// l it may start there without running dry (R3).
func hold(l, next *fabric.Link, p units.Bytes, through units.Duration) (bool, units.Duration) {
	if !next.Outruns(l, p) {
		return false, 0
	}
	return true, through - next.Rate.Over(next.Wire(p))
}

func (n *Net) inputOf(l fabric.LinkID) int32 {
	for i, in := range n.graph.In(n.graph.Links[l].To) {
		if in == l {
			return int32(i)
		}
	}
	panic("packet: a link that does not enter its own end")
}

// exit numbers the ports that paths take after link o, in the order in which they appear.
func (n *Net) exit(o, next int32) int32 {
	key := [2]int32{o, next}
	e, ok := n.routing.exits[key]
	if !ok {
		e = n.routing.counts[o]
		n.routing.exits[key] = e
		n.routing.counts[o]++
		n.countExits(o)
	}
	return e
}

// countExits makes a port that decides ahead count what is under way by exit. Behind input queues it need not: there,
// returns come in the order in which packets were sent.
func (n *Net) countExits(o int32) {
	p, to := &n.ports[o], n.graph.Links[o].To
	if !p.ahead || n.graph.Devices[to].Queueing == fabric.Input && !n.starts(to) {
		return
	}
	for len(n.lanes[p.lanes].exits) < int(n.routing.counts[o]) {
		n.lanes[p.lanes].exits = append(n.lanes[p.lanes].exits, 0)
	}
}

func (n *Net) feed(o, input int32) {
	if f := n.routing.feeders[o]; f == noFeeder {
		n.routing.feeders[o] = input
	} else if f != input {
		n.routing.feeders[o] = feeders
	}
}

// Seal promises that no new path will come. Ports that one input feeds then need no arbitration and decide ahead, as
// sources do. It must be called before the first Send and changes no result.
func (n *Net) Seal() {
	if len(n.messages) > 0 {
		bug("Seal after the first Send")
	}
	n.sealed = true
	if n.steers {
		n.settleSteps()
	}
	n.layGrants()
	if !n.lookAhead || n.width > 1 {
		return
	}
	for o := range n.ports {
		p := &n.ports[o]
		if !p.ahead && !p.inputQueued && !p.paced && p.home < 0 && n.routing.feeders[o] >= 0 {
			p.ahead = true
			n.countExits(int32(o))
		}
	}
}
