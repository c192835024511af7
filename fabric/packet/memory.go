package packet

import (
	"math"
	"math/bits"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// memory is what an output-queued device keeps its packets in. What it holds is known when a head arrives: bytes are
// held from then until the tail has left, and a head that arrives as a tail leaves still finds it there.
type memory struct {
	fabric.SharedBuffer
	free     int64 // of what is shared
	pauses   bool
	waits    int32      // inputs and lanes that are paused, of which enough leaves, as far as is known, to let them go on
	due      units.Time // when releases are looked at next whatever arrives; never = not foreseen
	releases releases
	paused   int32 // inputs and lanes that are
	approach int32
	shared   int64 // how much there is besides head-room
}

// account is what an output-queued device counts of one lane of one link, at either end.
type account struct {
	line   int64  // bytes of the packets that wait to leave by it, or are leaving
	joined uint64 // packets that have joined the line
	shared int64  // bytes that came by it and lie in what is shared
	spare  int64  // and in its head-room
	leaves int64  // of both, by releases that are known
	paused bool   // its sender has been told to stop
	waits  bool   // and enough leaves to let it go on

	marked, dropped int64
}

// layMemories builds the memories of devices that have one.
func (n *Net) layMemories() {
	g := n.graph
	for i := range n.approaches {
		d := n.approaches[i].device
		device := &g.Devices[d]
		if !device.OutputQueued() {
			continue
		}
		if n.memories == nil {
			n.memories, n.accounts = make([]memory, len(n.approaches)), make([]account, len(n.lanes))
		}
		b := &device.Buffer
		m := memory{SharedBuffer: *b, pauses: device.Flow == fabric.Pause, shared: int64(b.Bytes), due: never, approach: int32(i)}
		if m.pauses {
			m.shared = int64(b.Shared(len(g.In(d)) * g.PortLanes()))
		}
		m.free, m.releases.first = m.shared, never
		n.memories[i] = m
	}
}

// limit is how much one line, or one input and lane, may have of what is shared (Choudhury and Hahne 1998).
func (m *memory) limit() int64 { return limit(m.free, m.Alpha) }

func limit(free int64, alpha int8) int64 {
	if alpha < 0 {
		return free >> -alpha
	}
	return free << alpha
}

// admit finds room for wire bytes that came by lane in and will leave by lane out. Where it cannot, they are lost.
func (n *Net) admit(m *memory, in, out int32, wire int64, now units.Time) bool {
	from, to := &n.accounts[in], &n.accounts[out]
	switch {
	case !m.pauses:
		if to.line > m.limit() || wire > m.free {
			to.dropped++
			return false
		}
	case from.shared+wire > min(int64(m.Pause), m.limit()) || wire > m.free:
		if from.spare+wire > int64(m.Headroom) {
			from.dropped++
			return false
		}
		from.spare += wire
		to.line += wire
		if !from.paused {
			n.pause(m, in, now)
		}
		return true
	}
	m.free -= wire
	from.shared += wire
	to.line += wire
	return true
}

// mark says whether a packet that joins the line of lane out is marked, by how long the line was before it. A line that
// joins more packets draws more often, and nothing else moves its draws.
func (n *Net) mark(m *fabric.Marking, out int32, line int64) bool {
	to := &n.accounts[out]
	to.joined++
	if m.Highest == 0 || line <= int64(m.Least) {
		return false
	}
	if line <= int64(m.Most) {
		key := sim.Key{Seed: n.options.Seed, Replicate: n.options.Replicate, Entity: uint64(out), Purpose: drawMark, Index: to.joined}
		part, _ := bits.Mul64(key.Draw(), uint64(units.Certain)) // uniform in [0, Certain)
		if part*uint64(m.Most-m.Least) >= uint64(m.Highest)*uint64(line-int64(m.Least)) {
			return false
		}
	}
	to.marked++
	return true
}

// drawMark is the purpose of the draws by which packets are marked.
const drawMark = 1

// release notes that a packet leaves the memory at the instant at. v is the lane by which it does.
func (n *Net) release(s *step, v int32, pk *packet, at units.Time) {
	up := &n.steps[s.up]
	p := &n.ports[up.port]
	m := &n.memories[p.far]
	in, wire := p.lanes+s.laneBefore(up, v), n.wire(up.port, p, pk)
	m.releases.add(releasing{at, wire, in, n.ports[s.port].lanes + v})
	from := &n.accounts[in]
	if from.leaves += int64(wire); from.paused && from.goesOn(m) {
		n.watch(m, from, at)
	}
}

// goesOn reports whether enough leaves to let a go on, as far as is known.
func (a *account) goesOn(m *memory) bool { return a.shared+a.spare-a.leaves <= int64(m.Resume) }

// watch makes sure that releases are looked at when one is due by which a may go on.
func (n *Net) watch(m *memory, a *account, at units.Time) {
	if !a.waits {
		a.waits = true
		m.waits++
	}
	n.lookAt(m, at)
}

// lookAt makes sure that releases are looked at then, if that is not past.
func (n *Net) lookAt(m *memory, at units.Time) {
	if at = max(at, n.kernel.Now()); at < m.due {
		m.due = at
		n.kernel.At(at, releaseKey, n.id, opRelease, uint64(m.approach))
	}
}

// look settles what is due, when it may make an input go on.
func (n *Net) look(i int32, now units.Time) {
	m := &n.memories[i]
	if m.due != now { // overtaken
		return
	}
	m.due = never
	n.catchUp(&n.approaches[i], now, math.MaxInt32)
	n.settle(m, now+1)
	if m.waits > 0 {
		n.lookAt(m, m.releases.first)
	}
	n.runAhead()
}

// settle takes out of m all that has left it before the given instant.
func (n *Net) settle(m *memory, before units.Time) {
	for m.releases.first < before {
		r := m.releases.take()
		from, wire := &n.accounts[r.in], int64(r.bytes)
		n.accounts[r.out].line -= wire
		from.leaves -= wire
		if from.spare > 0 {
			spare := min(from.spare, wire)
			from.spare -= spare
			wire -= spare
		}
		from.shared -= wire
		m.free += wire
		if from.paused && from.spare == 0 && from.shared <= int64(m.Resume) {
			n.resume(m, r.in, r.at)
		}
	}
}
