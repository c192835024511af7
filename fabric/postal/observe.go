package postal

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// observed is what a Net keeps for whoever wants to know by place where time goes.
type observed struct {
	meter   *fabric.Meter
	here    []fabric.Hop   // how the packet that moves got to where it is
	left    []leaving      // by hop: of the packet before it, of the same message
	letters [][]fabric.Hop // by letter
	hops    []fabric.Hop   // of the message that is delivered
}

// leaving is how the end of a packet left a link.
type leaving struct {
	end  units.Time // -1 = none has
	hops []fabric.Hop
}

// Observe implements [fabric.Observed].
func (n *Net) Observe(m *fabric.Meter) { n.observed = &observed{meter: m} }

// Hops implements [fabric.Observed].
func (n *Net) Hops() []fabric.Hop { return n.observed.hops }

// begin prepares for a message that takes so many hops.
func (o *observed) begin(hops int) {
	for len(o.left) < hops {
		o.left = append(o.left, leaving{})
	}
	for i := range o.left {
		o.left[i].end = -1
	}
}

// cross books how a packet that was eligible for hop i crosses it from start to end. It goes on from its own way or, where
// it waits for the packet before it, from that one's; the rest of a wait is for its sender's bytes.
func (o *observed) cross(i int, link fabric.LinkID, now, eligible, start, end units.Time, wire units.Bytes) {
	o.meter.Wait(link, now, eligible, wire)
	o.meter.Send(link, now, start, end, wire)
	before, since := &o.left[i], eligible
	if before.end > eligible {
		o.here, since = append(o.here[:0], before.hops...), before.end
	} else {
		o.here = append(o.here[:i], fabric.Hop{Link: link})
	}
	o.here[i].Serialize += start.Sub(since)
	before.end, before.hops = end, append(before.hops[:0], o.here...)
	before.hops[i].Serialize += end.Sub(start)
}

// blame books that the packet which crosses hop i waited there for others.
func (o *observed) blame(i int, shared bool, others units.Duration) {
	for _, h := range []*fabric.Hop{&o.here[i], &o.left[i].hops[i]} {
		h.Serialize -= others
		if shared {
			h.Arbitrate += others
		} else {
			h.Queue += others
		}
	}
}

// onward books how a packet that started on hop i gets to where it may start on the next.
func (o *observed) onward(i int, start, eligible units.Time, ahead units.Duration) {
	o.here[i].Propagate = ahead
	o.here[i].Serialize += eligible.Sub(start.Add(ahead))
}

// keep remembers how the last packet arrived, for letter i.
func (o *observed) keep(i int32, hops int, cable units.Duration) {
	for int(i) >= len(o.letters) {
		o.letters = append(o.letters, nil)
	}
	o.letters[i] = append(o.letters[i][:0], o.left[hops-1].hops...)
	o.letters[i][hops-1].Propagate = cable
}

var _ fabric.Observed = (*Net)(nil)
