package fabric

import (
	"container/heap"

	"collsim/sim/units"
)

// Unreached is the latency between ranks that no links join.
const Unreached = units.Duration(1<<63 - 1)

// Latency is a lower bound on how long after rank src can the first message of rank dst that depends on it arrive: the
// cheapest empty message on the idle fabric, whatever the routes. It sums cables, the devices passed, and the header on
// the last link; passing through other GPUs is allowed and free, for an algorithm may relay. Unreached where no links
// lead there.
func (g *Graph) Latency(src, dst int) units.Duration { return g.LatenciesFrom(src)[dst] }

// LatenciesFrom is Latency from one rank to every rank, by Dijkstra's algorithm.
func (g *Graph) LatenciesFrom(src int) []units.Duration {
	s, origin := newShortest(g), g.GPUs[src]
	s.reach(origin, 0)
	for len(s.heap) > 0 {
		at := heap.Pop(s).(DeviceID)
		for _, id := range g.Out(at) {
			if l := &g.Links[id]; !l.Down {
				s.reach(l.To, s.leave(origin, at)+l.Latency)
			}
		}
	}
	result := make([]units.Duration, len(g.GPUs))
	for r, gpu := range g.GPUs {
		if r != src {
			result[r] = s.arrive(origin, gpu)
		}
	}
	return result
}

// manyRanks is the number of ranks above which MaxLatency looks at some sources only.
const manyRanks = 256

// MaxLatency is the largest Latency over the pairs in which dst's result needs src's input: what no algorithm can beat.
// nil needs = all pairs. Above 256 ranks it looks at some sources only, which is a lower bound still: those in the first
// and in the last node, and the first of the others that rank 0 needs, which is the root where there is one.
func (g *Graph) MaxLatency(needs func(src, dst int) bool) units.Duration {
	longest := units.Duration(0)
	for _, src := range g.sources(needs) {
		for dst, d := range g.LatenciesFrom(src) {
			if d > longest && (needs == nil || needs(src, dst)) {
				longest = d
			}
		}
	}
	return longest
}

// sources are the ranks from which MaxLatency looks.
func (g *Graph) sources(needs func(src, dst int) bool) []int {
	ranks, found := len(g.GPUs), false
	var sources []int
	for src := range ranks {
		ends := src < g.GPUsPerNode || src >= ranks-g.GPUsPerNode
		root := !ends && !found && needs != nil && needs(src, 0)
		if ranks <= manyRanks || ends || root {
			sources = append(sources, src)
		}
		found = found || root
	}
	return sources
}

// leave is when a bit that came from origin can leave a device.
func (s *shortest) leave(origin, d DeviceID) units.Duration {
	if d == origin {
		return 0
	}
	if s.graph.Devices[d].Kind == GPU {
		return s.cost[d] // relays for nothing, whatever PXN takes
	}
	return s.cost[d] + s.graph.Devices[d].Latency
}

// arrive is when an empty packet from origin has wholly entered a GPU.
func (s *shortest) arrive(origin, gpu DeviceID) units.Duration {
	least := Unreached
	for _, id := range s.graph.In(gpu) {
		if l := &s.graph.Links[id]; !l.Down && s.cost[l.From] != Unreached {
			least = min(least, s.leave(origin, l.From)+l.Latency+l.header())
		}
	}
	return least
}

// header is the time that an empty packet takes on a link.
func (l *Link) header() units.Duration { return l.Rate.Over(l.Wire(0)) }

// shortest is the state of a search: what is known of each device, and a heap of those still to be looked at.
type shortest struct {
	graph *Graph
	cost  []units.Duration
	place []int // in the heap; -1 = not there
	heap  []DeviceID
}

func newShortest(g *Graph) *shortest {
	n := len(g.Devices)
	s := &shortest{graph: g, cost: make([]units.Duration, n), place: make([]int, n)}
	for d := range s.cost {
		s.cost[d], s.place[d] = Unreached, -1
	}
	return s
}

// reach notes that d can be reached at a cost.
func (s *shortest) reach(d DeviceID, cost units.Duration) {
	if cost >= s.cost[d] {
		return
	}
	s.cost[d] = cost
	if s.place[d] < 0 {
		heap.Push(s, d)
	} else {
		heap.Fix(s, s.place[d])
	}
}

// Len, Less, Swap, Push and Pop make it a heap.Interface.
func (s *shortest) Len() int           { return len(s.heap) }
func (s *shortest) Less(i, j int) bool { return s.cost[s.heap[i]] < s.cost[s.heap[j]] }
func (s *shortest) Swap(i, j int) {
	s.heap[i], s.heap[j] = s.heap[j], s.heap[i]
	s.place[s.heap[i]], s.place[s.heap[j]] = i, j
}
func (s *shortest) Push(d any) {
	s.place[d.(DeviceID)] = len(s.heap)
	s.heap = append(s.heap, d.(DeviceID))
}
func (s *shortest) Pop() any {
	d := s.heap[len(s.heap)-1]
	s.heap = s.heap[:len(s.heap)-1]
	s.place[d] = -1
	return d
}
