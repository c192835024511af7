// A name that ends in _dragonfly.go would be built on DragonFly BSD only.

package fabric

import "slices"

var _ = registerNetwork(Network{
	Name: "dragonfly",
	Doc: "Groups of a fully joined switches, and h links from each switch to other groups (Kim, Dally, Scott, Abts 2008). " +
		"A message takes at most one link inside its group, one between groups and one inside the other group; behind the link between groups it is on lane 1.",
	Drawing: "NICs of leaf.nodes nodes -network- leaf; every leaf -trunk- every leaf of its group; every group -trunk- every other group",
	build: func(b *builder) {
		ends := b.endsPerNode()
		nodes := b.countOr("leaf.nodes", max(1, b.count("switch.ports")/4/ends))
		size := b.countOr("dragonfly.switches", 2*nodes*ends)
		links := b.countOr("dragonfly.links", nodes*ends)
		switches := over(b.spec.Nodes, nodes)
		groups := over(switches, size)
		if joined := int64(size)*int64(links) + 1; int64(groups) > joined {
			b.problems.add("network", "%d groups of %d switches with %d links to other groups each; at most %d groups can be joined", groups, size, links, joined)
			return
		}
		if groups == 1 {
			size = switches
		}
		if cables := int64(groups) * int64(size) * (int64(size) + int64(links)); cables > 16*mostSwitches {
			b.problems.add("network", "%d groups of %d switches would take %d cables; smaller dragonfly.switches or dragonfly.links are needed", groups, size, cables)
			return
		}
		d := &dragonfly{size: size, groups: groups}
		d.seats = b.seat(size*groups, func(node, _ int) int { return node / nodes })
		b.plug(&d.seats)
		b.inGroups(d)
		b.amongGroups(d, links)
		b.graph.router = d
		b.group("leaf", nodes, d.adopt)
		b.group("group", nodes*size, d.adopt)
	},
})

// dragonfly routes by the fewest links.
type dragonfly struct {
	seats
	size   int      // switches of a group
	groups int      //
	local  []LinkID // switch, number in its group of another -> the link; -1 = itself
	gates  [][]gate // group, other group -> the links from one to the other
}

// gate is a link between groups and the switches at its ends.
type gate struct {
	from, to int32
	link     LinkID
}

// inGroups joins all switches of each group.
func (b *builder) inGroups(d *dragonfly) {
	d.local = slices.Repeat([]LinkID{-1}, len(d.leaves)*d.size)
	for low := range d.leaves {
		group := low / d.size * d.size
		for i := low%d.size + 1; i < d.size; i++ {
			link := b.trunk(d.leaves[low], d.leaves[group+i])
			d.local[low*d.size+i] = link
			d.local[(group+i)*d.size+low%d.size] = link + 1
			b.track(link, track{ring: 1})
			b.track(link+1, track{ring: 1})
		}
	}
}

// amongGroups joins every pair of groups by equally many links, as many as there are for each. Link number n of a group
// leaves from its switch n / h and leads to the group that is 1 + n mod (groups - 1) behind it, going round.
func (b *builder) amongGroups(d *dragonfly, h int) {
	d.gates = make([][]gate, d.groups*d.groups)
	others := d.groups - 1
	if others == 0 {
		b.crowded("leaf", d.fullest()+d.size-1, "")
		return
	}
	b.graph.Escapes = 2
	b.crowded("leaf", d.fullest()+d.size-1+h, "")
	for turn := range d.size * h / others {
		for a := range d.groups {
			for c := a + 1; c < d.groups; c++ {
				from := a*d.size + (turn*others+c-a-1)/h
				to := c*d.size + (turn*others+d.groups-1-(c-a))/h
				link := b.trunk(d.leaves[from], d.leaves[to])
				b.track(link, track{ring: 1, dateline: true})
				b.track(link+1, track{ring: 1, dateline: true})
				d.gates[a*d.groups+c] = append(d.gates[a*d.groups+c], gate{int32(from), int32(to), link})
				d.gates[c*d.groups+a] = append(d.gates[c*d.groups+a], gate{int32(to), int32(from), link + 1})
			}
		}
	}
}

func (d *dragonfly) route(g *Graph, from, to DeviceID, choose pick) []LinkID {
	rise, fall, s, e, ok := d.doors(g, from, to)
	if !ok {
		return nil
	}
	source, destination := int(d.leafOf[s]), int(d.leafOf[e])
	route := append(make([]LinkID, 0, 5), rise)
	if source/d.size != destination/d.size {
		way := d.gate(g, source, destination, e, choose)
		if way == nil {
			return nil
		}
		if int(way.from) != source {
			route = append(route, d.inside(source, int(way.from)))
		}
		route, source = append(route, way.link), int(way.to)
	}
	if source != destination {
		local := d.inside(source, destination)
		if !g.up(local) {
			return nil
		}
		route = append(route, local)
	}
	return append(route, fall)
}

// inside is the link between two switches of one group.
func (d *dragonfly) inside(from, to int) LinkID { return d.local[from*d.size+to%d.size] }

// gate chooses a link between the groups of two switches among those on a shortest way, counted from the one that the
// destination's number names; nil = there is none.
func (d *dragonfly) gate(g *Graph, source, destination, end int, choose pick) *gate {
	gates := d.gates[source/d.size*d.groups+destination/d.size]
	least, count := 4, 0
	for i := range gates {
		switch far := d.far(g, &gates[i], source, destination); {
		case far < least:
			least, count = far, 1
		case far == least && far < 4:
			count++
		}
	}
	if count == 0 {
		return nil
	}
	left := (end + choose(0, count)) % count
	for i := range gates {
		if d.far(g, &gates[i], source, destination) == least {
			if left--; left < 0 {
				return &gates[i]
			}
		}
	}
	return nil
}

// far is how many trunks a way over a gate has; 4 = one of them is down.
func (d *dragonfly) far(g *Graph, way *gate, source, destination int) int {
	far := 1
	if !g.up(way.link) {
		return 4
	}
	if int(way.from) != source {
		if far++; !g.up(d.inside(source, int(way.from))) {
			return 4
		}
	}
	if int(way.to) != destination {
		if far++; !g.up(d.inside(int(way.to), destination)) {
			return 4
		}
	}
	return far
}
