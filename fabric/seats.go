package fabric

import (
	"slices"
	"strconv"
)

// router finds the way through the network between servers, from one end to another.
type router interface {
	// route asks choose wherever several ways are equally good and up, at stages numbered from 0 along the way. nil =
	// there is none.
	route(g *Graph, from, to DeviceID, choose pick) []LinkID
}

// seats says which switch each end of a server is plugged into. An end is a NIC, or the GPU of a host without one.
type seats struct {
	ends   []DeviceID // ascending
	leafOf []int32    // end -> its switch, by number
	portOf []int32    // end -> its number among the ends of its switch
	leaves []DeviceID // the switches that ends are plugged into, and switches like them
}

// seat plans leaves switches and plugs end e of a node into the one that leaf names. The devices are added, the cables
// not yet: other switches come first.
func (b *builder) seat(leaves int, leaf func(node, end int) int) seats {
	ends := b.ends()
	s := seats{ends: ends, leafOf: make([]int32, len(ends)), portOf: make([]int32, len(ends)), leaves: b.switches("leaf", leaves)}
	ports := make([]int32, leaves)
	for e := range ends {
		l := leaf(e/b.endsPerNode(), e%b.endsPerNode())
		s.leafOf[e], s.portOf[e] = int32(l), ports[l]
		ports[l]++
	}
	return s
}

// shelves plans leaves by nodes: leaf.nodes nodes share one, by default as many as fill half its ports. Where a node has
// more ends than that, it has several leaves to itself, each with equally many of its ends.
func (b *builder) shelves() (leaf func(node, end int) int, leaves, ends, nodes int) {
	perNode, half := b.endsPerNode(), max(1, b.count("switch.ports")/2)
	nodes = b.countOr("leaf.nodes", half/perNode)
	if nodes > 0 {
		leaf = func(node, _ int) int { return node / nodes }
		return leaf, over(b.spec.Nodes, nodes), min(nodes, b.spec.Nodes) * perNode, nodes
	}
	each := over(perNode, half)
	ends = over(perNode, each)
	leaf = func(node, end int) int { return node*each + end/ends }
	return leaf, b.spec.Nodes * each, ends, 1
}

// switches adds n switches of the network.
func (b *builder) switches(name string, n int) []DeviceID {
	all := make([]DeviceID, n)
	for i := range all {
		all[i] = b.device(Switch, -1, name+strconv.Itoa(i))
	}
	return all
}

// plug wires every end to its switch.
func (b *builder) plug(s *seats) {
	for e, end := range s.ends {
		b.wire(end, s.leaves[s.leafOf[e]], "network", b.transport.bundle())
	}
}

// trunk joins two switches by one cable and returns the link from the first to the second; the link back is the next one.
func (b *builder) trunk(lower, upper DeviceID) LinkID {
	up := LinkID(len(b.graph.Links))
	b.wire(lower, upper, "trunk", b.transport.bundle())
	return up
}

// find is the number of an end.
func (s *seats) find(end DeviceID) int {
	e, _ := slices.BinarySearch(s.ends, end)
	return e
}

// doors are the links by which a message enters the network from one end and leaves it at another, and the numbers of
// both ends; ok is false where a link is down.
func (s *seats) doors(g *Graph, from, to DeviceID) (rise, fall LinkID, source, destination int, ok bool) {
	source, destination = s.find(from), s.find(to)
	rise = g.between(from, s.leaves[s.leafOf[source]])
	fall = g.between(s.leaves[s.leafOf[destination]], to)
	return rise, fall, source, destination, rise >= 0 && fall >= 0
}

// between is the first link from a to b that is up; -1 = there is none. Ends have few links, switches many: it looks at
// the shorter list.
func (g *Graph) between(a, b DeviceID) LinkID {
	list := g.Out(a)
	if len(g.In(b)) < len(list) {
		list = g.In(b)
	}
	for _, id := range list {
		if l := &g.Links[id]; l.From == a && l.To == b && !l.Down {
			return id
		}
	}
	return -1
}

// up says whether all of some links are up; -1 stands for a link that there is not.
func (g *Graph) up(links ...LinkID) bool {
	for _, id := range links {
		if id < 0 || g.Links[id].Down {
			return false
		}
	}
	return true
}

// choose is one of n ways that are usable, counted round from first, which is the static one where it is usable; -1
// = none is. While no link of the graph is down all ways are.
func (g *Graph) choose(choose pick, stage, first, n int, usable func(way int) bool) int {
	if !g.cut {
		return (first + choose(stage, n)) % n
	}
	left := 0
	for way := range n {
		if usable(way) {
			left++
		}
	}
	if left == 0 {
		return -1
	}
	left = choose(stage, left)
	for i := range n {
		if way := (first + i) % n; usable(way) {
			if left--; left < 0 {
				return way
			}
		}
	}
	return -1
}

// crowded warns of switches with more links than they have ports.
func (b *builder) crowded(what string, links int, remedy string) {
	links = b.real(links)
	if ports := b.count("switch.ports"); links > ports {
		b.warn("network", "a %s has %d links, but switch.ports is %d%s", what, links, ports, remedy)
	}
}

// fullest is how many ends the fullest switch has.
func (s *seats) fullest() int {
	most := 0
	for _, port := range s.portOf {
		most = max(most, int(port)+1)
	}
	return most
}

// group records a level for Levels: equal parts of so many nodes each, with the switches that belong to them alone. It
// is none where one part holds all nodes, or where the last part has fewer.
func (b *builder) group(level string, nodes int, owner func(part []int32)) {
	g := b.graph
	if nodes < 1 || nodes >= g.Nodes || g.Nodes%nodes != 0 {
		return
	}
	part := make([]int32, len(g.Devices))
	for d := range g.Devices {
		part[d] = -1
		if node := g.Devices[d].Node; node >= 0 {
			part[d] = node / int32(nodes)
		}
	}
	if owner != nil {
		owner(part)
	}
	g.groups = append(g.groups, grouping{name: level, parts: g.Nodes / nodes, part: part})
}

// adopt gives every switch to the part of the ends that are plugged into it.
func (s *seats) adopt(part []int32) {
	for e, end := range s.ends {
		part[s.leaves[s.leafOf[e]]] = part[end]
	}
}
