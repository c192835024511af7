package loss

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// parcel is a message from Send until it is handed over.
type parcel struct {
	transit fabric.Transit // of the first attempt
	sent    units.Time
	at      units.Time  // arrived: its last byte is there
	bytes   units.Bytes // of all of it
	name    uint64      // for draws
	number  uint64      // in its flow
	begin   int64       // the first packet of the present attempt
	waits   units.Duration
	tag     uint32
	path    fabric.PathID
	attempt int32
	fails   int32 // how often in a row the packet at begin was lost
	next    int32 // behind it in its flow; of a spare message, the next spare one; -1 = none
	owner   uint32
	lane    uint8
	arrived bool
	missed  misses // of the attempt before
}

// Send hands m to its source's first link. What becomes of its packets is decided when it arrives.
func (n *Net) Send(m fabric.Message) {
	f := n.flow(m.Path, m.Lane)
	i := n.take()
	key := sim.Key{Seed: n.options.Seed, Replicate: n.options.Replicate, Entity: f.name + uint64(m.Lane) + n.options.Attempt<<8, Purpose: drawMessage, Index: f.number}
	n.parcels[i] = parcel{
		sent: n.kernel.Now(), bytes: m.Bytes, name: key.Draw(), number: f.number,
		tag: m.Tag, path: m.Path, owner: m.Owner, lane: m.Lane, next: -1,
	}
	f.number++
	packets, _ := n.graph.Cut(m.Bytes)
	n.sent[f.route[0]] += packets
	for i := range f.hazards {
		most := &n.largest[f.hazards[i].link]
		*most = max(*most, min(m.Bytes, n.graph.Packet))
	}
	if f.tail >= 0 {
		n.parcels[f.tail].next = i
	} else {
		f.head = i
	}
	f.tail = i
	m.Tag = uint32(i)
	n.inner.Send(m)
}

func (n *Net) take() int32 {
	if i := n.spare; i >= 0 {
		n.spare = n.parcels[i].next
		return i
	}
	n.parcels = append(n.parcels, parcel{})
	return int32(len(n.parcels) - 1)
}

// Deliver implements fabric.Sink for the inner Net: an attempt has arrived, or what is left of it.
func (n *Net) Deliver(tag uint32, at units.Time, t *fabric.Transit) {
	m := &n.parcels[tag]
	packet, h := n.fate(m, n.flow(m.path, m.lane))
	n.end(int32(tag), at, t, packet, h)
}

// Drop implements fabric.DropSink for the inner Net: an attempt is over, and switches have dropped packets of it, the
// first of which is the given one. Chance may have lost one before it.
func (n *Net) Drop(tag uint32, at units.Time, t *fabric.Transit, packet int64, link fabric.LinkID) {
	m := &n.parcels[tag]
	packet += m.begin
	n.short.link = link
	h := &n.short
	if first, other := n.fate(m, n.flow(m.path, m.lane)); other != nil && first < packet {
		packet, h = first, other
	}
	n.end(int32(tag), at, t, packet, h)
}

// end ends an attempt of message i, which lost the given packet to h; nil = it lost none.
func (n *Net) end(i int32, at units.Time, t *fabric.Transit, packet int64, h *hazard) {
	m := &n.parcels[i]
	f := n.flow(m.path, m.lane)
	if m.attempt == 0 {
		m.transit = *t
	}
	if n.observed != nil {
		n.tried(i, at)
	}
	if h != nil {
		n.lost[h.link]++
		m.missed = misses{h.link, at}
		if n.options.Resend != Nothing {
			n.miss(i, f, packet, h, at)
			return
		}
		n.missed = earlier(n.missed, n.report(m, f, packet, h, at))
	}
	m.at, m.arrived = at, true
	n.handOver(m.path, m.lane)
}

// fate is the first packet of the present attempt that is lost, and where; nil = all got through.
func (n *Net) fate(m *parcel, f *flow) (packet int64, h *hazard) {
	packets, last := n.graph.Cut(m.bytes)
	for packet = m.begin; packet < packets && len(f.hazards) > 0; packet++ {
		payload := n.graph.Packet
		if packet == packets-1 {
			payload = last
		}
		for j := range f.hazards {
			if h = &f.hazards[j]; h.loses(m, packet, payload) {
				return packet, h
			}
		}
	}
	return 0, nil
}

// loses draws whether a packet is lost on the link.
func (h *hazard) loses(m *parcel, packet int64, payload units.Bytes) bool {
	if h.mtu > 0 && payload > h.mtu {
		return true
	}
	if h.loss == 0 {
		return false
	}
	key := sim.Key{Seed: m.name, Replicate: uint64(m.attempt), Entity: uint64(h.link), Purpose: drawPacket, Index: uint64(packet)}
	part, _ := bits.Mul64(key.Draw(), uint64(units.Certain)) // uniform in [0, Certain)
	return part < uint64(h.loss)
}

// miss begins message i again from the packet that was lost, after the time-out, or gives it up.
func (n *Net) miss(i int32, f *flow, packet int64, h *hazard, at units.Time) {
	m := &n.parcels[i]
	if m.fails == 0 || n.options.Resend == GoBack && packet > m.begin {
		m.fails, m.waits = 0, n.graph.Retry.Timeout
	} else {
		m.waits *= units.Duration(n.graph.Retry.Backoff)
	}
	m.fails++
	if int(m.fails) > n.graph.Retry.Limit || at > math.MaxInt64/2 {
		n.gaveUp = earlier(n.gaveUp, n.report(m, f, packet, h, at))
		return
	}
	if n.options.Resend == GoBack {
		m.begin = packet
	}
	m.attempt++
	n.kernel.At(at.Add(m.waits), 0, n.id, opDue, uint64(i))
}

// again sends the messages that are due, in an order of their own.
func (n *Net) again() {
	slices.SortFunc(n.due, n.before)
	for _, i := range n.due {
		m := &n.parcels[i]
		packets, _ := n.graph.Cut(m.bytes)
		n.resent[n.flow(m.path, m.lane).route[0]] += packets - m.begin
		n.inner.Send(fabric.Message{Path: m.path, Bytes: m.bytes - units.Bytes(m.begin)*n.graph.Packet, Lane: m.lane, Owner: m.owner, Tag: uint32(i)})
	}
	n.due = n.due[:0]
}

// report says that a message does not arrive.
func (n *Net) report(m *parcel, f *flow, packet int64, h *hazard, at units.Time) *fabric.GaveUp {
	packets, payload := n.graph.Cut(m.bytes)
	if packet < packets-1 {
		payload = n.graph.Packet
	}
	e := &fabric.GaveUp{
		Link: n.graph.LinkName(h.link), From: n.device(n.graph.Links[f.route[0]].From), To: n.device(n.graph.Links[f.route[len(f.route)-1]].To),
		Bytes: m.bytes, Packet: packet, Payload: payload, Attempts: max(1, int(m.fails)), At: at,
	}
	if h.mtu > 0 && payload > h.mtu {
		e.MTU = h.mtu
	}
	return e
}

// earlier is the report of what happened first, on a tie of the ends whose names come first.
func earlier(old, e *fabric.GaveUp) *fabric.GaveUp {
	if old == nil || cmp.Or(cmp.Compare(e.At, old.At), cmp.Compare(e.From, old.From), cmp.Compare(e.To, old.To)) < 0 {
		return e
	}
	return old
}

func (n *Net) device(id fabric.DeviceID) string { return n.graph.Devices[id].Name }
