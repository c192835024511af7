package fabric

// plan is a network of two tiers: which leaf each end of a server is wired to, and how leaves are joined.
type plan struct {
	leaf    func(node, end int) int
	leaves  int
	uplinks int    // a leaf; 0 = the leaves are not joined
	level   string // what a group of nodes behind the same leaves is called; "" = there are none
	nodes   int    // of such a group
}

// clos routes over leaves that every spine is wired to. Between leaves the spine is fixed by the destination: its port
// number on its leaf, modulo the spines, so that the ends of one leaf never share a way down. Where that spine is cut
// off, the next one serves.
type clos struct {
	seats
	spines []DeviceID
	ups    []LinkID // leaf, spine -> the link up; the link down is the next one
}

// twoTiers adds the leaves and spines of a plan, wires all ends to them and teaches the graph to route over them.
func (b *builder) twoTiers(p plan) {
	c := &clos{seats: b.seat(p.leaves, p.leaf)}
	spines := p.uplinks
	if p.leaves == 1 {
		spines = 0
	}
	c.spines = b.switches("spine", spines)
	b.crowded("leaf", c.fullest()+spines, "")
	if spines > 0 {
		b.crowded("spine", p.leaves, "; a real network of this size has a third tier, as fat-tree has")
	}
	b.plug(&c.seats)
	for _, leaf := range c.leaves {
		for _, spine := range c.spines {
			c.ups = append(c.ups, b.trunk(leaf, spine))
		}
	}
	b.graph.router = c
	if p.level != "" {
		b.group(p.level, p.nodes, c.adopt)
	}
}

func (c *clos) route(g *Graph, from, to DeviceID, choose pick) []LinkID {
	rise, fall, s, d, ok := c.doors(g, from, to)
	if !ok {
		return nil
	}
	source, destination, spines := int(c.leafOf[s]), int(c.leafOf[d]), len(c.spines)
	if source == destination {
		return []LinkID{rise, fall}
	}
	if spines == 0 {
		return nil
	}
	spine := g.choose(choose, 0, int(c.portOf[d])%spines, spines, func(i int) bool {
		return g.up(c.ups[source*spines+i], c.ups[destination*spines+i]+1)
	})
	if spine < 0 {
		return nil
	}
	return []LinkID{rise, c.ups[source*spines+spine], c.ups[destination*spines+spine] + 1, fall}
}
