package flow

import "collsim/sim/units"

// message waits at its source, or is on its way.
type message struct {
	posted   units.Time
	start    units.Time // when its first byte went
	bound    units.Time // before which its first link cannot have carried it; 0 = it has not given it up
	bytes    units.Bytes
	path     int32
	tag      uint32
	owner    uint32
	buffered bool           // it may be off its first link before it is through
	order    uint32         // among the messages of its source
	next     int32          // behind this one, at its source or in its line; of a spare message, the next spare one; -1 = none
	held     waits          // of its source when it was posted; from start on, its own: for how long others held it up at its source
	others   units.Duration // for how long its source had sent others' bytes when it was posted
}

// waits is for how long the messages of a source were held up by others, all told: what of it falls between the posting
// of a message and its start is that message's.
type waits struct{ queue, arbitrate units.Duration }

// since is what was added after v was read. Both figures round, so that the later one may be a picosecond short.
func (w waits) since(v waits) waits {
	return waits{max(0, w.queue-v.queue), max(0, w.arbitrate-v.arbitrate)}
}

// plus adds a wait, of which no more than held is arbitration.
func (w waits) plus(wait, held units.Duration) waits {
	wait = max(0, wait)
	held = min(held, wait)
	return waits{w.queue + wait - held, w.arbitrate + held}
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

// queue is messages in order. Its zero value is not empty: use noMessages.
type queue struct{ head, tail int32 }

var noMessages = queue{-1, -1}

// push puts message i behind the others.
func (n *Net) push(q *queue, i int32) {
	n.messages[i].next = -1
	if q.head < 0 {
		q.head = i
	} else {
		n.messages[q.tail].next = i
	}
	q.tail = i
}

// pop takes the head off.
func (n *Net) pop(q *queue) int32 {
	i := q.head
	if q.head = n.messages[i].next; q.head < 0 {
		q.tail = -1
	}
	return i
}
