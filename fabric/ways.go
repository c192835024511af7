package fabric

// Chooses reports whether a device chooses among ways while messages move, where the network routes adaptively: a switch
// of the network, or a NIC with links to several of them.
func (g *Graph) Chooses(d DeviceID) bool {
	if !g.Routing.Adaptive() {
		return false
	}
	switches := 0
	for _, id := range g.Out(d) {
		if g.Devices[g.Links[id].To].Kind == Switch {
			switches++
		}
	}
	kind := g.Devices[d].Kind
	return kind == Switch || kind == NIC && switches > 1
}

// Choosable lists those of several ways among which the devices on them can choose: with the first link and the last one
// of the first way, and parting only behind devices that do.
func (g *Graph) Choosable(ways [][]LinkID) (kept [][]LinkID) {
	for _, way := range ways {
		if g.joins(way, ways[0], kept) {
			kept = append(kept, way)
		}
	}
	return kept
}

func (g *Graph) joins(way, first []LinkID, kept [][]LinkID) bool {
	last := len(first) - 1
	if len(way) != len(first) || way[0] != first[0] || way[last] != first[last] {
		return false
	}
	for _, other := range kept {
		for i := range way {
			if way[i] == other[i] {
				continue
			}
			if !g.Chooses(g.Links[way[i]].From) {
				return false
			}
			break
		}
	}
	return true
}
