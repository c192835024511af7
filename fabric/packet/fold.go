package packet

import "collsim/fabric"

// folded is what a Net keeps that plays one link of each orbit.
type folded struct {
	bends map[bend]turn
	known []int32 // by port: how many bends lead to it
	ties  int64
}

// bend is two images in a row: what takes it comes by one input.
type bend struct {
	from fabric.LinkID
	to   fabric.Image
}

// turn is a bend, numbered.
type turn struct {
	number int32
	input  int32 // of the second link
}

// Fold implements [fabric.Folded], where devices keep one queue an input and output and no memory for all.
func (n *Net) Fold(route []fabric.LinkID, images []fabric.Image) fabric.PathID {
	if n.folded == nil {
		n.folded = &folded{bends: map[bend]turn{}, known: make([]int32, len(n.ports))}
	}
	key := append(fabric.RouteKey(nil, route), foldMark)
	for _, image := range images {
		key = fabric.RouteKey(key, []fabric.LinkID{image.Link, fabric.LinkID(image.Away)})
	}
	if id, ok := n.routing.routes[string(key)]; ok {
		return id
	}
	if n.sealed {
		bug("a new path after Seal: %s", n.routeName(route))
	}
	if err := n.graph.CheckRoute(route); err != nil {
		bug("%v", err)
	}
	id := fabric.PathID(len(n.paths))
	n.routing.routes[string(key)] = id
	n.layPath([]way{{route, n.graph.EscapeLanes(route), images}})
	return id
}

// foldMark ends what stands of a route in the key of a folded one.
const foldMark = 2

// port is that of a hop's link, or of the link that stands for it.
func (w *way) port(hop int) int32 {
	if w.images == nil {
		return int32(w.route[hop])
	}
	return int32(w.images[hop].Link)
}

// inputOn is the input by which packets come to the port of a hop.
func (n *Net) inputOn(w *way, hop int) int32 {
	if w.images == nil {
		return n.inputOf(w.route[hop-1])
	}
	return n.bend(bend{w.images[hop-1].Link, w.images[hop]}).input
}

// nextPort is what exit calls the port after that of a hop. Where links stand for others it goes by the bend.
func (n *Net) nextPort(w *way, hop int) int32 {
	if w.images == nil {
		return int32(w.route[hop+1])
	}
	return endsHere - 1 - n.bend(bend{w.images[hop].Link, w.images[hop+1]}).number
}

// bend numbers what takes a bend. Inputs are numbered as they appear, for their numbers decide nothing.
func (n *Net) bend(b bend) turn {
	t, ok := n.folded.bends[b]
	if ok {
		return t
	}
	o := b.to.Link
	input := n.folded.known[o]
	t = turn{int32(len(n.folded.bends)), input}
	n.folded.bends[b] = t
	n.folded.known[o]++
	if p := &n.ports[o]; input == 0 || input >= p.inputs {
		p.inputs = max(p.inputs, input+1)
		p.inputs = (p.inputs + 63) &^ 63 // whole banks, so that more may come
		for v := range n.width {
			n.lanes[p.lanes+v].heads.grow(p.inputs)
		}
	}
	return t
}

// witness counts packets that could leave as early as the one that does: which goes first is settled by turns and by the
// numbers of inputs, and these do not move with the ranks.
func (n *Net) witness(p *port, c choice) {
	for v := range n.width {
		ln := &n.lanes[p.lanes+v]
		if ln.heads.empty() {
			continue
		}
		first := ln.heads.first(0)
		for i := first; ; {
			if qi := ln.heads.queueOf(i); qi != c.queue && p.ready(ln, &n.queues[qi]) <= c.at {
				n.folded.ties++
			}
			if i = ln.heads.from(i + 1); i == first {
				break
			}
		}
	}
}

// Ties implements [fabric.Folded].
func (n *Net) Ties() int64 {
	if n.folded == nil {
		return 0
	}
	return n.folded.ties
}

var _ fabric.Folded = (*Net)(nil)
