package fabric

import (
	"slices"

	"collsim/sim/units"
)

// tree is the best way from one device to every device of its node, as walk would find them one by one.
type tree struct {
	graph *Graph
	root  DeviceID
	up    map[DeviceID]LinkID // device -> the last link of the way to it, where it is reached
}

// grow searches for the best ways from a device to all of its node at once, over links that are allowed; nil = all.
func (g *Graph) grow(root DeviceID, allowed func(*Link) bool) tree {
	t := tree{g, root, map[DeviceID]LinkID{}}
	node := g.Devices[root].Node
	far := map[DeviceID]units.Duration{}
	seen := map[DeviceID]bool{root: true}
	for front := []DeviceID{root}; len(front) > 0; {
		var next []DeviceID
		for _, at := range front {
			if at != root && !g.Devices[at].forwards() {
				continue
			}
			for _, id := range g.Out(at) {
				l := &g.Links[id]
				if l.Down || seen[l.To] || g.Devices[l.To].Node != node || allowed != nil && !allowed(l) {
					continue
				}
				latency := far[at] + l.Latency + g.Devices[l.To].Latency
				switch old, reached := t.up[l.To]; {
				case !reached:
					next = append(next, l.To)
				case latency > far[l.To] || latency == far[l.To] && !t.lower(id, old):
					continue
				}
				t.up[l.To], far[l.To] = id, latency
			}
		}
		for _, d := range next {
			seen[d] = true
		}
		front = next
	}
	return t
}

// lower compares two ways to one device, equally long, by their last links: the one with the lower link numbers, counted
// from the root, is better.
func (t *tree) lower(a, b LinkID) bool {
	if from, other := t.graph.Links[a].From, t.graph.Links[b].From; from != other {
		return slices.Compare(t.route(from), t.route(other)) < 0
	}
	return a < b
}

// route is the way to a device: empty to the root, nil where there is none.
func (t *tree) route(to DeviceID) []LinkID {
	if _, reached := t.up[to]; !reached && to != t.root {
		return nil
	}
	route := []LinkID{}
	for at := to; at != t.root; at = t.graph.Links[t.up[at]].From {
		route = append(route, t.up[at])
	}
	slices.Reverse(route)
	return route
}

// insides is inside from one end of a node to any other.
func (g *Graph) insides(from DeviceID) func(to DeviceID) []LinkID {
	direct, all := g.grow(from, isNVLink), g.grow(from, nil)
	return func(to DeviceID) []LinkID {
		if route := direct.route(to); route != nil {
			return route
		}
		if g.staged(from, to) {
			return g.bounce(to, all.route)
		}
		return all.route(to)
	}
}
