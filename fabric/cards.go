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
	near := make([][]int32, g.GPUsPerNode)
	for i := range near {
		near[i] = g.near(node*g.GPUsPerNode+i, entering)
	}
	return deal(near)[gpu].own(channel)
}

// choices are the NICs of all channels.
func (g *Graph) choices(rank int, entering bool) []int32 {
	w := g.pattern.of(rank / g.GPUsPerNode)
	switch {
	case w == nil:
		return g.near(rank, entering)
	case entering:
		return w.enter[rank%g.GPUsPerNode].near
	}
	return w.leave[rank%g.GPUsPerNode].near
}

// near lists the NICs at the fewest links from a rank, or to it, by index in the node.
func (g *Graph) near(rank int, entering bool) []int32 {
	node := rank / g.GPUsPerNode
	return g.nearest(node, func(nic DeviceID) []LinkID {
		if entering {
			return g.walk(nic, g.GPUs[rank], nil)
		}
		return g.walk(g.GPUs[rank], nic, nil)
	})
}

// nearest lists the NICs of a node, all of whose links are up, with the shortest way.
func (g *Graph) nearest(node int, way func(nic DeviceID) []LinkID) []int32 {
	var near []int32
	least := 0
	for i, nic := range g.NICs[node*g.NICsPerNode : (node+1)*g.NICsPerNode] {
		if !g.whole(nic) {
			continue
		}
		route := way(nic)
		switch {
		case route == nil:
		case len(near) == 0 || len(route) < least:
			near, least = append(near[:0], int32(i)), len(route)
		case len(route) == least:
			near = append(near, int32(i))
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
