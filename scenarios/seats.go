package scenarios

import (
	"errors"

	"collsim/algo"
	"collsim/fabric"
)

// seats are the switches of a site that can take part, as an algorithm sees them; nil = the algorithm needs none.
func (b *bound) seats(site algo.Site, gpus []int32) (*algo.Seating, []fabric.DeviceID, error) {
	var s fabric.Seats
	switch {
	case site == algo.InNode:
		s = b.seatsInNodes(gpus)
	case site == algo.InNetwork && !inPlace(gpus):
		return nil, nil, errors.New("goes up a tree of switches that is known for the first ranks of a fabric only; valid: placement packed, without jobs and groups, or another algorithm")
	case site == algo.InNetwork:
		s = b.graph.SeatsInNetwork(len(gpus))
	default:
		return nil, nil, nil
	}
	return &algo.Seating{Of: s.Of, Above: s.Above}, s.Devices, nil
}

// seatsInNodes are those that the GPUs of some ranks are wired to, in the order of the ranks.
func (b *bound) seatsInNodes(gpus []int32) fabric.Seats {
	all := b.graph.SeatsInNodes(len(b.graph.GPUs))
	var s fabric.Seats
	place := make([]int32, len(all.Devices)) // plus one; 0 = not taken yet
	for _, gpu := range gpus {
		seat := all.Of[gpu]
		if seat >= 0 && place[seat] == 0 {
			s.Devices, s.Above = append(s.Devices, all.Devices[seat]), append(s.Above, -1)
			place[seat] = int32(len(s.Devices))
		}
		if seat >= 0 {
			seat = place[seat] - 1
		}
		s.Of = append(s.Of, seat)
	}
	return s
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
