package exec

import (
	"fmt"
	"slices"

	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Run plays one schedule.
type Run struct {
	kernel    *sim.Kernel
	net       fabric.Net
	ahead     fabric.Early    // the same; nil = it takes messages when they leave
	observed  fabric.Observed // the same; nil = nobody wants to know by place where time goes
	hops      [][]fabric.Hop  // by message
	trace     *tracing        // nil = nobody wants to know what lanes and messages do
	schedule  *algo.Schedule
	graph     *fabric.Graph
	choices   int // paths that have several ways
	host      host.Model
	fold      *Fold
	folded    fabric.Folded // the net, where there is a fold
	skip      *skipping     // nil = every period is played
	ranks     int32
	played    int32 // ranks that have lanes: all, or representatives
	parties   int32 // and the seats after them
	seats     []seat
	stands    []Stand
	orderBits int     // of keys
	beside    []int32 // rank -> lanes of ranks before it that stand on its GPU; nil = no GPU has several
	among     []int32 // rank -> lanes of ranks before it that stand in its node
	crowded   int32   // nodes that ranks stand in, up to the highest
	shares    bool    // some node has several ranks
	classes   []uint8
	id        sim.HandlerID

	lanes       []lane
	marked      []units.Duration // by lane, what it had waited at its last mark
	answers     []acks           // by lane; nil = nobody acknowledges messages
	started     []units.Time     // by lane, when the NIC starts its last message between nodes; nil = all take it equally long
	messages    []message
	transits    []fabric.Transit // by message, of those that are here and have not been taken
	spare       int32            // first message that is not in use; -1 = none
	book        *ledger.Book
	paths       paths
	free        [resources][]units.Time // owner -> when its resource can be had again; nil = nobody waits for it
	irqs        []units.Time            // rank -> when the interrupt that is being prepared fires; nil = nobody uses interrupts
	due         []int32                 // rank -> what it will send at an instant that is not settled, or by an event; nil = nothing is sent early
	window      int32
	halted      int64            // times that a lane found its window full
	outstanding [][]outstanding  // lane -> its peers, ascending; nil = there is no window
	apart       bool             // thread blocks pass otherwise over what they exchange with other nodes
	passes      []pass           // by lane; nil = no thread blocks move data
	stores      []store          // by message, of thread blocks
	rest        fabric.Transit   // what is left of the transit at hand when its message has been written
	gaps        []gap            // by lane, of thread blocks
	turns       []turns          // by lane; nil = no proxy thread goes round its lanes
	idleWays    []idleWay        // by path, that thread blocks do not fill
	idleBytes   []units.Bytes    // by link, what that makes
	idleSince   int64            // as of so many messages
	credits     [][]credit       // lane -> its peers, ascending, of thread blocks; nil = there is no window
	announced   ledger.Component // what happens between a message's last byte and whoever waits for it
	known       []bool           // rank -> its buffer is registered; nil = not asked for
	cache       cache            // or which pieces of it
	gate        gate
	connections [][]connection // rank -> its connections to higher ranks, ascending; nil = they cost nothing
	tasks       []Task
	failed      units.Duration // what attempts took that came to nothing
	burdens     []burden       // by lane, of what it computes; nil = bytes that move do not slow it down
	slowed      units.Duration
	bare        bool       // software costs nothing
	uneven      bool       // some rank is slow
	trembles    bool       // chance adds to posts
	last        [2]price   // of the last sizes asked for
	entered     []uint32   // rank -> calls of the library so far
	marks       [][]Mark   // rank -> marks in the order in which they were set; nil = the schedule has none
	flights     [][]Flight // rank -> flights that ended, as the news came; nil = not asked for
	woken       []int32    // lanes that can go on

	flows   []source // other traffic
	pending int      // events that the schedule waits for
	flying  int      // its messages, and control messages, in the network

	sent     int64
	payload  units.Bytes
	controls int64
	done     int
	longest  int32 // the lane that ended last, where launches then held all up; else 0
	failure  error
}

// New binds a run. It reports what about the configuration cannot work.
func New(c Config) (*Run, error) {
	s := c.Schedule
	if c.Rounds && s.Call.Slices > 1 {
		return nil, fmt.Errorf("exec: %d slices with a barrier after each round: slices pipeline rounds, a barrier forbids that", s.Call.Slices)
	}
	if c.Window < 0 {
		return nil, fmt.Errorf("exec: a window of %d messages: it needs at least one, or 0 for any number", c.Window)
	}
	x := &Run{kernel: sim.New(c.Limits), schedule: s, graph: c.Graph, host: c.Host, spare: -1, tasks: c.Tasks, classes: c.Classes}
	x.ranks, x.played, x.parties = int32(s.Call.Ranks), int32(s.Call.Ranks), s.Parties()
	if x.fold = c.Fold; x.fold != nil {
		x.played, x.parties = x.fold.Ranks.Stride, x.fold.Ranks.Stride
	}
	if err := x.bindStands(&c); err != nil {
		return nil, err
	}
	if err := x.bindSeats(c.Seats); err != nil {
		return nil, err
	}
	x.id = x.kernel.Register(x)
	net, err := c.Net(x.kernel, x)
	if err != nil {
		return nil, err
	}
	x.net = net
	if err := x.bindFold(); err != nil {
		return nil, err
	}
	words := chargeable(&c, net)
	if c.Skip && c.Fold != nil {
		words = append(words, c.spare())
	}
	x.book = ledger.NewBook(c.Traced || c.Meter != nil || c.Trace != nil, words...)
	if c.Meter != nil {
		if err := x.observe(c.Meter); err != nil {
			return nil, err
		}
	}
	if c.Trace != nil {
		x.trace = &tracing{into: c.Trace}
	}
	x.bindHost()
	if x.bindKernel(); x.passes != nil {
		x.bindCredits(c.Window)
	} else {
		x.bindWindow(c.Window)
	}
	for _, f := range c.Flows {
		if f.Rate > 0 {
			x.flows = append(x.flows, source{Flow: f})
		}
	}
	x.paths.init(x.parties, s.Lanes)
	if err := x.bindPaths(); err != nil {
		return nil, err
	}
	if c.Rounds {
		x.bindGate()
	}
	if c.Flights {
		x.flights = make([][]Flight, s.Call.Ranks)
	}
	x.bindEarly()
	x.bindBare()
	x.bindSkip(&c)
	x.begin(c.Before, c.Start)
	return x, nil
}

func (x *Run) bindHost() {
	ranks, h := int(x.played), &x.host
	x.uneven = h.Slowed()
	x.trembles = h.Post > 0 && (h.Jitter.Mean > 0 || h.Scheduling.Mean > 0 || h.Noise != nil)
	x.last[0].bytes, x.last[1].bytes = -1, -1
	x.bindResources()
	x.entered = make([]uint32, ranks)
	x.marks = make([][]Mark, ranks)
	if x.host.Completion == host.Interrupt {
		x.irqs = make([]units.Time, ranks)
	}
	if x.host.Detour > 0 {
		x.connections = make([][]connection, ranks)
	}
	if x.host.Capacity > 0 {
		x.cache.init(ranks, x.host.Capacity)
	} else if x.host.Cache == host.Cold {
		x.known = make([]bool, ranks)
	}
}

// begin starts every rank: late if it is told to be. Its first lane calls the library, and the others join it then;
// where the schedule itself says when the library is called, all lanes begin at once. Seats are always there.
func (x *Run) begin(before units.Duration, start []units.Duration) {
	s := x.schedule
	x.failed = before
	x.lanes = make([]lane, x.parties*s.Lanes)
	x.marked = make([]units.Duration, len(x.lanes))
	if x.host.Ack != host.NoAck {
		x.answers = make([]acks, len(x.lanes))
	}
	if x.host.Small > 0 || x.host.NetRise > 0 || x.host.NetRead > 0 || x.host.NetLate > 0 {
		x.started = make([]units.Time, len(x.lanes))
	}
	x.book.Grow(len(x.lanes) + 2)
	x.bindBurdens()
	calls := slices.ContainsFunc(x.tasks, func(t Task) bool { return t.Call })
	for i := range x.lanes {
		l := &x.lanes[i]
		l.rank = int32(i) / s.Lanes
		l.head, l.tail = -1, -1
		if x.absent(l.rank) {
			l.phase = finished
			x.done++
			continue
		}
		x.charge(int32(i), l, ledger.Retransmit, before)
		if x.seated(l.rank) {
			continue
		}
		if start != nil {
			x.charge(int32(i), l, ledger.Skew, start[l.rank])
		}
		if first := int32(i)%s.Lanes == 0; !calls && first {
			l.phase = entering
		}
	}
	for i := range x.lanes {
		if first := int32(i)%s.Lanes == 0; calls || first || x.seated(x.lanes[i].rank) {
			x.advance(int32(i))
		}
	}
	x.settle()
}

// Play fires up to budget events (0 = all) and reports whether anything is left to do. A schedule that cannot go on is
// a *Deadlock, or a *fabric.GaveUp where a message was lost for good; a limit that is reached is an error of package sim.
func (x *Run) Play(budget uint64) (more bool, err error) {
	if x.skip != nil {
		more, err = x.instants(budget)
	} else {
		more, err = x.kernel.Run(budget)
	}
	if err != nil && x.flows != nil && x.done == len(x.lanes) { // only other traffic is left
		return false, nil
	}
	if err != nil || more {
		return more, err
	}
	if x.done != len(x.lanes) {
		return false, x.deadlock()
	}
	x.issued()
	return false, x.net.Settled()
}

// Now is the simulated time reached so far.
func (x *Run) Now() units.Time { return x.kernel.Now() }

// Events counts the events fired so far.
func (x *Run) Events() uint64 { return x.kernel.Fired() }

// Counters reports what happened at the sending end of a link, or of the one that stands for it.
func (x *Run) Counters(id fabric.LinkID) fabric.Counters {
	if x.fold != nil {
		rep, ok := x.fold.Fabric.StandIn(id)
		if !ok {
			return fabric.Counters{}
		}
		id = rep
	}
	c := x.net.Counters(id)
	c.Bytes -= x.idled(id)
	return c
}
