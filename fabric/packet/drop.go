package packet

import (
	"fmt"

	"collsim/fabric"
	"collsim/sim/units"
)

// drop loses packet k, which has come by port o and finds no room. blame is the link that is short of it.
func (n *Net) drop(o, k int32, blame fabric.LinkID, now units.Time) {
	pk := &n.packets[k]
	id := pk.message
	m, f := &n.messages[id], &n.fates[id]
	number := n.numbers[k]
	if f.missing < 0 || number < f.missing {
		f.missing, f.blame = number, blame
	}
	ends := f.under == 1 && f.whole && f.until < now // and with it, its message
	if ends {
		n.transit = n.cutShort(m, pk, now)
	}
	if n.observed != nil {
		n.dropped(k, now)
	}
	pk.next, n.freePacket = n.freePacket, k
	if f.under--; f.under > 0 || !f.whole {
		return
	}
	switch {
	case now != n.kernel.Now():
		bug("message %d ends with a drop at %d ps, which is noticed at %d", m.tag, now, n.kernel.Now())
	case ends:
		n.lose(id, now)
	case f.until == now:
		n.end(id, now)
	default: // one before it is on the last link
		n.kernel.At(f.until, uint32(o), n.id, opEnd, uint64(id))
	}
}

// end ends message id, whose last packet was dropped, as one before it arrives.
func (n *Net) end(id int32, now units.Time) {
	n.tell(&n.messages[id], now)
	n.lose(id, now)
}

// cutShort tells where the time of a packet went that is lost now, as its head reaches a device: its trail leads on to
// where it might have left again.
func (n *Net) cutShort(m *message, pk *packet, now units.Time) fabric.Transit {
	s := &n.steps[pk.step]
	device := n.graph.Devices[n.graph.Links[s.port].From].Latency
	t := fabric.Transit{Serialize: pk.serialize - pk.eligible.Sub(now.Add(device)), Propagate: s.reached - device, Queue: pk.queue,
		Arbitrate: pk.arbitrate, HeadOfLine: pk.headOfLine, Backpressure: pk.backpressure}
	if m.sent.Add(t.Latency()) != now {
		bug("message %d is dropped at %d ps, its transit says %+d after %d", m.tag, now, t, m.sent)
	}
	return t
}

// lose ends message id, of which packets are missing and none is under way any more.
func (n *Net) lose(id int32, now units.Time) {
	m := &n.messages[id]
	tag, number, blame := m.tag, n.fates[id].missing, n.fates[id].blame
	n.alive--
	n.releaseCells(m.cells, int32(m.ports))
	m.next, n.freeMessage = n.freeMessage, id
	if s, ok := n.sink.(fabric.DropSink); ok {
		s.Drop(tag, now, &n.transit, int64(number), blame)
		return
	}
	if n.lost == nil {
		n.lost = fmt.Errorf("packet: a switch dropped packet %d of message %d at %v for want of room at %s, and nobody sends it again; valid: senders that resend, or credit",
			number, tag, now, n.graph.LinkName(blame))
	}
}
