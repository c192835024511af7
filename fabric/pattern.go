package fabric

// pattern is what is known of routes inside nodes. Most are alike; those in which a link is down or has figures of its
// own are odd, and known one by one.
type pattern struct {
	stride LinkID        // links that a node has inside
	alike  *legs         // of nodes that are alike; nil = there are none
	model  int           // the first of them
	odd    map[int]*legs // of the others; nil = they are searched
}

// legs are the routes inside a node, links numbered from its first.
type legs struct {
	routes [][]LinkID // from, to -> links; both count the GPUs of a node, then its NICs
	leave  []cards    // GPU -> NICs by which it leaves
	enter  []cards    // GPU -> NICs by which it is entered
}

// mostLearnt is how many routes of odd nodes are learnt: a second's work, 30 MiB. Those beyond are searched when somebody
// asks.
const mostLearnt = 1 << 19

// learn fills the pattern of a graph whose nodes hold stride links each, in the same order.
func (g *Graph) learn(stride int, odd map[int]bool) {
	p := &pattern{stride: LinkID(stride), model: -1, odd: map[int]*legs{}}
	budget, ends := mostLearnt, g.GPUsPerNode+g.NICsPerNode
	for node := range g.Nodes {
		switch {
		case odd[node]:
			if budget -= ends * ends; budget >= 0 {
				p.odd[node] = g.survey(node, p.stride)
			} else {
				p.odd[node] = nil
			}
		case p.alike == nil:
			p.alike, p.model = g.survey(node, p.stride), node
		}
	}
	g.pattern = p
}

// survey searches a node for all of its routes at once.
func (g *Graph) survey(node int, stride LinkID) *legs {
	w := &legs{}
	ends := g.GPUsPerNode + g.NICsPerNode
	for from := range ends {
		inside := g.insides(g.end(node, from))
		for to := range ends {
			route := inside(g.end(node, to))
			for i := range route {
				route[i] -= stride * LinkID(node)
			}
			w.routes = append(w.routes, route)
		}
	}
	w.leave, w.enter = deal(g.nearby(node, false)), deal(g.nearby(node, true))
	return w
}

// of is what is known of a node; nil = it must be searched.
func (p *pattern) of(node int) *legs {
	if p == nil {
		return nil
	}
	if w, odd := p.odd[node]; odd {
		return w
	}
	return p.alike
}

// unlike tells whether a node may differ from those of which one, the model, stands for all.
func (p *pattern) unlike(node int) bool {
	if p == nil {
		return true
	}
	_, odd := p.odd[node]
	return odd || node == p.model
}

// known is the route between two ends of a node from the pattern, appended to a route; ok is false where none leads there,
// told where the pattern does not say.
func (g *Graph) known(route []LinkID, node, from, to int) (longer []LinkID, ok, told bool) {
	w := g.pattern.of(node)
	if w == nil {
		return route, false, false
	}
	links := w.routes[from*(g.GPUsPerNode+g.NICsPerNode)+to]
	for _, id := range links {
		route = append(route, id+g.pattern.stride*LinkID(node))
	}
	return route, links != nil, true
}
