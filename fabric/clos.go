package fabric

import "slices"

// router finds the way through the network between servers, from one end to another.
type router interface {
	route(g *Graph, from, to DeviceID) []LinkID // nil = there is none
}

// clos routes over leaves that every spine is wired to. Between leaves the spine is fixed by the destination: its port
// number on its leaf, modulo the spines, so that the ends of one leaf never share a way down. Where that spine is cut
// off, the next one serves.
type clos struct {
	ends   []DeviceID // ascending
	leafOf []int32    // end -> its leaf
	portOf []int32    // end -> its number among the ends of its leaf
	leaves []DeviceID
	spines []DeviceID
	up     []LinkID // leaf, spine -> the link up; the link down is the next one
}

func (c *clos) route(g *Graph, from, to DeviceID) []LinkID {
	s, _ := slices.BinarySearch(c.ends, from)
	d, _ := slices.BinarySearch(c.ends, to)
	source, destination := c.leafOf[s], c.leafOf[d]
	rise, fall := g.between(from, c.leaves[source]), g.between(c.leaves[destination], to)
	if rise < 0 || fall < 0 {
		return nil
	}
	if source == destination {
		return []LinkID{rise, fall}
	}
	spines := len(c.spines)
	for i := range spines {
		spine := (int(c.portOf[d]) + i) % spines
		up, down := c.up[int(source)*spines+spine], c.up[int(destination)*spines+spine]+1
		if !g.Links[up].Down && !g.Links[down].Down {
			return []LinkID{rise, up, down, fall}
		}
	}
	return nil
}

// between is the first link from a to b that is up; -1 = there is none. Ends have few links, switches many: it looks at
// the shorter list.
func (g *Graph) between(a, b DeviceID) LinkID {
	list := g.out[a]
	if len(g.in[b]) < len(list) {
		list = g.in[b]
	}
	for _, id := range list {
		if l := &g.Links[id]; l.From == a && l.To == b && !l.Down {
			return id
		}
	}
	return -1
}
