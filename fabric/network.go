package fabric

import (
	"slices"
	"strconv"
	"strings"
)

// Network is a way to wire servers to each other.
type Network struct {
	Name    string
	Doc     string // two sentences for someone who meets it for the first time
	Drawing string // one line
	plan    func(b *builder) plan
}

// plan says which leaf each end of a server is wired to. An end is a NIC, or the GPU of a host without one.
type plan struct {
	leaf    func(node, end int) int
	leaves  int
	uplinks int    // a leaf; 0 = the leaves are not joined
	level   string // what a group of nodes behind the same leaves is called; "" = there are none
	nodes   int    // of such a group
}

var networks []Network

// registerNetwork is called once in each network's own file.
func registerNetwork(n Network) struct{} {
	if _, ok := FindNetwork(n.Name); ok {
		panic("fabric: network registered twice: " + n.Name)
	}
	networks = append(networks, n)
	slices.SortFunc(networks, func(a, b Network) int { return strings.Compare(a.Name, b.Name) })
	return struct{}{}
}

// Networks lists every network by name.
func Networks() []Network { return slices.Clone(networks) }

// FindNetwork looks a network up by its name.
func FindNetwork(name string) (Network, bool) {
	for _, n := range networks {
		if n.Name == name {
			return n, true
		}
	}
	return Network{}, false
}

func networkNames() []string {
	names := make([]string, len(networks))
	for i := range networks {
		names[i] = networks[i].Name
	}
	return names
}

// network adds the leaves and spines of a plan, wires all ends to them and teaches the graph to route over them.
func (b *builder) network(p plan) {
	g, ends := b.graph, b.ends()
	c := &clos{ends: ends, leafOf: make([]int32, len(ends)), portOf: make([]int32, len(ends))}
	for i := range p.leaves {
		c.leaves = append(c.leaves, b.device(Switch, -1, "leaf"+strconv.Itoa(i)))
	}
	spines := p.uplinks
	if p.leaves == 1 {
		spines = 0
	}
	for i := range spines {
		c.spines = append(c.spines, b.device(Switch, -1, "spine"+strconv.Itoa(i)))
	}
	b.crowded(p, spines)
	ports := make([]int32, p.leaves)
	for e, end := range ends {
		leaf := p.leaf(e/b.endsPerNode(), e%b.endsPerNode())
		c.leafOf[e], c.portOf[e] = int32(leaf), ports[leaf]
		ports[leaf]++
		b.wire(end, c.leaves[leaf], "network", 1)
	}
	for _, leaf := range c.leaves {
		for _, spine := range c.spines {
			up := LinkID(len(g.Links))
			b.wire(leaf, spine, "trunk", 1)
			c.up = append(c.up, up)
		}
	}
	g.router = c
	b.group(p, c)
}

// crowded warns of a plan that no switch with the ports of the parameter could carry out.
func (b *builder) crowded(p plan, spines int) {
	ports := b.count("switch.ports")
	counts := make([]int, p.leaves)
	for e := range b.ends() {
		counts[p.leaf(e/b.endsPerNode(), e%b.endsPerNode())]++
	}
	if n := slices.Max(counts) + spines; n > ports {
		b.warn("network", "a leaf has %d links, but switch.ports is %d", n, ports)
	}
	if spines > 0 && p.leaves > ports {
		b.warn("network", "a spine has %d links, but switch.ports is %d; a real network of this size has a third tier",
			p.leaves, ports)
	}
}

// group records which devices belong to the same leaf or pod, for Levels.
func (b *builder) group(p plan, c *clos) {
	g := b.graph
	if p.level == "" || p.nodes >= g.Nodes || g.Nodes%p.nodes != 0 {
		return
	}
	part := make([]int32, len(g.Devices))
	for d := range g.Devices {
		part[d] = -1
		if node := g.Devices[d].Node; node >= 0 {
			part[d] = node / int32(p.nodes)
		}
	}
	for e := range c.ends {
		part[c.leaves[c.leafOf[e]]] = int32(e / b.endsPerNode() / p.nodes)
	}
	g.groups = grouping{name: p.level, parts: g.Nodes / p.nodes, part: part}
}
