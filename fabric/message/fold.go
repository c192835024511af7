package message

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// folded is what a Net keeps that plays one link of each orbit.
type folded struct {
	turns map[bend]int32
	heads []head // by link, the last that came
	ties  int64
	used  []int32 // links that paths take, as of so many paths
	bent  []int32 // tails that they use
	kinds []int32 // and the media of their links
	paths int
}

// bend is two images in a row: messages that take it come the same way.
type bend struct {
	from fabric.LinkID
	to   fabric.Image
}

// head is the head of a message at a link: when it came, and by which turn.
type head struct {
	at     units.Time
	turn   int32
	steady bool
}

// Fold implements [fabric.Folded].
func (n *Net) Fold(route []fabric.LinkID, images []fabric.Image) fabric.PathID {
	if n.folded == nil {
		n.folded = &folded{turns: map[bend]int32{}, heads: slices.Repeat([]head{{at: -1}}, len(n.links))}
	}
	key := fabric.FoldKey(nil, route, images)
	if id, ok := n.interned[string(key)]; ok {
		return id
	}
	if err := n.graph.CheckRoute(route); err != nil {
		panic("message: " + err.Error())
	}
	id := n.lay(route, -1)
	for i, image := range images {
		h := &n.hops[n.paths[id].first+int32(i)]
		b := bend{-1, image}
		if i > 0 {
			b.from = images[i-1].Link
		}
		h.link, h.input, h.turn, h.steady = image.Link, n.inputs[image.Link], n.bend(b), image.Steady
	}
	n.interned[string(key)] = id
	return id
}

// bend numbers turns as turn does, among the images of links.
func (n *Net) bend(b bend) int32 {
	t, ok := n.folded.turns[b]
	if !ok {
		t = int32(len(n.tails))
		n.tails = append(n.tails, tail{})
		n.pairs = append(n.pairs, [2]fabric.LinkID{-1, -1})
		n.folded.turns[b] = t
	}
	return t
}

// witness counts heads that come to a link in one instant by different links that are not steady: which goes first is
// settled by the numbers of these, and they do not move with the ranks.
func (n *Net) witness(h *hop) {
	if h.first {
		return
	}
	now := n.kernel.Now()
	last := &n.folded.heads[h.link]
	if last.at == now && last.turn != h.turn && !(last.steady && h.steady) {
		n.folded.ties++
	}
	*last = head{now, h.turn, h.steady}
}

// Ties implements [fabric.Folded].
func (n *Net) Ties() int64 {
	if n.folded == nil {
		return 0
	}
	return n.folded.ties
}

var _ fabric.Folded = (*Net)(nil)
