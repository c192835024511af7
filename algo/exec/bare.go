package exec

import (
	"collsim/fabric"
	"collsim/fabric/host"
)

// A run is bare where software costs nothing, nobody but its peers holds a lane up (no window, no gate, no seats, no
// computing that moving bytes slow down), and nobody wants a trace. Then what has come has been taken, and what is posted
// is in the network.

// bindBare finds out whether the run is bare.
func (x *Run) bindBare() {
	x.bare = x.host.Costs == (host.Costs{}) && x.window == 0 && !x.gate.on && x.schedule.Seats == 0 && x.graph.MemoryShare == 0 && x.trace == nil
}

// passOn gives message id, which lane i posts, the lane's trail. It has it already where the lane goes on with what it
// has just received, and the message takes that one's place.
func (x *Run) passOn(i int32, l *lane, id int32) {
	t := x.trail(id)
	if id != l.got || x.book.At(t) != l.time {
		x.book.Fork(t, i)
	}
}

// launch lets message id of lane i enter the network at the instant at which it is posted.
func (x *Run) launch(i int32, l *lane, id int32) {
	x.passOn(i, l, id)
	x.messages[id].sent = l.time
	if x.ahead == nil {
		x.enqueue(id, payload)
		return
	}
	path, err := x.path(i, l.step.send)
	if err != nil {
		x.fail(err)
		return
	}
	m := fabric.Message{Path: path, Tag: tag(id, payload), Bytes: l.step.bytes, Owner: owner(l.rank)}
	if x.classes != nil {
		m.Lane = x.classes[i]
	}
	x.flying++
	x.kernel.Skip()
	x.ahead.SendEarly(m, l.time)
}
