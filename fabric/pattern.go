package fabric

import "slices"

// pattern is what is known of routes inside nodes that are all alike, links numbered from the first of the node. Nodes
// in which a link is down or has figures of its own are searched instead.
type pattern struct {
	stride LinkID       // links that a node has inside
	routes [][]LinkID   // from, to -> links; both count the GPUs of a node, then its NICs
	leave  [][]int32    // GPU -> NICs by which it leaves
	enter  [][]int32    // GPU -> NICs by which it is entered
	odd    map[int]bool // nodes unlike the others
	model  int          // the first of those that are alike
}

// learn fills the pattern of a graph whose nodes hold stride links each, in the same order, from the first node that is
// not odd.
func (g *Graph) learn(stride int, odd map[int]bool) {
	model := 0
	for odd[model] {
		model++
	}
	if model >= g.Nodes {
		return
	}
	p := &pattern{stride: LinkID(stride), odd: odd, model: model}
	ends := g.GPUsPerNode + g.NICsPerNode
	trees := make([]tree, ends)
	for from := range ends {
		trees[from] = g.grow(g.end(model, from), nil)
		ways := g.insides(g.end(model, from))
		for to := range ends {
			route := ways(g.end(model, to))
			for i := range route {
				route[i] -= p.stride * LinkID(model)
			}
			p.routes = append(p.routes, route)
		}
	}
	first := model * g.NICsPerNode
	for i := range g.GPUsPerNode {
		gpu := g.end(model, i)
		p.leave = append(p.leave, g.nearest(model, trees[i].route))
		p.enter = append(p.enter, g.nearest(model, func(nic DeviceID) []LinkID {
			return trees[g.GPUsPerNode+slices.Index(g.NICs[first:], nic)].route(gpu)
		}))
	}
	g.pattern = p
}

// known is the route between two ends of a node from the pattern, appended to a route; ok is false where it must be
// searched for.
func (g *Graph) known(route []LinkID, node, from, to int) (longer []LinkID, ok bool) {
	p := g.pattern
	if p == nil || p.odd[node] {
		return route, false
	}
	links := p.routes[from*(g.GPUsPerNode+g.NICsPerNode)+to]
	for _, id := range links {
		route = append(route, id+p.stride*LinkID(node))
	}
	return route, links != nil
}
