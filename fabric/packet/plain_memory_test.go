package packet_test

import (
	"fmt"
	"math"
	"math/bits"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// plainMemory is an output-queued device, which counts what it holds at the moment.
type plainMemory struct {
	fabric.SharedBuffer
	pauses       bool
	shared, used int64
	turn         int // of the packet that arrives next
}

// plainSide is what such a device counts of one lane of one link.
type plainSide struct {
	line, shared, spare int64
	joined              uint64
	paused              bool
	stopped             int // at the sender: stops that it has heard less goes
	leaving             []plainLeaving
}

type plainLeaving struct {
	from  fabric.LinkID
	lane  int // there
	bytes int64
}

func (n *plain) lay() {
	n.sides = make([][]plainSide, len(n.graph.Links))
	n.flights = make([][]*plainPacket, len(n.graph.Links))
	for l := range n.sides {
		n.sides[l] = make([]plainSide, n.graph.PortLanes())
	}
	for d := range n.graph.Devices {
		b := n.graph.Devices[d].Buffer
		m := &plainMemory{SharedBuffer: b, shared: int64(b.Bytes), pauses: n.graph.Devices[d].Flow == fabric.Pause}
		if m.pauses {
			m.shared -= int64(b.Headroom) * int64(len(n.graph.In(fabric.DeviceID(d)))*n.graph.PortLanes())
		}
		n.memories = append(n.memories, m)
		n.keeps = n.keeps || n.graph.Devices[d].OutputQueued()
	}
}

// behind is the output-queued device at the far end of a link; nil = it is another one.
func (n *plain) behind(l fabric.LinkID) *plainMemory {
	d := n.graph.Links[l].To
	if !n.graph.Devices[d].OutputQueued() {
		return nil
	}
	return n.memories[d]
}

func (n *plain) before(l fabric.LinkID) *plainMemory {
	d := n.graph.Links[l].From
	if !n.graph.Devices[d].OutputQueued() {
		return nil
	}
	return n.memories[d]
}

// share is 2^alpha of what is free.
func (m *plainMemory) share() int64 {
	free := m.shared - m.used
	for range m.Alpha {
		free *= 2
	}
	for range -m.Alpha {
		free /= 2
	}
	return free
}

// arrive: a head is at the far end of link o.
func (n *plain) arrive(o fabric.LinkID, now units.Time) {
	pk := n.flights[o][0]
	n.flights[o] = n.flights[o][1:]
	if n.steered(o) {
		n.steer(o, pk)
		n.approach(o, pk, pk.sent, pk.left)
	}
	m := n.behind(o)
	next, v := pk.route[pk.hop], n.laneOf(pk, pk.hop)
	in := n.laneOf(pk, pk.hop-1)
	if m == nil {
		n.ports[next].waiting += pk.wire
		n.due(pk, now)
		return
	}
	from, to := &n.sides[o][in], &n.sides[next][v]
	wire := int64(pk.held)
	fits := m.used+wire <= m.shared
	blame, spare := next, false
	if m.pauses {
		if spare = !fits || from.shared+wire > m.share() || from.shared+wire > int64(m.Pause); spare {
			blame, fits = o, from.spare+wire <= int64(m.Headroom)
		}
	} else {
		fits = fits && to.line <= m.share()
	}
	if !fits {
		n.ports[blame].Dropped++
		n.drop(pk, blame, now)
		return
	}
	if spare {
		if from.spare += wire; !from.paused {
			from.paused = true
			n.say(plainStop, o, in, now)
		}
	} else {
		from.shared += wire
		m.used += wire
	}
	to.joined++
	if m.marks(to, next, v, n.graph.PortLanes()) {
		n.ports[next].Marked++
		pk.marked = true
	}
	to.line += wire
	m.turn++
	pk.turn = m.turn
	if n.steered(o) {
		n.ports[next].waiting += pk.wire
	}
	n.due(pk, now)
}

// due foresees that a packet may leave its next port.
func (n *plain) due(pk *plainPacket, now units.Time) {
	if pk.eligible == now {
		n.head(pk)
	} else {
		n.kernel.At(pk.eligible, 0, n.id, plainHead, uint64(pk.number))
	}
}

// marks draws whether a packet that joins a line is marked.
func (m *plainMemory) marks(to *plainSide, o fabric.LinkID, v, lanes int) bool {
	least, most := int64(m.Marking.Least), int64(m.Marking.Most)
	switch {
	case m.Marking.Highest == 0 || to.line <= least:
		return false
	case to.line > most:
		return true
	}
	u, _ := bits.Mul64(sim.Key{Entity: uint64(int(o)*lanes + v), Purpose: 1, Index: to.joined}.Draw(), uint64(units.Certain))
	return int64(u) < int64(m.Marking.Highest) && u*uint64(most-least) < uint64(m.Marking.Highest)*uint64(to.line-least)
}

// say sends a word to the sending end of link o, which is there a pause frame and a cable later.
func (n *plain) say(op uint16, o fabric.LinkID, v int, now units.Time) {
	l := &n.graph.Links[o]
	n.kernel.At(now.Add(l.Rate.Over(84)).Add(l.Latency), 1, n.id, op, uint64(v)<<24|uint64(o))
}

// hear: a sender stops or goes on.
func (n *plain) hear(o fabric.LinkID, v uint64, change int) {
	n.sides[o][v].stopped += change
	n.ask(o)
}

// leave frees what a packet that has left port o had in the memory there.
func (n *plain) leave(o fabric.LinkID, v uint64, now units.Time) {
	out := &n.sides[o][v]
	m, gone := n.before(o), out.leaving[0]
	out.leaving = out.leaving[1:]
	out.line -= gone.bytes
	in := &n.sides[gone.from][gone.lane]
	if in.spare >= gone.bytes {
		in.spare -= gone.bytes
	} else {
		rest := gone.bytes - in.spare
		in.spare, in.shared, m.used = 0, in.shared-rest, m.used-rest
	}
	if in.paused && in.spare == 0 && in.shared <= int64(m.Resume) {
		in.paused = false
		n.say(plainGo, gone.from, gone.lane, now)
	}
}

// released foresees that memory is free again: after whatever arrives as the tail leaves.
func (n *plain) released(o fabric.LinkID, due plainDebt, now units.Time) {
	side := &n.sides[o][due.lane]
	side.leaving = append(side.leaving, plainLeaving{due.from, due.back, int64(due.bytes)})
	n.kernel.At(now, math.MaxUint32-2, n.id, plainLeave, uint64(due.lane)<<24|uint64(o))
}

// drop loses a packet on its way.
func (n *plain) drop(pk *plainPacket, blame fabric.LinkID, now units.Time) {
	m := pk.message
	if m.missing < 0 || pk.index < m.missing {
		m.missing, m.blame = pk.index, blame
	}
	if m.ended != now {
		m.trail = pk.landing
	}
	n.finish(pk, now)
}

// ended: the last byte of a packet is at its end.
func (n *plain) endOf(pk *plainPacket, now units.Time) {
	m := pk.message
	m.ended = now
	m.trail = pk.trail
	if n.graph.Routing.Adaptive() {
		n.inOrder(pk)
	}
	if f := n.flowOf(m); f != nil && pk.marked {
		n.told(f, now)
	}
	n.finish(pk, now)
}

func (n *plain) finish(pk *plainPacket, now units.Time) {
	m := pk.message
	n.spare = append(n.spare, pk)
	if m.under--; m.under > 0 || !m.whole {
		return
	}
	if m.missing < 0 {
		n.deliver(m, now)
		return
	}
	if got := m.sent.Add(m.trail.Latency()); got != now {
		panic(fmt.Sprintf("message %d: dropped trail says %d, clock says %d", m.Tag, got, now))
	}
	n.transit = m.trail
	n.done = append(n.done, m)
	n.sink.(fabric.DropSink).Drop(m.Tag, now, &n.transit, int64(m.missing), m.blame)
}

// empty reports what output-queued devices still hold, or senders still wait for.
func (n *plain) empty() error {
	for l := range n.sides {
		for v := range n.sides[l] {
			if s := n.sides[l][v]; s.line != 0 || s.shared != 0 || s.spare != 0 || s.paused || s.stopped != 0 {
				return fmt.Errorf("%s lane %d: %+v", n.graph.LinkName(fabric.LinkID(l)), v, s)
			}
		}
	}
	return nil
}
