package fabric

import (
	"fmt"
	"slices"
	"strings"

	"collsim/sim/units"
)

// Unreachable says that no route leads from one rank to another.
type Unreachable struct {
	From, To int
	Down     []string // devices and links that are down
	Split    string   // the network, where it leaves ranks apart although nothing is down; "" = it joins all
}

func (e *Unreachable) Error() string {
	text := fmt.Sprintf("rank %d cannot reach rank %d", e.From, e.To)
	switch {
	case len(e.Down) == 0 && e.Split != "":
		return text + ": network " + e.Split + " joins no rails; routing.pxn: on sends messages through the peer GPU that owns the rail, where NVLink leads to it"
	case len(e.Down) == 0:
		return text + ": nothing is down, but no links lead there without passing through another GPU"
	}
	return text + ": down are " + strings.Join(e.Down, ", ")
}

// Route is the way of messages from rank src to rank dst on a channel: the fewest links, then the lowest sum of
// latencies, then the lowest link numbers, among ways that avoid links that are down and pass through no other GPU.
//
// Inside a node NVLink comes first, PCIe where it does not lead there, by way of host memory where p2p.pcie is off. Between nodes a message leaves by the NIC that its
// source has for its own, of those at the fewest links, which it shares with other GPUs, and enters by that of its destination.
// A ring stays on one rail: between the GPU by which the ring of the channel leaves a node and the one by which it enters the
// next, both ends take NIC (channel mod NICs). With PXN a message leaves by a NIC on the rail of the one by which it enters,
// through the peer GPU that owns that NIC. A NIC with a link down is passed over. The network between nodes routes by its own
// rule, and chooses among ways that are equally good as Routing says; adaptive policies start from the static way. The
// error is Unreachable.
func (g *Graph) Route(src, dst, channel int) ([]LinkID, error) {
	return g.route(src, dst, channel, nil)
}

// Joined tells that every rank reaches every other for certain: nothing is down, and the network joins all.
func (g *Graph) Joined() bool {
	return !g.split && !slices.ContainsFunc(g.Links, func(l Link) bool { return l.Down })
}

// route is Route with a given pick; nil = that of the policy.
func (g *Graph) route(src, dst, channel int, choose pick) ([]LinkID, error) {
	ring := g.carried(src, dst, channel)
	src, dst = g.depicted(src, dst)
	way, err := g.way(src, dst, channel, ring, choose)
	return g.copied(src, dst, way), err
}

// way is route between the links of GPUs. ring is the NIC of both ends where a ring says so; else -1.
func (g *Graph) way(src, dst, channel, ring int, choose pick) ([]LinkID, error) {
	if src == dst {
		return nil, nil
	}
	from, to := src/g.GPUsPerNode, dst/g.GPUsPerNode
	if from == to {
		if route, ok := g.leg(nil, from, src%g.GPUsPerNode, dst%g.GPUsPerNode); ok {
			return route, nil
		}
		if g.NICsPerNode > 0 {
			return nil, g.unreachable(src, dst)
		}
	}
	if g.NICsPerNode == 0 {
		if route := g.across(g.GPUs[src], g.GPUs[dst], channel, choose); route != nil {
			return route, nil
		}
		return nil, g.unreachable(src, dst)
	}
	in, out := ring, door{src % g.GPUsPerNode, ring}
	if ring < 0 {
		in = g.choice(dst, channel, true)
		out = g.leaving(src, channel, in)
	}
	if out.nic < 0 || in < 0 {
		return nil, g.unreachable(src, dst)
	}
	var route []LinkID
	if out.gpu != src%g.GPUsPerNode {
		route, _ = g.leg(nil, from, src%g.GPUsPerNode, out.gpu)
	}
	route, left := g.leg(route, from, out.gpu, g.GPUsPerNode+out.nic)
	between := g.across(g.NICs[from*g.NICsPerNode+out.nic], g.NICs[to*g.NICsPerNode+in], channel, choose)
	route, entered := g.leg(append(route, between...), to, g.GPUsPerNode+in, dst%g.GPUsPerNode)
	if !left || between == nil || !entered {
		return nil, g.unreachable(src, dst)
	}
	return route, nil
}

// leg appends the way inside a node from one end to another; ends count GPUs, then NICs.
func (g *Graph) leg(route []LinkID, node, from, to int) (longer []LinkID, ok bool) {
	if longer, ok, told := g.known(route, node, from, to); told {
		return longer, ok
	}
	links := g.inside(g.end(node, from), g.end(node, to))
	return append(route, links...), links != nil
}

// end is the device of an end of a node.
func (g *Graph) end(node, end int) DeviceID {
	if end < g.GPUsPerNode {
		return g.GPUs[node*g.GPUsPerNode+end]
	}
	return g.NICs[node*g.NICsPerNode+end-g.GPUsPerNode]
}

func (g *Graph) unreachable(src, dst int) error {
	e := &Unreachable{From: src, To: dst}
	if g.split {
		e.Split = g.Network
	}
	e.Down = slices.Clone(g.down)
	for id := range g.Links {
		if g.down == nil && g.Links[id].Down {
			e.Down = append(e.Down, g.LinkName(LinkID(id)))
		}
	}
	return e
}

// inside is the way between two ends of a node, over NVLink if that leads there, else between GPUs through host memory if
// they have to.
func (g *Graph) inside(from, to DeviceID) []LinkID {
	if route := g.walk(from, to, isNVLink); route != nil {
		return route
	}
	if g.staged(from, to) {
		return g.bounce(to, func(memory DeviceID) []LinkID { return g.walk(from, memory, nil) })
	}
	return g.walk(from, to, nil)
}

func isNVLink(l *Link) bool { return l.Medium == "nvlink" }

// across is the way from one end of the network to another.
func (g *Graph) across(from, to DeviceID, channel int, choose pick) []LinkID {
	if g.router != nil {
		if choose == nil {
			choose = g.picker(from, to, channel)
		}
		return g.router.route(g, from, to, choose)
	}
	return g.search(from, func(d DeviceID) bool { return d == to }, func(l *Link) bool {
		return l.To == to || g.Devices[l.To].Kind == Switch
	})
}

// walk is the best way between two devices of one node that stays inside it. It is empty, not nil, from a device to
// itself. allowed narrows the links further; nil = all.
func (g *Graph) walk(from, to DeviceID, allowed func(*Link) bool) []LinkID {
	if from == to {
		return []LinkID{}
	}
	node := g.Devices[from].Node
	return g.search(from, func(d DeviceID) bool { return d == to }, func(l *Link) bool {
		d := &g.Devices[l.To]
		return d.Node == node && (l.To == to || d.forwards()) && (allowed == nil || allowed(l))
	})
}

// forwards says whether packets between other devices may pass through d.
func (d *Device) forwards() bool {
	return d.Kind == CPU || d.Kind == PCIeSwitch || d.Kind == NVSwitch || d.Kind == Switch
}

// reached is how far a search has come at a device.
type reached struct {
	at      DeviceID
	latency units.Duration
	route   []LinkID
}

// search is the best way over links that are up and allowed: fewest links, then latency, then link numbers. nil = none.
// It costs what it sees, not the whole graph.
func (g *Graph) search(from DeviceID, found func(DeviceID) bool, allowed func(*Link) bool) []LinkID {
	seen := map[DeviceID]bool{from: true}
	for front := []reached{{at: from}}; len(front) > 0; {
		var next []reached
		place := map[DeviceID]int{}
		for _, r := range front {
			for _, id := range g.Out(r.at) {
				l := &g.Links[id]
				if l.Down || seen[l.To] || !allowed(l) {
					continue
				}
				better := reached{l.To, r.latency + l.Latency + g.Devices[l.To].Latency, append(slices.Clone(r.route), id)}
				if i, ok := place[l.To]; !ok {
					place[l.To] = len(next)
					next = append(next, better)
				} else if better.beats(next[i]) {
					next[i] = better
				}
			}
		}
		for _, r := range next {
			if found(r.at) {
				return r.route
			}
			seen[r.at] = true
		}
		front = next
	}
	return nil
}

// propagation is the sum of the latencies of a route's links and of the devices between them.
func (g *Graph) propagation(route []LinkID) units.Duration {
	sum := units.Duration(0)
	for i, id := range route {
		l := &g.Links[id]
		if sum += l.Latency; i < len(route)-1 {
			sum += g.Devices[l.To].Latency
		}
	}
	return sum
}

// beats compares two ways with equally many links to one device.
func (r reached) beats(s reached) bool {
	if r.latency != s.latency {
		return r.latency < s.latency
	}
	return slices.Compare(r.route, s.route) < 0
}
