package packet

import (
	"fmt"
	"math"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Options of a Net. The zero value is what a run wants: exact, and as quick as that can be.
type Options struct {
	NoLookAhead bool  // one event takes one decision, at sources too; costs more and changes nothing
	Grant       Grant // how much a decision may grant, once all paths are known (Seal); coarser than packets, and quicker

	Seed, Replicate uint64 // of the draws by which switches mark packets
}

// Net moves messages as packets through ports with finite buffers.
type Net struct {
	kernel *sim.Kernel
	graph  *fabric.Graph
	sink   fabric.Sink
	id     sim.HandlerID

	options   Options
	granted   grants
	ends      []units.Time // of the packets of a train that leaves
	turns     []turn       // by port, where there are trains
	lookAhead bool
	sealed    bool // no new path will come
	watched   bool // somebody wants to see departures, or to know by place

	ports   []port   // by link
	lanes   []lane   // port*width + class*escapes + escape lane
	sources []source // like lanes, only those of ports at GPUs are used; behind them, like flows
	flows   []flow   // by path that was made, then by lane; nil = senders do not slow down
	width   int32    // lanes a port
	escapes int32    // of them a class
	classes int32
	queues  []queue
	shares  []share // port*classes + class; nil = ports have one lane

	packets     []packet
	freePacket  int32
	messages    []message
	fates       []fate // like messages, where gathers
	freeMessage int32
	cells       []cell  // blocks of one a hop, for messages under way
	freeCells   []int32 // by hops: the first cell of a free block, chained through cell.next

	approaches []approach // to devices that act on arrivals
	cables     []cable    // by port; only those on approaches are used

	memories []memory          // by approach; nil = no device is output-queued
	accounts []account         // like lanes; nil likewise
	tenants  []*fabric.Tenants // by port; nil = all that starts at a port is one owner's, or there is none like that
	foreign  []units.Duration  // by message, where there are tenants: for how long its first port had sent others' bytes
	gathers  bool              // messages are there when all their packets are, whichever comes last
	lost     error             // the first packet that was dropped and is not sent again

	steps   []step
	paths   []path
	routing routing

	numbers []int32 // by packet, where messages gather: which of its message's it is

	// Where the graph routes adaptively.
	steers   bool
	branches []branch
	backlogs []backlog       // by port
	counting []fabric.LinkID // of those, which began to count since the last Send
	settled  int             // so many steps land where they must
	alive    int             // messages

	early   []int32 // ports that may decide ahead of the clock, to be looked at before the handler returns
	transit fabric.Transit
	trace   func(Departure)

	observed *observed // nil = nobody wants to know by place
	folded   *folded   // nil = every link is played
}

const (
	opWake    uint16 = iota // a port decides; arg = port
	opTail                  // a packet that took no time has left an input queue; arg = port
	opDeliver               // a message has arrived; arg = the port that sent it last
	opNotify                // a sender hears that its packets are marked; arg = flow
	opEnd                   // the rest of a message has arrived whose last packet was dropped; arg = message
	opRelease               // a tail has left a memory, and may let its input go on; arg = approach
	opArrive                // a head is at a device that acts on arrivals, where that must be known at once; arg = the port that sent it
	opLand                  // the first of the heads on an approach has been there for long enough; arg = approach
)

// lastKey is the key of decisions: in a round of an instant they come after all that may hand in something new.
const lastKey = math.MaxUint32

// releaseKey is the key of what leaves a memory: in a round of an instant it comes after all that arrives there.
const releaseKey = math.MaxUint32 - 2

// New returns a Net over g that delivers to sink and keeps time by k. The error lists everything in g that packets
// cannot be played on.
func New(k *sim.Kernel, g *fabric.Graph, sink fabric.Sink, o Options) (*Net, error) {
	if err := check(g); err != nil {
		return nil, err
	}
	n := &Net{kernel: k, graph: g, sink: sink, options: o, width: int32(g.PortLanes()), escapes: int32(max(g.Escapes, 1)), classes: int32(g.Lanes), lookAhead: !o.NoLookAhead, freePacket: -1, freeMessage: -1}
	if n.steers = g.Routing.Adaptive(); n.steers {
		n.backlogs = make([]backlog, len(g.Links))
		for o := range n.backlogs {
			n.backlogs[o].first = never
		}
	}
	n.id = k.Register(n)
	n.layPorts()
	n.layMemories()
	n.gathers = n.steers || n.memories != nil
	n.routing = newRouting(len(g.Links))
	return n, nil
}

// Handle takes the Net's own events.
func (n *Net) Handle(now units.Time, op uint16, arg uint64) {
	switch op {
	case opWake:
		n.wake(int32(arg), now)
	case opTail:
		n.tail(int32(arg))
	case opDeliver:
		n.deliver(int32(arg), now)
	case opArrive:
		n.catchUp(&n.approaches[n.ports[arg].far], now, int32(arg))
		n.runAhead()
	case opLand:
		n.landDue(int32(arg), now)
	case opNotify:
		n.catchUpPlans(n.flows[arg].port)
		n.flows[arg].cut(&n.graph.DCQCN, now)
	case opEnd:
		n.end(int32(arg), now)
	case opRelease:
		n.look(int32(arg), now)
	}
}

// Counters reports what the sending end of link id has decided so far. Look-ahead decides a little ahead of the clock.
func (n *Net) Counters(id fabric.LinkID) fabric.Counters {
	n.catchUpPlans(int32(id))
	p := &n.ports[id]
	c := fabric.Counters{Bytes: p.bytes, Packets: p.packets, Busy: units.Duration(p.free) - p.idle, Starved: p.starved}
	if n.steers {
		c.Reordered = n.backlogs[id].reordered
	}
	if p.stoppable {
		c.Paused = p.starved
	}
	for v := p.lanes; v < p.lanes+n.width && n.accounts != nil; v++ {
		c.Marked, c.Dropped = c.Marked+n.accounts[v].marked, c.Dropped+n.accounts[v].dropped
	}
	return c
}

// Free implements [fabric.Ahead].
func (n *Net) Free(id fabric.LinkID) units.Time {
	n.catchUpPlans(int32(id))
	return n.ports[id].free
}

// Departure is one packet leaving one port.
type Departure struct {
	Link       fabric.LinkID
	From       fabric.LinkID // the link it came by; -1 = this is its source
	Lane       uint8
	FromLane   uint8       // of From
	Tag        uint32      // of its message
	Wire       units.Bytes // on Link
	Held       units.Bytes // on From: what it gives back to the buffer there
	Eligible   units.Time  // from when on it might have left
	Start, End units.Time  // of its bytes on the wire
}

// Trace makes see watch every departure as it is decided; nil stops it. Departures of one port come in order of time.
func (n *Net) Trace(see func(Departure)) { n.trace, n.watched = see, see != nil || n.observed != nil }

func (n *Net) show(o int32, c choice, pk *packet, end units.Time) {
	wire := n.wire(o, &n.ports[o], pk)
	d := Departure{Link: fabric.LinkID(o), From: -1, Lane: uint8(c.lane), Tag: n.messages[pk.message].tag,
		Wire: units.Bytes(wire), Eligible: pk.eligible, Start: c.at, End: end}
	if s := &n.steps[pk.step]; !s.first {
		up := &n.steps[s.up]
		d.From, d.FromLane = fabric.LinkID(up.port), uint8(s.laneBefore(up, c.lane))
		d.Held = units.Bytes(n.wire(up.port, &n.ports[up.port], pk))
	}
	n.trace(d)
}

var (
	_ fabric.Net      = (*Net)(nil)
	_ fabric.Observed = (*Net)(nil)
	_ fabric.Adaptive = (*Net)(nil)
)

func bug(format string, args ...any) { panic("packet: " + fmt.Sprintf(format, args...)) }
