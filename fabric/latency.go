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

// LatenciesFrom is Latency from one rank to every rank.
func (g *Graph) LatenciesFrom(src int) []units.Duration { return g.latencies(src, false) }

// LatenciesTo is Latency from every rank to one rank.
func (g *Graph) LatenciesTo(dst int) []units.Duration { return g.latencies(dst, true) }

// manyRanks is the number of ranks above which MaxLatency looks at some sources only.
const manyRanks = 256

// MaxLatency is the largest Latency over pairs of ranks: what a collective in which every result needs every input can
// never beat. Above 256 ranks it looks at the pairs whose source is in the first or the last node, which is a lower
// bound still.
func (g *Graph) MaxLatency() units.Duration {
	ranks := len(g.GPUs)
	longest := units.Duration(0)
	for src := range ranks {
		if ranks > manyRanks && src >= g.GPUsPerNode && src < ranks-g.GPUsPerNode {
			continue
		}
		for _, d := range g.LatenciesFrom(src) {
			longest = max(longest, d)
		}
	}
	return longest
}

// latencies is Dijkstra's algorithm from a rank along, or against, the links.
func (g *Graph) latencies(rank int, against bool) []units.Duration {
	s, origin := newShortest(g, against), g.GPUs[rank]
	s.reach(origin, 0)
	for len(s.heap) > 0 {
		at := heap.Pop(s).(DeviceID)
		for _, id := range s.links(at) {
			l := &g.Links[id]
			switch {
			case l.Down:
			case against && at == origin:
				s.reach(l.From, l.Latency+l.header())
			case against:
				s.reach(l.From, s.cost[at]+g.Devices[at].Latency+l.Latency)
			default:
				s.reach(l.To, s.leave(origin, at)+l.Latency)
			}
		}
	}
	result := make([]units.Duration, len(g.GPUs))
	for r, gpu := range g.GPUs {
		if result[r] = s.cost[gpu]; !against && r != rank {
			result[r] = s.arrive(origin, gpu)
		}
	}
	return result
}

// leave is when a bit that came from origin can leave a device.
func (s *shortest) leave(origin, d DeviceID) units.Duration {
	if d == origin {
		return 0
	}
	return s.cost[d] + s.graph.Devices[d].Latency
}

// arrive is when an empty packet from origin has wholly entered a GPU.
func (s *shortest) arrive(origin, gpu DeviceID) units.Duration {
	least := Unreached
	for _, id := range s.graph.in[gpu] {
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
	graph   *Graph
	against bool
	cost    []units.Duration
	place   []int // in the heap; -1 = not there
	heap    []DeviceID
}

func newShortest(g *Graph, against bool) *shortest {
	n := len(g.Devices)
	s := &shortest{graph: g, against: against, cost: make([]units.Duration, n), place: make([]int, n)}
	for d := range s.cost {
		s.cost[d], s.place[d] = Unreached, -1
	}
	return s
}

func (s *shortest) links(d DeviceID) []LinkID {
	if s.against {
		return s.graph.in[d]
	}
	return s.graph.out[d]
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
