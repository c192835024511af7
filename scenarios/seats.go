package scenarios

import (
	"collsim/algo"
	"collsim/fabric"
)

// seats are the switches of a site that can take part, as an algorithm sees them; nil = the algorithm needs none.
func (b *bound) seats(site algo.Site) *algo.Seating {
	var s fabric.Seats
	switch site {
	case algo.InNode:
		s = b.graph.SeatsInNodes(b.scenario.Ranks)
	case algo.InNetwork:
		s = b.graph.SeatsInNetwork(b.scenario.Ranks)
	default:
		return nil
	}
	b.switches = s.Devices
	return &algo.Seating{Of: s.Of, Above: s.Above}
}

// inside reports whether each seat of the schedule stands within one part of a level, so that what passes between a
// rank and its seat does not leave the part.
func (b *bound) inside(l fabric.Level) bool {
	if l.Name == "rank" || l.Name == "socket" {
		return false
	}
	for _, d := range b.switches {
		if b.graph.Devices[d].Node < 0 {
			return false
		}
	}
	return true
}
