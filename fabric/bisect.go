package fabric

import "collsim/sim/units"

// mostCut is the number of links above which Bisection does not look.
const mostCut = 1 << 15

// Bisection is how many bytes a second the first half of the ranks can send to the second half at most, over all links
// that are up, whatever the routes: the smallest cut between them (Ford and Fulkerson 1956, by the layers of Dinic 1970).
// Messages pass through no GPU. ok is false where there are no two halves, or the graph is too large.
func (g *Graph) Bisection() (rate units.Rate, ok bool) {
	if len(g.GPUs) < 2 || len(g.Links) > mostCut {
		return 0, false
	}
	f := &flow{graph: g, left: make([]units.Rate, len(g.Links)), back: make([]units.Rate, len(g.Links)), rank: make([]int, len(g.Devices))}
	for d := range f.rank {
		f.rank[d] = -1
	}
	for r, gpu := range g.GPUs {
		f.rank[gpu] = r
	}
	for id := range g.Links {
		if l := &g.Links[id]; !l.Down {
			f.left[id] = l.Rate
		}
	}
	half := len(g.GPUs) / 2
	for f.layer(half) {
		f.next = make([]int, len(g.Devices))
		for _, gpu := range g.GPUs[:half] {
			for {
				sent := f.push(gpu, half, 1<<63)
				if sent == 0 {
					break
				}
				rate += sent
			}
		}
	}
	return rate, true
}

// flow is a flow from the first ranks to the others.
type flow struct {
	graph *Graph
	left  []units.Rate // what a link can still take
	back  []units.Rate // what it has taken, which can be taken back
	rank  []int        // device -> its rank; -1 = none
	depth []int        // device -> its layer; 0 = none
	next  []int        // device -> the first of its links worth trying
}

// layer finds how many links away from the sources each device is; false = no rank of the second half can be reached.
func (f *flow) layer(half int) bool {
	g := f.graph
	f.depth = make([]int, len(g.Devices))
	var front []DeviceID
	for _, gpu := range g.GPUs[:half] {
		f.depth[gpu] = 1
		front = append(front, gpu)
	}
	found := false
	for len(front) > 0 {
		at := front[0]
		front = front[1:]
		if r := f.rank[at]; r >= half {
			found = true
			continue
		}
		reach := func(d DeviceID) {
			if f.depth[d] == 0 {
				f.depth[d] = f.depth[at] + 1
				front = append(front, d)
			}
		}
		for _, id := range g.Out(at) {
			if f.left[id] > 0 {
				reach(g.Links[id].To)
			}
		}
		for _, id := range g.In(at) {
			if f.back[id] > 0 {
				reach(g.Links[id].From)
			}
		}
	}
	return found
}

// push sends as much as it can from a device to the second half, along layers, by one way.
func (f *flow) push(at DeviceID, half int, most units.Rate) units.Rate {
	if f.rank[at] >= half {
		return most
	}
	out, in := f.graph.Out(at), f.graph.In(at)
	for ; f.next[at] < len(out)+len(in); f.next[at]++ {
		i := f.next[at]
		if i < len(out) {
			id := out[i]
			to := f.graph.Links[id].To
			if f.left[id] > 0 && f.depth[to] == f.depth[at]+1 {
				if sent := f.push(to, half, min(most, f.left[id])); sent > 0 {
					f.left[id], f.back[id] = f.left[id]-sent, f.back[id]+sent
					return sent
				}
			}
			continue
		}
		id := in[i-len(out)]
		from := f.graph.Links[id].From
		if f.back[id] > 0 && f.depth[from] == f.depth[at]+1 {
			if sent := f.push(from, half, min(most, f.back[id])); sent > 0 {
				f.left[id], f.back[id] = f.left[id]+sent, f.back[id]-sent
				return sent
			}
		}
	}
	return 0
}
