package message

import "collsim/sim/units"

// message is a message under way: the instants at which three of its packets may start on the link at hop. The packets
// before the last are alike, so the first and the last of those say where all of them are; the very last may be shorter.
type message struct {
	posted units.Time
	bytes  units.Bytes
	first  packet
	late   packet // the last but one; the first where there are one or two
	last   packet // the first where there is one
	hop    int32
	tag    uint32
	owner  uint32
	path   int32
	told   bool  // its way behind the link it has left has been chosen
	next   int32 // behind this one on the link it has left; of a spare message, the next spare one; -1 = none
}

// packet is one of the packets by which a message is followed.
type packet struct {
	eligible  units.Time     // to start on the present link
	queue     units.Duration // on the way that decided eligible: ports that were sending other bytes
	arbitrate units.Duration // the same at shared links
}

// behind makes p inherit the waits of the packet before it, which decides when p starts.
func (p *packet) behind(before *packet) { p.queue, p.arbitrate = before.queue, before.arbitrate }

// span is when a packet is on a link.
type span struct{ start, end units.Time }

// run is how a message crosses a link.
type run struct{ first, late, last span }
