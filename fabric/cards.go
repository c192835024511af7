package fabric

import "slices"

// cards are the NICs nearest to a GPU, by index in the node. GPUs that have the same ones nearest share them.
type cards struct {
	near        []int32
	turn, among int // it is number turn of so many GPUs
}

// deal hands out the NICs nearest to each GPU of a node among those that share them.
func deal(near [][]int32) []cards {
	all := make([]cards, len(near))
	for i := range near {
		all[i].near = near[i]
		for j := range near {
			if slices.Equal(near[i], near[j]) {
				all[i].among++
				if j < i {
					all[i].turn++
				}
			}
		}
	}
	return all
}

// own is the NIC that a GPU takes on a channel; -1 = none is left. Of k NICs that g GPUs share, GPU i has those numbered i,
// i + g, i + 2g and so on for its own, and takes the next of them every g channels: rings enter nodes by one of these GPUs
// after the other. With fewer NICs than GPUs it has number i modulo k.
func (c *cards) own(channel int) int {
	k := len(c.near)
	switch {
	case k == 0:
		return -1
	case k <= c.among:
		return int(c.near[c.turn%k])
	}
	mine := over(k-c.turn, c.among)
	return int(c.near[c.turn+channel/c.among%mine*c.among])
}

// choice is the NIC, by its index in the node, by which messages of a rank leave its node on a channel, or enter it, where
// no ring says otherwise; -1 where none is left.
func (g *Graph) choice(rank, channel int, entering bool) int {
	node, gpu := rank/g.GPUsPerNode, rank%g.GPUsPerNode
	switch w := g.pattern.of(node); {
	case w != nil && entering:
		return w.enter[gpu].own(channel)
	case w != nil:
		return w.leave[gpu].own(channel)
	}
	return deal(g.nearby(node, entering))[gpu].own(channel)
}

// choices are the NICs of all channels.
func (g *Graph) choices(rank int, entering bool) []int32 {
	node, gpu := rank/g.GPUsPerNode, rank%g.GPUsPerNode
	switch w := g.pattern.of(node); {
	case w == nil:
		return g.nearby(node, entering)[gpu]
	case entering:
		return w.enter[gpu].near
	default:
		return w.leave[gpu].near
	}
}

// nearby lists, for each GPU of a node, the NICs at the fewest links from it, or to it, by index in the node.
func (g *Graph) nearby(node int, entering bool) [][]int32 {
	near := make([][]int32, g.GPUsPerNode)
	var in []tree
	if entering {
		for nic := range g.NICsPerNode {
			in = append(in, g.grow(g.NICs[node*g.NICsPerNode+nic], nil))
		}
	}
	for i := range near {
		gpu := g.end(node, i)
		if entering {
			near[i] = g.nearest(node, func(nic int) []LinkID { return in[nic].route(gpu) })
			continue
		}
		out := g.grow(gpu, nil)
		near[i] = g.nearest(node, func(nic int) []LinkID { return out.route(g.NICs[node*g.NICsPerNode+nic]) })
	}
	return near
}

// nearest lists the NICs of a node, all of whose links are up, with the shortest way.
func (g *Graph) nearest(node int, way func(nic int) []LinkID) []int32 {
	var near []int32
	least := 0
	for nic := range g.NICsPerNode {
		if !g.whole(g.NICs[node*g.NICsPerNode+nic]) {
			continue
		}
		route := way(nic)
		switch {
		case route == nil:
		case len(near) == 0 || len(route) < least:
			near, least = append(near[:0], int32(nic)), len(route)
		case len(route) == least:
			near = append(near, int32(nic))
		}
	}
	return near
}

// whole says whether all links of a device are up.
func (g *Graph) whole(d DeviceID) bool {
	down := func(id LinkID) bool { return g.Links[id].Down }
	return !slices.ContainsFunc(g.Out(d), down) && !slices.ContainsFunc(g.In(d), down)
}

// carried is the NIC by which a ring goes from a node to the next one, where a message on a channel is the ring's: between
// the GPU by which it leaves a node and the one by which it enters the next, and back, for answers. -1 = it is not, or
// that NIC cannot be had. Both ends take it, so that a ring stays on its rail although the GPU by which it leaves has another
// NIC for its own.
func (g *Graph) carried(src, dst, channel int) int {
	if g.closed() || len(g.rings) != g.NICsPerNode {
		return -1
	}
	nic, back := g.ringOf(channel, g.NICsPerNode)
	ring := g.rings[nic]
	enter, leave := int(ring[0]), int(ring[len(ring)-1])
	if back {
		enter, leave = leave, enter
	}
	goes := func(src, dst int) bool {
		from, to := src/g.GPUsPerNode, dst/g.GPUsPerNode
		return src%g.GPUsPerNode == leave && dst%g.GPUsPerNode == enter && to == (from+1)%g.Nodes
	}
	if enter == leave || !goes(src, dst) && !goes(dst, src) {
		return -1
	}
	if src, dst = g.depicted(src, dst); g.holds(src, nic, false) && g.holds(dst, nic, true) {
		return nic
	}
	return -1
}

// holds tells whether messages of a rank can leave its node by a NIC, or enter it.
func (g *Graph) holds(rank, nic int, entering bool) bool {
	node, gpu, end := rank/g.GPUsPerNode, rank%g.GPUsPerNode, g.GPUsPerNode+nic
	if entering {
		gpu, end = end, gpu
	}
	_, ok := g.leg(nil, node, gpu, end)
	return ok && g.whole(g.NICs[node*g.NICsPerNode+nic])
}
