package fabric

import "collsim/sim/units"

// mesh is the ways between the GPUs of node 0, and how many rings take each link already.
type mesh struct {
	graph  *Graph
	routes [][][]LinkID // from, to; nil where nodes are too wide for a search of the best order
	load   []int64      // link -> rings; nil = none take any
}

func (g *Graph) mesh() *mesh {
	m := &mesh{graph: g}
	n := g.GPUsPerNode
	if n > widest {
		return m
	}
	m.routes = make([][][]LinkID, n)
	for a := range m.routes {
		m.routes[a] = make([][]LinkID, n)
		ways := g.insides(g.GPUs[a])
		for b := range m.routes[a] {
			if a != b {
				m.routes[a][b] = ways(g.GPUs[b])
			}
		}
	}
	return m
}

// What a ring pays for going from one GPU to another: links first, then time at the link that has most to do, then at the
// slowest. Times are of 1 KiB, up to what fits.
const (
	linkBits = 52
	loadBits = 22
	mostLoad = 1<<26 - 1
	mostTime = 1<<18 - 1
	apart    = 15 << linkBits // no way inside the node: last choice
)

// costs is what the hops of the next ring take. Nodes too wide for a search of the best order pay nothing.
func (m *mesh) costs() [][]int64 {
	costs := make([][]int64, m.graph.GPUsPerNode)
	for a := range costs {
		costs[a] = make([]int64, len(costs))
		for b := range costs[a] {
			if a != b && m.routes != nil {
				costs[a][b] = m.hop(m.routes[a][b])
			}
		}
	}
	return costs
}

func (m *mesh) hop(route []LinkID) int64 {
	if route == nil {
		return apart
	}
	slowest, fullest := units.Duration(0), int64(0)
	for _, id := range route {
		takes := m.graph.Links[id].Rate.Over(units.KiB)
		slowest = max(slowest, takes)
		more := int64(1)
		if m.load != nil {
			more += m.load[id]
		}
		fullest = max(fullest, m.busy(id, more))
	}
	return int64(len(route))<<linkBits + min(fullest, mostLoad)<<loadBits + min(int64(slowest), mostTime)
}

// busy is how long a link takes to move 1 KiB of each of so many rings.
func (m *mesh) busy(id LinkID, rings int64) int64 {
	return int64(m.graph.Links[id].Rate.Over(units.KiB)) * rings
}

// take puts a ring on the links that it goes over, there and back.
func (m *mesh) take(ring []int32) {
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		for _, route := range [][]LinkID{m.routes[a][b], m.routes[b][a]} {
			for _, id := range route {
				m.load[id]++
			}
		}
	}
}

// fullest is how long the link takes that has most to do.
func (m *mesh) fullest() (most int64) {
	for id, rings := range m.load {
		most = max(most, m.busy(LinkID(id), rings))
	}
	return most
}

// direct tells whether a link leads from one GPU to another.
func (m *mesh) direct() bool {
	for _, from := range m.routes {
		for _, route := range from {
			if len(route) == 1 {
				return true
			}
		}
	}
	return false
}

// mostCircuits of a node are looked for.
const mostCircuits = 8

// circuits are the rings through all GPUs of a node that close best. Where switches join these, every ring takes the same
// links: there is one. Where GPUs are joined directly, further rings go over what those before have left, as NCCL's search
// subtracts what a ring takes, until more of them would not share the links better.
func (g *Graph) circuits() [][]int32 {
	m := g.mesh()
	rings := [][]int32{chain(m.costs(), 0, -1)}
	if !m.direct() {
		return rings
	}
	m.load = make([]int64, len(g.Links))
	m.take(rings[0])
	best, least := 1, m.fullest()
	for n := int64(2); n <= mostCircuits; n++ {
		ring := chain(m.costs(), 0, -1)
		m.take(ring)
		rings = append(rings, ring)
		if most := m.fullest(); most*int64(best) < least*n {
			best, least = int(n), most
		}
	}
	return rings[:best]
}
