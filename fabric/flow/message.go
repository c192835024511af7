package flow

import "collsim/sim/units"

// message waits at its source or is being sent by it.
type message struct {
	posted units.Time
	bytes  units.Bytes // payload
	path   int32
	tag    uint32
	owner  uint32
	next   int32          // behind this one at its source; of a spare message, the next spare one; -1 = none
	before waits          // of its source when it was posted
	others units.Duration // for how long the source had sent others' bytes by then
}

// waits is for how long the messages of a source were held up by others, all told: what of it falls between the posting
// of a message and its end is that message's.
type waits struct{ queue, arbitrate units.Duration }

// since is what was added after v was read. Both figures round, so that the later one may be a picosecond short.
func (w waits) since(v waits) waits {
	return waits{max(0, w.queue-v.queue), max(0, w.arbitrate-v.arbitrate)}
}

func (n *Net) take() int32 {
	n.underway++
	if i := n.spare; i >= 0 {
		n.spare = n.messages[i].next
		return i
	}
	n.messages = append(n.messages, message{})
	return int32(len(n.messages) - 1)
}

func (n *Net) release(i int32) {
	n.underway--
	n.messages[i].next, n.spare = n.spare, i
}
