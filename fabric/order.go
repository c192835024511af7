package fabric

import (
	"math/bits"
	"slices"
)

// Order is, for each channel, which rank stands at each position of a ring: node by node, and inside a node in an order
// that follows the server's links. Channel c enters every node at a GPU nearest to NIC (c mod NICs), where trees have their
// head, and leaves it from another one near that NIC. On one node channels take rings in pairs, there and back; where GPUs
// are joined directly, the next pair goes over links that those before have left. It is worked out from the fabric as
// built: degraded and cut links do not change it.
func (g *Graph) Order(channels int) [][]int32 {
	rings := g.rings
	if rings == nil {
		rings = nodeRings(g)
	}
	order := make([][]int32, channels)
	for c := range order {
		at, back := g.ringOf(c, len(rings))
		ring := rings[at]
		order[c] = make([]int32, 0, g.Ranks())
		for node := range g.Nodes {
			for i := range ring {
				if back {
					i = len(ring) - 1 - i
				}
				order[c] = append(order[c], int32(node*g.GPUsPerNode)+ring[i])
			}
		}
	}
	return order
}

// ringOf is which of n rings a channel takes, and whether it goes round it backwards.
func (g *Graph) ringOf(channel, n int) (ring int, back bool) {
	if g.closed() {
		return channel / 2 % n, channel%2 == 1
	}
	return channel % n, false
}

// closed tells whether rings close inside a node: there is no other to go to, or no NIC to go by.
func (g *Graph) closed() bool { return g.Nodes == 1 || g.NICsPerNode == 0 }

// nodeRings is the order of the GPUs of a node for each of its NICs, and the circuits where rings close in a node.
func nodeRings(g *Graph) [][]int32 {
	if g.closed() {
		return g.circuits()
	}
	far, costs := g.toNICs(), g.mesh().costs()
	rings := make([][]int32, g.NICsPerNode)
	for nic := range rings {
		enter, leave := doors(far, nic)
		rings[nic] = chain(costs, enter, leave)
	}
	return rings
}

// toNICs is how many links lead from each GPU of node 0 to each of its NICs.
func (g *Graph) toNICs() [][]int {
	far := make([][]int, g.GPUsPerNode)
	for i := range far {
		far[i] = make([]int, g.NICsPerNode)
		tree := g.grow(g.GPUs[i], nil)
		for nic := range far[i] {
			route := tree.route(g.NICs[nic])
			if far[i][nic] = len(route); route == nil {
				far[i][nic] = len(g.Links) // farther than any other
			}
		}
	}
	return far
}

// doors are the GPUs of node 0 by which a ring enters from and leaves to a NIC. Where several NICs share their nearest
// GPUs, the first NIC enters at the first of these, the second at the second, and each leaves from the next. Where only
// one GPU is nearest, the ring leaves from the next nearest.
func doors(far [][]int, nic int) (enter, leave int) {
	near, others := tiers(len(far), func(i int) int { return far[i][nic] })
	twins, _ := tiers(len(far[0]), func(i int) int { return far[near[0]][i] })
	turn := max(0, slices.Index(twins, nic))
	enter = near[turn%len(near)]
	switch {
	case len(near) > 1:
		return enter, near[(turn+1)%len(near)]
	case len(others) > 0:
		return enter, others[0]
	}
	return enter, enter
}

// tiers lists which of n things are nearest, and which come next, by index.
func tiers(n int, far func(int) int) (first, second []int) {
	distances := make([]int, n)
	for i := range distances {
		distances[i] = far(i)
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(distances)))
	for i, d := range distances {
		switch {
		case d == sorted[0]:
			first = append(first, i)
		case d == sorted[1]:
			second = append(second, i)
		}
	}
	return first, second
}

// widest node for which the best order is searched for: the search takes 2^n x n^2 steps.
const widest = 16

// chain is the cheapest way through all GPUs of a node from enter to leave, or back to enter where leave is -1, by the
// dynamic programme of Held and Karp (1962). Of equally cheap ways it takes the one that always goes on to the next
// GPU, counted from where it stands.
func chain(costs [][]int64, enter, leave int) []int32 {
	n := len(costs)
	if n > widest {
		return plainChain(n, enter, leave)
	}
	full := 1<<n - 1
	rest := make([]int64, (full+1)*n) // visited, last -> cost of what is left
	for visited := full; visited > 0; visited-- {
		for last := range n {
			if visited>>last&1 == 0 {
				continue
			}
			_, rest[visited*n+last] = step(costs, rest, visited, last, enter, leave)
		}
	}
	ring, visited := []int32{int32(enter)}, 1<<enter
	for last := enter; visited != full; {
		next, _ := step(costs, rest, visited, last, enter, leave)
		ring, visited, last = append(ring, int32(next)), visited|1<<next, next
	}
	return ring
}

// step is the best GPU to go on to from last, and what it costs from there to the end.
func step(costs [][]int64, rest []int64, visited, last, enter, leave int) (next int, cost int64) {
	n := len(costs)
	left := n - bits.OnesCount(uint(visited))
	if left == 0 {
		if leave < 0 {
			return enter, costs[last][enter]
		}
		return leave, 0
	}
	next, cost = -1, 1<<62
	for i := 1; i < n; i++ {
		candidate := (last + i) % n
		if visited>>candidate&1 == 1 || candidate == leave && left > 1 {
			continue
		}
		if c := costs[last][candidate] + rest[(visited|1<<candidate)*n+candidate]; c < cost {
			next, cost = candidate, c
		}
	}
	if next < 0 {
		return leave, 1 << 60 // a state that no chain from enter to leave passes
	}
	return next, cost
}

// plainChain goes through the GPUs by index.
func plainChain(n, enter, leave int) []int32 {
	ring := []int32{int32(enter)}
	for i := 1; i < n; i++ {
		if gpu := (enter + i) % n; gpu != leave {
			ring = append(ring, int32(gpu))
		}
	}
	if leave >= 0 && leave != enter {
		ring = append(ring, int32(leave))
	}
	return ring
}
