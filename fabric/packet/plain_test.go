package packet_test

import (
	"slices"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// plain is the reference: the rules of doc.go with one event a happening. A head arrives, a port arbitrates, a tail
// leaves, a credit comes home, a message arrives; nothing is known before it happens.
type plain struct {
	kernel   *sim.Kernel
	graph    *fabric.Graph
	sink     fabric.Sink
	id       sim.HandlerID
	ports    []plainPort
	inputs   []int // link -> its number at its far end
	routes   [][]fabric.LinkID
	ways     [][][]fabric.LinkID // by route: all its ways, where there are several
	packets  []*plainPacket      // by number, for events
	spare    []*plainPacket      // not in use
	messages []*plainMessage
	done     []*plainMessage // not in use
	transit  fabric.Transit
	hops     int64

	keeps    bool // some device is output-queued
	memories []*plainMemory
	sides    [][]plainSide    // by link and lane
	flights  [][]*plainPacket // by link: on the way to such a device
	flows    map[string]*plainFlow
	paced    []*plainFlow   // the same, by number
	turns    map[string]int // by route: of its flows at their port
}

// The happenings.
const (
	plainHead      uint16 = iota // arg = packet
	plainArbitrate               // arg = port
	plainTail                    // arg = port
	plainCredit                  // arg = bytes<<32 | lane<<24 | port
	plainDeliver                 // arg = message
	plainArrive                  // arg = port, whose first flight is at an output-queued device
	plainEnd                     // arg = packet
	plainLeave                   // arg = lane<<24 | port
	plainStop                    // likewise
	plainGo                      // likewise
	plainNotify                  // arg = flow
	plainIncrease                // arg = generation<<16 | flow
	plainEstimate                // likewise
	plainPaced                   // arg = packet
	plainGone                    // arg = port
)

type plainPort struct {
	link      *fabric.Link
	from      *fabric.Device
	lines     [][]*plainLine // lane, input; input queues are shared by the outputs of a device
	heads     [][]int        // lane, inputs in order whose head is offered to this port
	credit    []int64
	class     int     // whose turn it is
	sent, may []int64 // by class: on its turn
	lane      []int   // by class: the escape lane whose turn it is
	input     []int   // by lane
	posted    [][]*plainMessage
	own       int  // the input of messages that start here; -1 = none does
	relays    bool // a GPU that others pass
	busy      bool
	stoppable bool
	flows     int  // that start here
	asked     bool // an arbitration is under way
	sending   plainDebt
	free      units.Time
	base      units.Time
	bytes     units.Bytes // since base
	idle      units.Duration
	log       []plainRun    // whose bytes crossed it, and when
	offers    int           // heads that are offered
	wanting   units.Time    // since when the port is idle and has offers
	waiting   units.Bytes   // where ways are chosen: of packets whose tails have not left
	gone      []units.Bytes // and of those whose tails are leaving
	fabric.Counters
}

// plainRun is a time in which one owner's bytes cross a port.
type plainRun struct {
	owner      uint32
	start, end units.Time
}

// plainDebt is what is due when the tail that a port is sending has left.
type plainDebt struct {
	lane  int
	line  *plainLine
	holds bool          // the line is an input queue: its next packet comes forward
	from  fabric.LinkID // whose buffer has the room back; -1 = none
	back  int           // its lane there
	bytes units.Bytes

	wire    units.Bytes
	counted bool // among what waits for the port
}

type plainLine struct {
	packets  []*plainPacket
	occupied bool // input queues: the tail of the last one is still there
}

type plainPacket struct {
	number   int
	message  *plainMessage
	hop      int
	payload  units.Bytes
	wire     units.Bytes // on the link of its hop
	held     units.Bytes // on the link before
	last     bool
	eligible units.Time
	offered  units.Time
	trail    fabric.Transit
	arrival  units.Duration // how long the port had been idle when the packet became eligible
	front    units.Duration // and when it was offered
	index    int
	turn     int            // at an output-queued device
	landing  fabric.Transit // until the head is there
	marked   bool

	route      []fabric.LinkID // its way, as far as it is chosen
	escapes    []uint8
	sent, left units.Time // where the way is not known yet: its head and tail from the port before
}

type plainMessage struct {
	number int
	fabric.Message
	route []fabric.LinkID
	sent  units.Time
	idle  units.Duration // of its first port when it was sent
	left  units.Bytes
	hops  []plainHop
	trail fabric.Transit

	cuts    int
	under   int
	missing int
	blame   fabric.LinkID
	ended   units.Time
	whole   bool

	expected int
	took     map[fabric.LinkID]fabric.LinkID // where its first packet went behind a link
}

// plainHop is what the packet before left behind at a port.
type plainHop struct {
	end   units.Time
	idle  units.Duration
	trail fabric.Transit

	link    fabric.LinkID // where ways are chosen
	reached units.Duration
}

func newPlain(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) *plain {
	n := &plain{kernel: k, graph: g, sink: s, ports: make([]plainPort, len(g.Links)), inputs: make([]int, len(g.Links))}
	n.id = k.Register(n)
	n.lay()
	for d := range g.Devices {
		inputs := max(1, len(g.In(fabric.DeviceID(d))))
		for i, in := range g.In(fabric.DeviceID(d)) {
			n.inputs[in] = i
		}
		shared := plainLines(g.PortLanes(), inputs)
		for _, o := range g.Out(fabric.DeviceID(d)) {
			l := &g.Links[o]
			p := &n.ports[o]
			*p = plainPort{link: l, from: &g.Devices[d], lines: shared, heads: make([][]int, g.PortLanes()), input: make([]int, g.PortLanes()), posted: make([][]*plainMessage, g.PortLanes())}
			p.sent, p.may, p.lane = make([]int64, g.Lanes), make([]int64, g.Lanes), make([]int, g.Lanes)
			p.begin(0, g)
			p.stoppable = n.behind(o) != nil
			if !p.inputQueued() { // output-queued ones use the first only
				p.lines = plainLines(g.PortLanes(), inputs)
			}
			if p.own = -1; p.from.Kind == fabric.GPU && !g.PXN {
				p.own = 0
			} else if p.from.Kind == fabric.GPU || p.from.Seat.There {
				p.own, p.relays, p.lines = inputs, true, slices.Clone(p.lines)
				for v := range p.lines {
					p.lines[v] = append(slices.Clone(p.lines[v]), &plainLine{})
				}
			}
			for range g.PortLanes() {
				p.credit = append(p.credit, int64(l.Buffer))
			}
		}
	}
	return n
}

func plainLines(lanes, inputs int) [][]*plainLine {
	lines := make([][]*plainLine, lanes)
	for v := range lines {
		for range inputs {
			lines[v] = append(lines[v], &plainLine{})
		}
	}
	return lines
}

func (p *plainPort) source() bool { return p.from.Kind == fabric.GPU && !p.relays }
func (p *plainPort) inputQueued() bool {
	return p.from.Queueing == fabric.Input && !p.source() && !p.from.OutputQueued()
}

// keeps says whether packets of an input wait in an input queue.
func (p *plainPort) keeps(input int) bool { return p.inputQueued() && input != p.own }

// idleBy is how long the port has been idle until now.
func (p *plainPort) idleBy(now units.Time) units.Duration {
	if p.busy {
		return p.idle
	}
	return p.idle + now.Sub(p.free)
}

func (n *plain) Path(route []fabric.LinkID) fabric.PathID {
	n.routes = append(n.routes, append([]fabric.LinkID(nil), route...))
	if n.graph.DCQCN.On {
		n.enrol(route)
	}
	n.ways = append(n.ways, nil)
	return fabric.PathID(len(n.routes) - 1)
}

func (n *plain) Counters(id fabric.LinkID) fabric.Counters { return n.ports[id].Counters }

func (n *plain) Send(m fabric.Message) {
	route := n.routes[m.Path]
	p := &n.ports[route[0]]
	pm := n.message()
	*pm = plainMessage{number: pm.number, Message: m, route: route, sent: n.kernel.Now(), idle: p.idleBy(n.kernel.Now()), left: m.Bytes, hops: pm.hops[:0], missing: -1}
	if n.ways[m.Path] != nil {
		pm.took = map[fabric.LinkID]fabric.LinkID{}
	} else {
		for range route {
			pm.hops = append(pm.hops, plainHop{end: -1})
		}
	}
	v := n.laneOf(&plainPacket{message: pm, escapes: n.graph.EscapeLanes(route)}, 0)
	posted := n.postedOf(pm, v)
	*posted = append(*posted, pm)
	if len(p.lines[v][n.turn(pm)].packets) == 0 {
		n.cut(route[0], v, posted)
	}
}

// laneOf is the virtual lane of a packet on a hop of its way.
func (n *plain) laneOf(pk *plainPacket, hop int) int {
	if pk.escapes != nil {
		return int(pk.message.Lane)*n.graph.Escapes + int(pk.escapes[hop])
	}
	return int(pk.message.Lane)
}

// postedOf is the line of messages in which m waits for its sender's port.
func (n *plain) postedOf(m *plainMessage, v int) *[]*plainMessage {
	if f := n.flowOf(m); f != nil {
		return &f.posted
	}
	return &n.ports[m.route[0]].posted[v]
}

// cut makes the next packet of the message that is first in line.
func (n *plain) cut(o fabric.LinkID, v int, posted *[]*plainMessage) {
	p := &n.ports[o]
	m := (*posted)[0]
	payload := min(m.left, n.graph.Packet)
	m.left -= payload
	pk := n.packet()
	*pk = plainPacket{number: pk.number, message: m, payload: payload, wire: p.link.Wire(payload), last: m.left == 0, eligible: m.sent, arrival: m.idle, index: m.cuts, route: m.route, escapes: n.graph.EscapeLanes(m.route)}
	m.cuts++
	m.under++
	m.whole = pk.last
	if pk.last {
		*posted = append((*posted)[:0], (*posted)[1:]...)
	}
	line := p.lines[v][n.turn(m)]
	line.packets = append(line.packets, pk)
	if f := n.flowOf(m); f != nil && f.next > n.kernel.Now() {
		n.kernel.At(f.next, 0, n.id, plainPaced, uint64(pk.number))
		return
	}
	n.offer(o, pk)
}

func (n *plain) packet() *plainPacket {
	if i := len(n.spare) - 1; i >= 0 {
		pk := n.spare[i]
		n.spare = n.spare[:i]
		return pk
	}
	n.packets = append(n.packets, &plainPacket{number: len(n.packets)})
	return n.packets[len(n.packets)-1]
}

func (n *plain) message() *plainMessage {
	if i := len(n.done) - 1; i >= 0 {
		m := n.done[i]
		n.done = n.done[:i]
		return m
	}
	n.messages = append(n.messages, &plainMessage{number: len(n.messages)})
	return n.messages[len(n.messages)-1]
}
