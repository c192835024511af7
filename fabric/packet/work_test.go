package packet_test

import (
	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim"
	"collsim/sim/units"
)

// work is traffic whose cost is measured: what is sent at first, and what an arrival sends.
type work struct {
	graph  *fabric.Graph
	routes [][]fabric.LinkID   // by tag
	ways   [][][]fabric.LinkID // by tag, for devices that choose
	bytes  units.Bytes
	turns  int // messages a tag sends, each when the one before it on the ring has arrived; 1 = at once, no more
}

// benchCable is what the works are wired with: 50 GB/s, 100 ns cables, 200 ns switches, buffers of 64 KiB, packets of 4 KiB.
func benchCable() fabric.Link {
	l := fabrictest.Cable()
	l.Buffer = 64 * units.KiB
	return l
}

// ringOf is a ring all-reduce: rank r sends its next chunk when one from r-1 arrives.
func ringOf(ranks int, chunk units.Bytes) work {
	w := work{graph: fabrictest.Star(ranks, benchCable(), fabrictest.Box("hub")), bytes: chunk, turns: 2 * (ranks - 1)}
	for r := range ranks {
		w.routes = append(w.routes, fabrictest.StarRoute(r, (r+1)%ranks))
	}
	return w
}

func incastWork() work {
	const senders = 32
	w := work{graph: fabrictest.Star(senders+1, benchCable(), fabrictest.Box("hub")), bytes: 8 * units.MiB, turns: 1}
	for r := range senders {
		w.routes = append(w.routes, fabrictest.StarRoute(r+1, 0))
	}
	return w
}

// permutationWork sends from every one of 128 ranks to another one, in one cycle, over leaves with half as many uplinks
// as ranks.
func permutationWork() work {
	const ranks = 128
	t := fabrictest.LeafSpine(8, 16, 8, benchCable(), fabrictest.Box("box"))
	w := work{graph: t.Graph, bytes: 8 * units.MiB, turns: 1}
	d := fabrictest.NewDraw(1)
	to := make([]int, ranks)
	for i := range to {
		to[i] = i
	}
	for i := ranks - 1; i > 0; i-- { // Sattolo: a single cycle, so nobody sends to itself
		j := d.Below(i)
		to[i], to[j] = to[j], to[i]
	}
	for r := range ranks {
		w.routes = append(w.routes, t.Route(r, to[r], d.Below(t.Spines)))
		var ways [][]fabric.LinkID
		for spine := range t.Spines {
			ways = append(ways, t.Route(r, to[r], spine))
		}
		w.ways = append(w.ways, ways)
	}
	return w
}

// routed is a work whose packets take the ways that a policy says.
func routed(w work, policy fabric.Policy) work {
	w.graph.Routing = policy
	return w
}

// classed is a work whose messages are of several classes in turn, which have a lane each.
func classed(w work, classes int) work {
	w.graph.Lanes = classes
	return w
}

// switched is a work over switches of 2 MiB that pause or drop, to senders that slow down or do not.
func switched(w work, flow fabric.FlowControl, m fabric.Marking, d fabric.DCQCN) work {
	w.graph.DCQCN = d
	for i := range w.graph.Devices {
		if device := &w.graph.Devices[i]; device.Kind == fabric.Switch {
			room := w.graph.InFlight(&w.graph.Links[0])
			device.Flow = flow
			device.Buffer = fabric.SharedBuffer{Bytes: 2*units.MiB + room*units.Bytes(len(w.graph.In(fabric.DeviceID(i)))),
				Pause: 64 * units.KiB, Resume: 32 * units.KiB, Headroom: room, Marking: m}
		}
	}
	return w
}

var (
	marking = fabric.Marking{Least: 5000, Most: 200_000, Highest: units.Certain / 100}
	slowing = fabric.DCQCN{On: true, Notify: 50 * units.Microsecond, Gain: 256, EstimateTimer: 55 * units.Microsecond, RateTimer: 55 * units.Microsecond,
		ByteCounter: 10_000_000, Stages: 5, Additive: 5_000_000, Hyper: 50_000_000, Least: 12_500_000}
)

// driver plays a work.
type driver struct {
	work
	net   fabric.Net
	paths []fabric.PathID
	turn  []int
	end   units.Time
}

func (d *driver) Deliver(tag uint32, at units.Time, _ *fabric.Transit) {
	d.end = max(d.end, at)
	if next := (int(tag) + 1) % len(d.routes); d.turns > 1 {
		d.post(next)
	}
}

// Drop ends a message that lost packets as if it had none.
func (d *driver) Drop(tag uint32, at units.Time, t *fabric.Transit, _ int64, _ fabric.LinkID) {
	d.Deliver(tag, at, t)
}

func (d *driver) post(tag int) {
	if d.turn[tag] < d.turns {
		d.turn[tag]++
		d.net.Send(fabric.Message{Path: d.paths[tag], Bytes: d.bytes, Tag: uint32(tag), Lane: uint8(tag % d.graph.Lanes)})
	}
}

// set makes a driver ready to begin.
func (w work) set(k *sim.Kernel, build fabrictest.Builder) *driver {
	d := &driver{work: w, turn: make([]int, len(w.routes))}
	d.net = build(k, w.graph, d)
	for tag, r := range w.routes {
		if w.graph.Routing.Adaptive() {
			d.paths = append(d.paths, d.net.(fabric.Adaptive).Ways(w.ways[tag]))
			continue
		}
		d.paths = append(d.paths, d.net.Path(r))
	}
	return d
}

func (d *driver) begin() {
	for tag := range d.routes {
		d.post(tag)
	}
}

func (w work) play(build fabrictest.Builder) (*driver, *sim.Kernel) {
	k := sim.New(sim.Options{})
	d := w.set(k, build)
	d.begin()
	if _, err := k.Run(0); err != nil {
		panic(err)
	}
	return d, k
}

// hops counts the packets that left a port.
func (d *driver) hops() (n int64) {
	for l := range d.graph.Links {
		n += d.net.Counters(fabric.LinkID(l)).Packets
	}
	return n
}
