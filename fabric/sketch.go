package fabric

import (
	"slices"
	"strconv"
	"strings"
)

// Sketch is Build for very many servers, where they are interchangeable by the way they are wired: two of them are drawn.
// The second one stands for all but whichever it is looked at from. Ranks, nodes, routes, levels and orders are those of
// the whole; devices and links are those of the drawing. ok is false where single servers matter: then Build must
// draw all.
func Sketch(s Spec) (g *Graph, warnings []Remark, ok bool) {
	if s.Nodes < 3 || len(s.Down) > 0 || slices.ContainsFunc(s.Set, func(f Setting) bool { _, _, single := partFigure(f.Name); return single }) {
		return nil, nil, false
	}
	b := &builder{spec: s}
	if b.check(); len(b.problems) > 0 {
		return nil, nil, false
	}
	b.servers, b.spec.Nodes = s.Nodes, 2
	g, warnings, err := b.build()
	if err != nil || !g.interchangeable() {
		return nil, nil, false
	}
	g.drawn, g.Nodes = 2, s.Nodes
	g.indoors = (len(g.Links) - 2*len(b.ends())) / 2
	return g, warnings, true
}

// interchangeable tells whether nothing but their own links tells the servers of a graph apart: its network says so, and
// switches remember nothing.
func (g *Graph) interchangeable() bool {
	n, _ := FindNetwork(g.Network)
	return n.alike && !g.OutputQueued() && !g.Routing.Adaptive() && !g.Lossy()
}

// Sketched tells whether two servers are drawn for all.
func (g *Graph) Sketched() bool { return g.drawn > 0 }

// drawings is how many servers are drawn.
func (g *Graph) drawings() int {
	if g.drawn > 0 {
		return g.drawn
	}
	return g.Nodes
}

// Scaled is how many of something there are of which so many are drawn.
func (g *Graph) Scaled(n int) int {
	if g.drawn > 0 {
		return n / g.drawn * g.Nodes
	}
	return n
}

// real is Scaled, of a sketch under construction.
func (b *builder) real(n int) int {
	if b.servers > 0 {
		return n / b.spec.Nodes * b.servers
	}
	return n
}

// depicted is the drawn ranks whose messages go as those from src to dst.
func (g *Graph) depicted(src, dst int) (int, int) {
	if g.drawn == 0 {
		return src, dst
	}
	a, b := src%g.GPUsPerNode, dst%g.GPUsPerNode
	if src/g.GPUsPerNode != dst/g.GPUsPerNode {
		b += g.GPUsPerNode
	}
	return a, b
}

// Home is the link of the first server that looks like id.
func (g *Graph) Home(id LinkID) LinkID {
	switch i := int(id); {
	case i >= 2*g.indoors:
		plugs := (len(g.Links) - 2*g.indoors) / 2
		return id - LinkID((i-2*g.indoors)/plugs*plugs)
	case i >= g.indoors:
		return id - LinkID(g.indoors)
	}
	return id
}

// Indoors tells whether a link of a sketch is inside a server.
func (g *Graph) Indoors(id LinkID) bool { return int(id) < 2*g.indoors }

// NameIn is the name of a link of the first server in another one.
func (g *Graph) NameIn(id LinkID, node int) string {
	l := &g.Links[id]
	return g.Devices[l.From].nameIn(node) + ">" + g.Devices[l.To].nameIn(node)
}

func (d *Device) nameIn(node int) string {
	if d.Node < 0 {
		return d.Name
	}
	return "node" + strconv.Itoa(node) + strings.TrimPrefix(d.Name, "node0")
}

// twins folds a sketch by whole servers: the links of the first stand for those of all.
type twins struct {
	graph *Graph
	group Group
}

// Twins folds a sketch by whole servers, as Orbits does what it is a sketch of: element e of the group moves the first
// server to where server e is. That they are interchangeable needs no look at any of them.
func (g *Graph) Twins(group Group) Folding { return &twins{g, group} }

// Way implements [Folding], from ranks of the first server.
func (t *twins) Way(src, dst, channel int) (route []LinkID, images []Image, err error) {
	g := t.graph
	if route, err = g.Route(src, dst, channel); err != nil {
		return nil, nil, err
	}
	images = make([]Image, len(route))
	before := int32(0)
	for i, id := range route {
		images[i].Link = g.Home(id)
		at := int32(0)
		if images[i].Link != id {
			at = int32(dst / g.GPUsPerNode)
		}
		if i > 0 {
			images[i].Away = t.group.Between(before, at)
			images[i].Steady = g.Devices[g.Links[id].From].Node >= 0 // the switches of the network stay where they are
		}
		before = at
	}
	return route, images, nil
}

// StandIn implements [Folding].
func (t *twins) StandIn(id LinkID) (rep LinkID, ok bool) { return t.graph.Home(id), true }
