package fabric

import "collsim/sim/units"

// Hop is what one link of its route did to a message: where the time went that it spent at the link's sending end, on
// its wire, and in the device behind it. The fields of all hops sum to those of the message's Transit.
type Hop struct {
	Link LinkID
	Transit
}

// Observed is what a Net can that tells by place what happens.
type Observed interface {
	// Observe makes the Net tell m what happens on its links, and keep hops. It must be called before the first Send and
	// changes nothing else.
	Observe(m *Meter)
	// Hops lists the hops of the message of which Deliver or Drop tells, and is valid during that call.
	Hops() []Hop
}

// Follow is the way of a packet up to its start on a link, the next after those of own or the last of before: its own way
// or, if it is behind the packet before it, whose start it followed so much later for its bytes, that one's. It is made
// of own, which it may overwrite.
func Follow(own, before []Hop, link LinkID, after units.Duration, behind bool) []Hop {
	at := len(before) - 1
	if !behind {
		return append(own[:at], Hop{Link: link})
	}
	own = append(own[:0], before...)
	own[at].Serialize += after
	return own
}
