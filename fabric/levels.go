package fabric

import (
	"slices"

	"collsim/sim/units"
)

// Level cuts a fabric into equal parts of consecutive ranks.
type Level struct {
	Name    string     // rank, socket, node, or what the network calls its groups: leaf, pod, group, plane, half
	Parts   int        // how many; each holds ranks / Parts
	Egress  units.Rate // what the best connected part can send to all others together, headers included
	Ingress units.Rate // what the best connected part can receive from them
}

// grouping says which devices belong to which part of a level.
type grouping struct {
	name  string
	parts int
	part  []int32 // device -> part; -1 = none
}

// Levels lists the levels that have more than one part, smallest parts first. Egress and Ingress are those of the
// best connected part, links that are down left out, so that no bound that divides by it is ever too high. On a lone node links that no
// route takes do not count: PCIe beside NVLink. Sockets, leaves or pods that are not equally full are no level.
func (g *Graph) Levels() []Level {
	var levels []Level
	taken := g.taken()
	add := func(name string, parts int, part func(DeviceID) int32) {
		if parts > 1 {
			egress, ingress := g.best(parts, part, taken)
			levels = append(levels, Level{name, g.Scaled(parts), egress, ingress})
		}
	}
	ranks := make([]int32, len(g.Devices))
	for d := range ranks {
		ranks[d] = -1
	}
	for r, d := range g.GPUs {
		ranks[d] = int32(r)
	}
	g.owned(ranks)
	add("rank", len(g.GPUs), func(d DeviceID) int32 { return ranks[d] })
	add(g.sockets.name, g.sockets.parts, func(d DeviceID) int32 { return g.sockets.part[d] })
	add("node", g.drawings(), func(d DeviceID) int32 { return g.Devices[d].Node })
	for _, group := range g.groups {
		add(group.name, group.parts, func(d DeviceID) int32 { return group.part[d] })
	}
	return levels
}

// taken marks the links that routes of a lone node take; nil = any link can be of use.
func (g *Graph) taken() []bool {
	if g.Nodes > 1 || g.GPUsPerNode == 1 {
		return nil
	}
	taken := make([]bool, len(g.Links))
	for src := range g.GPUs {
		for dst := range g.GPUs {
			route, err := g.Route(src, dst, 0)
			if err != nil {
				continue
			}
			for _, id := range route {
				taken[id] = true
			}
		}
	}
	return taken
}

// best is the largest egress and the largest ingress of any part over the links that may be used; nil = all.
func (g *Graph) best(parts int, part func(DeviceID) int32, usable []bool) (egress, ingress units.Rate) {
	out, in := make([]units.Rate, parts), make([]units.Rate, parts)
	for i := range g.Links {
		if usable != nil && !usable[i] {
			continue
		}
		l := &g.Links[i]
		from, to := part(l.From), part(l.To)
		if l.Down || from == to {
			continue
		}
		if from >= 0 {
			out[from] += l.Rate
		}
		if to >= 0 {
			in[to] += l.Rate
		}
	}
	return slices.Max(out), slices.Max(in)
}
