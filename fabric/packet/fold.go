package packet

import (
	"slices"

	"collsim/fabric"
)

// folded is what a Net keeps that plays one link of each orbit.
type folded struct {
	bends map[bend]passage
	first []int32 // by port: its first input that is not steady; those before it are those of the fabric
	known []int32 // by port: the input behind its last one so far
	ties  int64
}

// bend is two images in a row: what takes it comes by one input.
type bend struct {
	from fabric.LinkID
	to   fabric.Image
}

// passage is a bend, numbered.
type passage struct {
	number int32
	input  int32 // of the second link
}

// Fold implements [fabric.Folded], where devices keep one queue an input and output and no memory for all.
func (n *Net) Fold(route []fabric.LinkID, images []fabric.Image) fabric.PathID {
	if n.folded == nil {
		n.beginFolded()
	}
	return n.intern(fabric.FoldKey(nil, route, images), route, images)
}

func (n *Net) beginFolded() {
	f := &folded{bends: map[bend]passage{}}
	for o := range n.ports {
		f.first = append(f.first, (n.ports[o].inputs+63)&^63)
	}
	f.known = slices.Clone(f.first)
	n.folded = f
}

// port is that of a hop's link, or of the link that stands for it.
func (w *way) port(hop int) int32 {
	if w.images == nil {
		return int32(w.route[hop])
	}
	return int32(w.images[hop].Link)
}

// inputOn is the input by which packets come to the port of a hop.
func (n *Net) inputOn(w *way, hop int) int32 {
	switch {
	case w.images == nil:
		return n.inputOf(w.route[hop-1])
	case w.images[hop].Steady:
		return n.inputOf(w.images[hop-1].Link)
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

// bend numbers what takes a bend. Inputs that are not steady come behind the others, in banks of their own, as they
// appear: their numbers decide nothing.
func (n *Net) bend(b bend) passage {
	t, ok := n.folded.bends[b]
	if ok {
		return t
	}
	t = passage{number: int32(len(n.folded.bends))}
	if o := b.to.Link; !b.to.Steady {
		t.input = n.folded.known[o]
		n.folded.known[o]++
		n.widen(&n.ports[o], t.input)
	}
	n.folded.bends[b] = t
	return t
}

// widen makes room for an input, and for all of its bank.
func (n *Net) widen(p *port, input int32) {
	if input < p.inputs {
		return
	}
	p.inputs = input&^63 + 64
	for v := range n.width {
		n.lanes[p.lanes+v].heads.grow(p.inputs)
	}
}

// witness counts packets that could leave port o as early as the one that does, unless both come by inputs whose numbers
// may decide.
func (n *Net) witness(o int32, p *port, c choice) {
	steady := n.folded.first[o]
	for v := range n.width {
		ln := &n.lanes[p.lanes+v]
		for i := ln.heads.first(0); i >= 0; i = ln.heads.first(i + 1) {
			qi := ln.heads.queueOf(i)
			if qi != c.queue && max(i, c.input) >= steady && p.ready(ln, &n.queues[qi]) <= c.at {
				n.folded.ties++
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
