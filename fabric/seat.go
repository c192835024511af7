package fabric

import (
	"cmp"
	"fmt"
	"slices"

	"collsim/sim/units"
)

// Seat is what a switch can do with the bytes of a collective besides forwarding them. The zero value is nothing.
//
// A message can end at a switch with a seat, and others can start there. The seat costs Device.Latency, as forwarding
// does, and Latency more.
type Seat struct {
	There   bool           // it can add up what comes in, and send copies on
	Rate    units.Rate     // bytes a second that it adds to what it has; 0 = as fast as they come
	Latency units.Duration // on top of that of forwarding
}

// Seats are the switches that take part in collectives of the first ranks of a graph, and how they are joined.
type Seats struct {
	Devices []DeviceID // seat -> its switch
	Of      []int32    // rank -> the seat that it reaches first; -1 = none
	Above   []int32    // seat -> the seat above it; -1 = none. A seat comes before the one above it
}

// SeatsInNodes are the NVSwitches with a seat that the first ranks are wired to, each for itself. Where a GPU is wired to
// several it is the first.
func (g *Graph) SeatsInNodes(ranks int) Seats {
	var s Seats
	known := map[DeviceID]int32{}
	for _, gpu := range g.GPUs[:ranks] {
		seat := int32(-1)
		for _, id := range g.Out(gpu) {
			d := g.Links[id].To
			if g.Devices[d].Kind != NVSwitch || !g.Devices[d].Seat.There || g.between(gpu, d) < 0 || g.between(d, gpu) < 0 {
				continue
			}
			i, ok := known[d]
			if !ok {
				i = int32(len(s.Devices))
				known[d] = i
				s.Devices, s.Above = append(s.Devices, d), append(s.Above, -1)
			}
			seat = i
			break
		}
		s.Of = append(s.Of, seat)
	}
	return s
}

// SeatsInNetwork are the switches of a tree whose leaves are those that the first ranks are wired to, by their NIC of
// channel 0, and all of which have seats. Of all trees it is the flattest, with the lowest device number as its root. No
// Devices: there is none.
func (g *Graph) SeatsInNetwork(ranks int) Seats {
	s := Seats{Of: make([]int32, ranks)}
	leaves := make([]DeviceID, ranks)
	for r := range leaves {
		if leaves[r] = g.leafOf(r); leaves[r] < 0 {
			return Seats{Of: s.Of}
		}
	}
	var best map[DeviceID]DeviceID
	flattest := len(g.Devices)
	for d := range g.Devices {
		if !g.sits(DeviceID(d)) {
			continue
		}
		above := g.climb(DeviceID(d))
		deepest := 0
		for _, leaf := range leaves {
			deepest = max(deepest, depth(above, leaf))
		}
		if deepest < flattest {
			best, flattest = above, deepest
		}
	}
	if best == nil {
		return Seats{Of: s.Of}
	}
	s.grow(best, leaves)
	return s
}

// grow numbers the switches on the ways from leaves to the root, deepest first.
func (s *Seats) grow(above map[DeviceID]DeviceID, leaves []DeviceID) {
	for _, d := range leaves {
		for {
			if !slices.Contains(s.Devices, d) {
				s.Devices = append(s.Devices, d)
			}
			if above[d] == d {
				break
			}
			d = above[d]
		}
	}
	slices.SortFunc(s.Devices, func(a, b DeviceID) int {
		return cmp.Or(depth(above, b)-depth(above, a), int(a-b))
	})
	for _, d := range s.Devices {
		up := int32(-1)
		if above[d] != d {
			up = int32(slices.Index(s.Devices, above[d]))
		}
		s.Above = append(s.Above, up)
	}
	for r, leaf := range leaves {
		s.Of[r] = int32(slices.Index(s.Devices, leaf))
	}
}

// leafOf is the switch that a rank's messages of channel 0 enter first; -1 = none.
func (g *Graph) leafOf(rank int) DeviceID {
	end := g.GPUs[rank]
	if g.NICsPerNode > 0 {
		nic := g.choice(rank, 0, false)
		if nic < 0 {
			return -1
		}
		end = g.NICs[rank/g.GPUsPerNode*g.NICsPerNode+nic]
	}
	for _, id := range g.Out(end) {
		if l := &g.Links[id]; g.Devices[l.To].Kind == Switch && !l.Down {
			return l.To
		}
	}
	return -1
}

// sits reports whether a device is a switch of the network with a seat.
func (g *Graph) sits(d DeviceID) bool { return g.Devices[d].Kind == Switch && g.Devices[d].Seat.There }

// climb is, for every switch with a seat that root reaches over others of them, the one above it; root is above itself.
func (g *Graph) climb(root DeviceID) map[DeviceID]DeviceID {
	above := map[DeviceID]DeviceID{root: root}
	for front := []DeviceID{root}; len(front) > 0; front = front[1:] {
		at := front[0]
		for _, id := range g.Out(at) {
			d := g.Links[id].To
			if _, seen := above[d]; !seen && g.sits(d) && g.between(at, d) >= 0 && g.between(d, at) >= 0 {
				above[d] = at
				front = append(front, d)
			}
		}
	}
	return above
}

// depth is how many switches are above d; very many where it is not in the tree.
func depth(above map[DeviceID]DeviceID, d DeviceID) int {
	for n := 0; ; n++ {
		up, ok := above[d]
		switch {
		case !ok:
			return 1 << 30
		case up == d:
			return n
		}
		d = up
	}
}

// RouteToSeat is the way of messages from a rank to a switch on a channel. The error says between what there is none.
func (g *Graph) RouteToSeat(rank int, seat DeviceID, channel int) ([]LinkID, error) {
	gpu := g.GPUs[rank]
	if g.Devices[seat].Node >= 0 {
		return g.seated(gpu, seat, g.inside(gpu, seat))
	}
	if g.NICsPerNode == 0 {
		return g.seated(gpu, seat, g.trunk(gpu, seat))
	}
	nic := g.choice(rank, channel, false)
	if nic < 0 {
		return g.seated(gpu, seat, nil)
	}
	node := rank / g.GPUsPerNode
	route, left := g.leg(nil, node, rank%g.GPUsPerNode, g.GPUsPerNode+nic)
	rest := g.trunk(g.NICs[node*g.NICsPerNode+nic], seat)
	if !left || rest == nil {
		return g.seated(gpu, seat, nil)
	}
	return append(route, rest...), nil
}

// RouteFromSeat is the way of messages from a switch to a rank on a channel.
func (g *Graph) RouteFromSeat(seat DeviceID, rank, channel int) ([]LinkID, error) {
	gpu := g.GPUs[rank]
	if g.Devices[seat].Node >= 0 {
		return g.seated(seat, gpu, g.inside(seat, gpu))
	}
	if g.NICsPerNode == 0 {
		return g.seated(seat, gpu, g.trunk(seat, gpu))
	}
	nic := g.choice(rank, channel, true)
	if nic < 0 {
		return g.seated(seat, gpu, nil)
	}
	node := rank / g.GPUsPerNode
	route := g.trunk(seat, g.NICs[node*g.NICsPerNode+nic])
	if route == nil {
		return g.seated(seat, gpu, nil)
	}
	route, entered := g.leg(route, node, g.GPUsPerNode+nic, rank%g.GPUsPerNode)
	if !entered {
		return g.seated(seat, gpu, nil)
	}
	return route, nil
}

// RouteBetweenSeats is the way of messages from one switch of the network to another.
func (g *Graph) RouteBetweenSeats(from, to DeviceID) ([]LinkID, error) {
	return g.seated(from, to, g.trunk(from, to))
}

// trunk is the best way over switches of the network.
func (g *Graph) trunk(from, to DeviceID) []LinkID {
	return g.search(from, func(d DeviceID) bool { return d == to }, func(l *Link) bool {
		return l.To == to || g.Devices[l.To].Kind == Switch
	})
}

// seated makes an error of a way that does not exist.
func (g *Graph) seated(from, to DeviceID, route []LinkID) ([]LinkID, error) {
	if route == nil {
		return nil, fmt.Errorf("no links that are up lead from %s to %s", g.Devices[from].Name, g.Devices[to].Name)
	}
	return route, nil
}

// seatFigure is the figure that says whether a kind of switch has a seat; "" = none ever has.
func seatFigure(k Kind) string {
	switch k {
	case NVSwitch:
		return "multicast"
	case Switch:
		return "sharp"
	}
	return ""
}

// seatOf is the seat of a kind of switch, by what its parameters are.
func seatOf(k Kind, value func(name string) Value) Seat {
	figure := seatFigure(k)
	if figure == "" || value(k.String()+"."+figure).Int == 0 {
		return Seat{}
	}
	s := Seat{There: true, Latency: units.Duration(value(k.String() + ".reduce-latency").Int)}
	if rate := value(k.String() + ".reduce-rate"); rate.Int != Auto {
		s.Rate = units.Rate(rate.Int)
	}
	return s
}

// seating are the parameters of the seats of a kind of switch.
func (f forwarder) seating() []Parameter {
	name, figure, what := f.kind.String(), seatFigure(f.kind), f.what
	if figure == "" {
		return nil
	}
	return []Parameter{
		{Name: name + "." + figure, Quantity: YesNoQuantity,
			Doc:      "Whether " + what + " adds up and copies messages of a collective on their way. Algorithms that need it are refused where it does not.",
			Defaults: everywhere(YesNoOf(false), choice+": off unless the switch is known to do it", "as bought and configured")},
		{Name: name + ".reduce-rate", Quantity: RateQuantity, Auto: true, Least: slowest, Most: fastest,
			Doc:      "Bytes a second that " + what + " adds to what it has, over all its inputs. Auto is as fast as they come.",
			Defaults: everywhere(Value{Quantity: RateQuantity, Int: Auto}, choice+": made for the rate of its ports", "prior, to be verified; vendors do not publish it")},
		{Name: name + ".reduce-latency", Quantity: DurationQuantity, Most: longest,
			Doc:      "Time that " + what + " needs for messages of a collective that end and start there, on top of forwarding. It passes once for each message that starts there.",
			Defaults: everywhere(DurationOf(0), choice+": counted as forwarding", "prior, to be verified: some 100 ns more")},
	}
}
