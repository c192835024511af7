package exec

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// Inside a node a block writes a message where it goes: links carry it while the block passes over the data, not afterwards. It
// enters the network when the pass begins, and its last byte leaves no earlier than the pass ends. What of its transit the
// pass covers is the block's time, not the network's.

// arrived is what is left of the transit of message id when its block has written it, and when its last byte is there. From
// then on the message counts as sent at the end of the pass, where its trail stands.
func (x *Run) arrived(id int32, t *fabric.Transit) (*fabric.Transit, units.Time) {
	w, m := x.stores[id].written, &x.messages[id]
	x.rest = *t
	d := w
	for k := range covered {
		d -= cover(d, &x.rest, k)
	}
	if x.observed != nil {
		for k := range covered {
			for i := range x.hops[id] {
				w -= cover(w, &x.hops[id][i].Transit, k)
			}
		}
	}
	m.sent = m.sent.Add(x.stores[id].written)
	return &x.rest, m.sent.Add(x.rest.Latency())
}

// covered is how many parts of a transit can pass while a message is written: all but the flight of its last byte.
const covered = 6

// cover takes up to d off part k of a transit, and tells how much it was.
func cover(d units.Duration, t *fabric.Transit, k int) units.Duration {
	part := [covered]*units.Duration{&t.Serialize, &t.Queue, &t.Arbitrate, &t.HeadOfLine, &t.Backpressure, &t.Retransmit}[k]
	d = min(d, *part)
	*part -= d
	return d
}
