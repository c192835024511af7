package fabric

import (
	"math/bits"

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
func (g *Graph) LatenciesFrom(src int) []units.Duration { return newShortest(g).from(src) }

// from is LatenciesFrom. It may be asked for one rank after another.
func (s *shortest) from(src int) []units.Duration {
	origin := s.gpus[src]
	for d := range s.cost {
		s.cost[d] = Unreached
	}
	s.last = 0
	s.reach(origin, 0)
	for at, ok := s.pop(); ok; at, ok = s.pop() {
		left := s.leave(origin, at)
		for _, w := range s.out.of(at) {
			s.reach(w.at, left+w.takes)
		}
	}
	result := make([]units.Duration, len(s.gpus))
	for r := range result {
		if r != src {
			result[r] = s.arrive(origin, r)
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
	longest, s := units.Duration(0), newShortest(g)
	for _, src := range g.sources(needs) {
		for dst, d := range s.from(src) {
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
	return s.cost[d] + s.passes[d]
}

// arrive is when an empty packet from origin has wholly entered the GPU of a rank.
func (s *shortest) arrive(origin DeviceID, rank int) units.Duration {
	least := Unreached
	for _, w := range s.in.of(DeviceID(rank)) {
		if s.cost[w.at] != Unreached {
			least = min(least, s.leave(origin, w.at)+w.takes)
		}
	}
	return least
}

// header is the time that an empty packet takes on a link.
func (l *Link) header() units.Duration { return l.Rate.Over(l.Wire(0)) }

// shortest is the state of a search: the links, packed for it, what is known of each device, and those still to be looked
// at. These lie in a monotone radix heap (Ahuja, Mehlhorn, Orlin, Tarjan 1990): by the highest bit in which their cost
// differs from the last one that was taken out.
type shortest struct {
	gpus   []DeviceID
	passes []units.Duration // what a device takes to pass a bit on; a GPU relays for nothing, whatever PXN takes
	out    fans             // device -> where links that are up lead
	in     fans             // rank -> whence they come, and what they take together with a header
	cost   []units.Duration
	last   units.Duration
	heap   [64][]candidate
}

// fans are lists of links, one behind the other.
type fans struct {
	first []int32
	all   []way
}

type way struct {
	at    DeviceID
	takes units.Duration
}

func (f *fans) of(i DeviceID) []way { return f.all[f.first[i]:f.first[i+1]] }

// candidate is a device and what it costs to reach it by some way; a cheaper way may have been found since.
type candidate struct {
	at   DeviceID
	cost units.Duration
}

func newShortest(g *Graph) *shortest {
	s := &shortest{gpus: g.GPUs, passes: make([]units.Duration, len(g.Devices)), cost: make([]units.Duration, len(g.Devices))}
	s.out.first, s.out.all = make([]int32, 1, len(g.Devices)+1), make([]way, 0, len(g.Links))
	for d := range g.Devices {
		if v := &g.Devices[d]; v.Kind != GPU {
			s.passes[d] = v.Latency
		}
		for _, id := range g.Out(DeviceID(d)) {
			if l := &g.Links[id]; !l.Down {
				s.out.all = append(s.out.all, way{l.To, l.Latency})
			}
		}
		s.out.first = append(s.out.first, int32(len(s.out.all)))
	}
	s.in.first = append(s.in.first, 0)
	for _, gpu := range g.GPUs {
		for _, id := range g.In(gpu) {
			if l := &g.Links[id]; !l.Down {
				s.in.all = append(s.in.all, way{l.From, l.Latency + l.header()})
			}
		}
		s.in.first = append(s.in.first, int32(len(s.in.all)))
	}
	return s
}

// reach notes that d can be reached at a cost.
func (s *shortest) reach(d DeviceID, cost units.Duration) {
	if cost >= s.cost[d] {
		return
	}
	s.cost[d] = cost
	s.push(candidate{d, cost})
}

func (s *shortest) push(c candidate) {
	at := bits.Len64(uint64(c.cost ^ s.last))
	s.heap[at] = append(s.heap[at], c)
}

// pop takes out the nearest device that has not been looked at; not ok where all have.
func (s *shortest) pop() (d DeviceID, ok bool) {
	for {
		near := &s.heap[0]
		if len(*near) == 0 && !s.spread() {
			return 0, false
		}
		c := (*near)[len(*near)-1]
		*near = (*near)[:len(*near)-1]
		if c.cost == s.cost[c.at] {
			return c.at, true
		}
	}
}

// spread goes on to the next cost, and sorts those that are near it anew.
func (s *shortest) spread() bool {
	for i := 1; i < len(s.heap); i++ {
		all := s.heap[i]
		if len(all) == 0 {
			continue
		}
		s.last = all[0].cost
		for _, c := range all {
			s.last = min(s.last, c.cost)
		}
		s.heap[i] = all[:0]
		for _, c := range all {
			s.push(c)
		}
		return true
	}
	return false
}
