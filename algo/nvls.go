package algo

import (
	"fmt"

	"collsim/sim/units"
)

// nvls is what the g GPUs of one NVSwitch do with its reduction and multicast: GPU q owns chunk q. The switch, which has
// number g among them, adds up every chunk as it comes from all GPUs and hands the sum to its owner; an owner gives what
// it has back to the switch, which copies it to everybody, the owner included. Each of the four is a lane of its own,
// slice by slice, so that they go on at the same time.
type nvls struct {
	g, slices int32
	first     int32 // the lane by which the phase that comes first goes: up, or back
	phases    int32
	apart     int32 // rounds between the phases sum and back
}

// The lanes of nvls.
const (
	up   = iota // from positions to the seat, which adds up
	sum         // from the seat to owners
	back        // from owners to the seat
	out         // from the seat to everybody
	nvlsLanes
)

// ahead is how many slices of contributions may be under way before their sums are here: one on the links while the
// other is added up and handed out.
const ahead = 2

// round of the messages of a lane.
func (n *nvls) round(lane int32) int32 {
	if lane >= back {
		return lane - n.first + n.apart
	}
	return lane - n.first
}

// rank is the step of GPU q on a lane.
func (n *nvls) rank(s *Step, q, lane, i int32) bool {
	slice, j := i, q
	if lane == up || lane == out {
		slice, j = i/n.g, i%n.g
	}
	if slice >= n.slices {
		return false
	}
	switch round := n.round(lane); lane {
	case up:
		s.send(n.g, one(j), round)
		if j == 0 && slice >= ahead && n.phases > 2 { // room for what goes back
			s.WaitLane, s.WaitStep, s.Paced = sum, slice-ahead, true
		}
	case sum:
		s.receive(n.g, one(j), round, false)
		s.Signal = n.phases > 2
	case back:
		s.send(n.g, one(j), round)
		if n.phases > 2 {
			s.WaitLane, s.WaitStep = sum, slice
		}
	case out:
		s.receive(n.g, one(j), round, false)
	}
	s.Slice = slice
	return true
}

// seat is the step of the switch on a lane.
func (n *nvls) seat(s *Step, lane, i int32) bool {
	r := int32(0) // which of all positions
	if lane == up || lane == out {
		i, r = i/n.g, i%n.g
	}
	slice, j := i/n.g, i%n.g
	if slice >= n.slices || lane >= nvlsLanes {
		return false
	}
	switch round := n.round(lane); lane {
	case up:
		s.receive(r, one(j), round, r > 0)
		s.Signal = r == n.g-1
	case sum:
		s.send(j, one(j), round)
		s.WaitLane, s.WaitStep = up, i*n.g+n.g-1
	case back:
		s.receive(j, one(j), round, false)
		s.Signal = true
	case out:
		s.send(r, one(j), round)
		if r == 0 {
			s.WaitLane, s.WaitStep = back, i
		}
	}
	s.Slice = slice
	return true
}

// buildNVLS makes the schedule of some of the four phases.
func buildNVLS(call Call, owned bool, first, phases int32) (*Schedule, error) {
	if err := call.together(); err != nil {
		return nil, err
	}
	p := int32(call.Ranks)
	if int64(p)*int64(p)*int64(call.Slices) > maxSteps {
		return nil, fmt.Errorf("%d ranks and %d slices give the switch more than %d steps", p, call.Slices, maxSteps)
	}
	n := nvls{g: p, slices: int32(call.Slices), first: first, phases: phases}
	l := newLayout(call, p, owned)
	s := l.schedule(phases, func(rank, lane, i int32) (s Step, ok bool) {
		c, k, q := l.spot(rank, lane)
		if k += first; q < p {
			ok = n.rank(&s, q, k, i)
		} else {
			ok = n.seat(&s, k, i)
		}
		if ok {
			if s.WaitLane >= 0 {
				s.WaitLane -= first
			}
			l.finish(&s, c)
		}
		return s, ok
	})
	if p > 1 {
		s.Seats = 1
	}
	return s, nil
}

// together refuses a call whose ranks are not all behind one seat.
func (c Call) together() error {
	if c.Seats == nil || c.Ranks == 1 {
		return nil
	}
	if err := c.seated("nvls"); err != nil {
		return err
	}
	for r, seat := range c.Seats.Of[:c.Ranks] {
		if seat != c.Seats.Of[0] {
			return fmt.Errorf("nvls needs all ranks behind one switch that adds up and copies; ranks 0 and %d are behind two", r)
		}
	}
	return nil
}

// seated refuses a call some of whose ranks are behind no seat.
func (c Call) seated(name string) error {
	if c.Seats.none() {
		return fmt.Errorf("%s needs a switch between the GPUs that adds up and copies, as NVSwitches do from the third generation on; this fabric has none", name)
	}
	for r, seat := range c.Seats.Of[:c.Ranks] {
		if seat < 0 {
			return fmt.Errorf("%s needs all ranks behind a switch that adds up and copies; rank %d is behind none", name, r)
		}
	}
	return nil
}

// pieces is how many slices a call through a seat has where nothing is said: chunks are cut into pieces of at most a
// quarter of a MiB, as long as there are no more than 64. A seat takes a piece in before it sends it on.
func pieces(n units.Bytes, ranks int) int {
	const size, most = 256 * units.KiB, 64
	return int(min(max(ceil(ceil(n, max(ranks, 1)), int(size)), 1), most))
}
