package fabric

import "slices"

var _ = registerNetwork(Network{
	Name: "torus-2d",
	Doc: "One switch for each leaf.nodes nodes, wired to its four neighbours in a rectangle whose edges meet. " +
		"Messages go along x first, then along y, each the shorter way round.",
	Drawing: "NICs of leaf.nodes nodes -network- leaf; every leaf -trunk- the leaves before and behind it along x and y",
	build:   func(b *builder) { b.torus([]string{"torus.x", "torus.y"}) },
})

var _ = registerNetwork(Network{
	Name: "torus-3d",
	Doc: "One switch for each leaf.nodes nodes, wired to its six neighbours in a block whose faces meet. " +
		"Messages go along x first, then along y, then along z, each the shorter way round.",
	Drawing: "NICs of leaf.nodes nodes -network- leaf; every leaf -trunk- the leaves before and behind it along x, y and z",
	build:   func(b *builder) { b.torus([]string{"torus.x", "torus.y", "torus.z"}) },
})

// torus routes one dimension after the other. Without lanes rings of links could wait for themselves; a message changes
// to lane 1 behind the dateline of a ring, the link between its last switch and its first (Dally and Seitz 1987).
type torus struct {
	seats
	sides []int
	steps []LinkID // switch, dimension, forward or back -> the link; -1 = there is none
}

func (b *builder) torus(parameters []string) {
	nodes := b.countOr("leaf.nodes", 1)
	switches := over(b.spec.Nodes, nodes)
	sides := make([]int, len(parameters))
	for i, name := range parameters {
		sides[i] = b.countOr(name, 0)
	}
	sides = square(sides, switches)
	if sides == nil {
		b.problems.add("network", "the torus has no room for %d switches of %d nodes; larger sides %v are needed", switches, nodes, parameters)
		return
	}
	size := product(sides)
	if size > mostSwitches {
		b.problems.add("network", "a torus with sides of %v; at most %d switches are possible", sides, mostSwitches)
		return
	}
	t := &torus{seats: b.seat(size, func(node, _ int) int { return node / nodes }), sides: sides}
	b.crowded("leaf", t.fullest()+t.degree(), "")
	b.plug(&t.seats)
	b.rings(t)
	b.graph.router, b.graph.Escapes = t, 2
	b.slabs(t, nodes)
}

// mostSwitches of a torus; a dragonfly may have 16 times as many cables. Beyond it the graph alone takes gigabytes.
const mostSwitches = 1 << 17

// product is how many switches a torus with the given sides has.
// Above the most that are possible it is any larger number.
func product(sides []int) int {
	n := 1
	for _, side := range sides {
		if side > most/n {
			return most + 1
		}
		n *= side
	}
	return n
}

// square fills in the sides that are 0 so that there is room for so many switches: none more than twice another, as few
// switches as that allows, then as equal as they can be, rising. nil = sides that are given leave no room.
func square(sides []int, switches int) []int {
	open := 0
	for _, side := range sides {
		if side == 0 {
			open++
		}
	}
	if open == 0 {
		if product(sides) < switches {
			return nil
		}
		return sides
	}
	given := 1
	for _, side := range sides {
		given = product([]int{given, max(side, 1)})
	}
	best, filled := fill(nil, open, over(switches, given)), slices.Clone(sides)
	for i := range filled {
		if filled[i] == 0 {
			filled[i], best = best[0], best[1:]
		}
	}
	return filled
}

// fill is the best of all choices of n rising sides that go on from some that are chosen.
func fill(chosen []int, n, room int) []int {
	if n == 0 {
		return chosen
	}
	least := 1
	if len(chosen) > 0 {
		least = chosen[len(chosen)-1]
	}
	var best []int
	for side := least; ; side++ {
		if len(chosen) > 0 && side > 2*chosen[0] || len(chosen) == 0 && side > 1 && power(side-1, n) >= room {
			return best
		}
		sides := fill(append(slices.Clone(chosen), side), n-1, room)
		if sides != nil && product(sides) >= room && (best == nil || smaller(sides, best)) {
			best = sides
		}
	}
}

func power(n, exponent int) int {
	p := 1
	for range exponent {
		p *= n
	}
	return p
}

func smaller(a, b []int) bool {
	if p, q := product(a), product(b); p != q {
		return p < q
	}
	return a[len(a)-1]-a[0] < b[len(b)-1]-b[0]
}

// degree is how many trunks a switch has.
func (t *torus) degree() int {
	n := 0
	for _, side := range t.sides {
		n += min(side-1, 2)
	}
	return n
}

// rings wires every switch to the next one along each dimension and marks the datelines. Two switches are joined by one
// cable.
func (b *builder) rings(t *torus) {
	dimensions := len(t.sides)
	t.steps = slices.Repeat([]LinkID{-1}, len(t.leaves)*dimensions*2)
	stride := 1
	for d, side := range t.sides {
		for s := range t.leaves {
			at := s / stride % side
			if side == 1 || side == 2 && at == 1 {
				continue
			}
			next := s + ((at+1)%side-at)*stride
			ahead := b.trunk(t.leaves[s], t.leaves[next])
			t.steps[(s*dimensions+d)*2] = ahead
			t.steps[(next*dimensions+d)*2+1] = ahead + 1
			last := track{ring: int8(d + 1), dateline: at == side-1}
			b.track(ahead, last)
			b.track(ahead+1, last)
		}
		stride *= side
	}
}

// track notes where a link lies among escape lanes.
func (b *builder) track(id LinkID, t track) {
	g := b.graph
	for len(g.tracks) <= int(id) {
		g.tracks = append(g.tracks, track{})
	}
	g.tracks[id] = t
}

// slabs are the levels of a torus that nodes fill: its planes along the last dimension, and its halves.
func (b *builder) slabs(t *torus, nodes int) {
	last := t.sides[len(t.sides)-1]
	if b.spec.Nodes != len(t.leaves)*nodes {
		return
	}
	b.group("plane", b.spec.Nodes/last, t.adopt)
	if last%2 == 0 && last > 2 {
		b.group("half", b.spec.Nodes/2, t.adopt)
	}
}

func (t *torus) route(g *Graph, from, to DeviceID, choose pick) []LinkID {
	rise, fall, s, d, ok := t.doors(g, from, to)
	if !ok {
		return nil
	}
	at, target := int(t.leafOf[s]), int(t.leafOf[d])
	route := append(make([]LinkID, 0, 2+len(t.sides)*2), rise)
	stride := 1
	for dimension, side := range t.sides {
		ahead := (target/stride%side - at/stride%side + side) % side
		route = t.along(g, route, at, dimension, ahead, choose)
		if ahead > 0 && route == nil {
			return nil
		}
		at += (target/stride%side - at/stride%side) * stride
		stride *= side
	}
	return append(route, fall)
}

// along appends the way round one ring to the switch that is so many ahead: the shorter way, or the other one where a
// link of that is down; nil where both are cut.
func (t *torus) along(g *Graph, route []LinkID, at, dimension, ahead int, choose pick) []LinkID {
	side := t.sides[dimension]
	back := 0
	switch {
	case ahead == 0:
		return route
	case side == 2:
		back = at / t.stride(dimension) % 2 // the one cable there is
	case 2*ahead > side:
		back = 1
	case 2*ahead == side:
		back = t.tie(g, at, dimension, ahead, choose)
	}
	longer, ok := t.walk(g, route, at, dimension, back, t.far(dimension, ahead, back))
	if !ok && side > 2 {
		longer, ok = t.walk(g, route, at, dimension, 1-back, t.far(dimension, ahead, 1-back))
	}
	if !ok {
		return nil
	}
	return longer
}

// tie chooses between two ways round that are equally long.
func (t *torus) tie(g *Graph, at, dimension, ahead int, choose pick) int {
	return max(0, g.choose(choose, dimension, 0, 2, func(back int) bool {
		_, ok := t.walk(g, nil, at, dimension, back, ahead)
		return ok
	}))
}

// far is how many links a way round has.
func (t *torus) far(dimension, ahead, back int) int {
	if back == 1 {
		return t.sides[dimension] - ahead
	}
	return ahead
}

func (t *torus) stride(dimension int) int { return product(t.sides[:dimension]) }

// walk appends n links in one direction; ok is false where one is down.
func (t *torus) walk(g *Graph, route []LinkID, at, dimension, back, n int) (longer []LinkID, ok bool) {
	stride, side := t.stride(dimension), t.sides[dimension]
	for range n {
		link := t.steps[(at*len(t.sides)+dimension)*2+back]
		if !g.up(link) {
			return route, false
		}
		route = append(route, link)
		step := 1 + back*(side-2) // back = side - 1 ahead
		at += ((at/stride+step)%side - at/stride%side) * stride
	}
	return route, true
}
