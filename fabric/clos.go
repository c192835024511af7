package fabric

import "slices"

// router finds the way through the network between servers, from one end to another.
type router interface {
	// route asks pick wherever several ways are equally good and up, at stages numbered from 0 along the way. nil = there
	// is none.
	route(g *Graph, from, to DeviceID, choose pick) []LinkID
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

func (c *clos) route(g *Graph, from, to DeviceID, choose pick) []LinkID {
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
	up, down := c.trunks(g, int(source), int(destination), int(c.portOf[d]), choose)
	if up < 0 {
		return nil
	}
	return []LinkID{rise, up, down, fall}
}

// trunks are the links from one leaf to another over a spine, counted from that of the static rule; -1 = there are none.
func (c *clos) trunks(g *Graph, source, destination, port int, choose pick) (up, down LinkID) {
	spines, usable := len(c.spines), 0
	over := func(i int) (up, down LinkID, whole bool) {
		spine := (port + i) % spines
		up, down = c.up[source*spines+spine], c.up[destination*spines+spine]+1
		return up, down, !g.Links[up].Down && !g.Links[down].Down
	}
	for i := range spines {
		if _, _, whole := over(i); whole {
			usable++
		}
	}
	if usable == 0 {
		return -1, -1
	}
	left := choose(0, usable)
	for i := range spines {
		if up, down, whole := over(i); whole {
			if left == 0 {
				return up, down
			}
			left--
		}
	}
	return -1, -1
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
