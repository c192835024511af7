package fabric

// EscapeLanes is the escape lane of each hop of a route: messages change lanes where they could otherwise wait for one
// another in a circle. nil = lane 0 everywhere; else one number a link, below Escapes.
//
// On a torus a message is on lane 1 from behind the dateline of a ring to the end of that ring; on a dragonfly, behind
// its global link (Dally and Seitz 1987). In servers whose NICs lie behind links that GPUs share with each other, what a
// NIC fetches is on lane 1 up to the NIC: see untangle.
func (g *Graph) EscapeLanes(route []LinkID) []uint8 {
	if g.Escapes <= 1 {
		return nil
	}
	lanes := make([]uint8, len(route))
	for i := range g.fetched(route) {
		lanes[i] = 1
	}
	ring, lane := int8(0), uint8(0)
	for i, id := range route {
		t := g.track(id)
		if t.ring != ring {
			ring, lane = t.ring, 0
		}
		lanes[i] |= lane
		if t.dateline {
			lane = 1
		}
	}
	return lanes
}

// track says where a link lies on a ring of channels that could wait for one another.
type track struct {
	ring     int8 // which dimension it belongs to; 0 = none
	dateline bool // behind it messages are on lane 1
}

func (g *Graph) track(id LinkID) track {
	if int(id) < len(g.tracks) {
		return g.tracks[id]
	}
	return track{}
}

// fetched is how many links of a route what a NIC fetches crosses on a lane of its own.
func (g *Graph) fetched(route []LinkID) int {
	if !g.fetches {
		return 0
	}
	for i, id := range route {
		if g.Devices[g.Links[id].To].Kind == NIC {
			return i + 1
		}
	}
	return 0
}

// untangle gives what NICs fetch from GPUs a lane of its own, where it could otherwise wait in a circle: what comes in by
// one NIC waits for a link between sockets, behind messages between GPUs; these for what goes out by another NIC; and
// that, over the network, for what comes in. PCIe keeps the two apart by separate credit for completions, with which
// a NIC's reads are answered, and for posted writes (PCI Express Base, flow control).
func (g *Graph) untangle() {
	if g.Nodes == 1 || g.NICsPerNode < 2 || !g.tangled() {
		return
	}
	g.fetches, g.Escapes = true, max(g.Escapes, 2)
}

// tangled tells whether buffers inside nodes could wait for one another in a circle that the network closes: by it,
// whatever goes out of any node may wait for whatever comes into any other.
func (g *Graph) tangled() bool {
	w := g.Waits()
	network := w.vertex()
	for node := range g.Nodes {
		if g.pattern.unlike(node) {
			g.tangle(w, network, node)
		}
	}
	return w.Circle() != nil
}

// tangle adds all routes inside a node to what waits.
func (g *Graph) tangle(w *Waits, network int32, node int) {
	for i := range g.GPUsPerNode {
		rank := node*g.GPUsPerNode + i
		for j := range g.GPUsPerNode {
			w.Add(g.inward(node, i, j))
		}
		for _, nic := range g.choices(rank, false) {
			w.leave(g.outward(node, door{i, int(nic)}), network)
		}
		for in := range g.NICsPerNode {
			if out := g.leaving(rank, 0, in); out.gpu != i {
				w.leave(append(g.inward(node, i, out.gpu), g.outward(node, out)...), network)
			}
		}
		for _, nic := range g.choices(rank, true) {
			w.enter(network, g.inward(node, g.GPUsPerNode+int(nic), i))
		}
	}
}

// inward is the way inside a node to a GPU, from one or from a NIC; outward that from a GPU to a NIC.
func (g *Graph) inward(node, from, gpu int) []LinkID {
	route, _ := g.leg(nil, node, from, gpu)
	return route
}

func (g *Graph) outward(node int, d door) []LinkID {
	route, _ := g.leg(nil, node, d.gpu, g.GPUsPerNode+d.nic)
	return route
}
