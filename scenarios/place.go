package scenarios

import (
	"fmt"
	"slices"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// place finds out on which GPU each rank stands.
func (b *bound) place() {
	s, g := &b.scenario, b.graph
	all := s.Placement.gpus(g.Nodes, g.GPUsPerNode, s.Seed)
	if s.Ranks == 0 {
		s.Ranks = len(all)
	}
	b.gpus = all
	if len(s.Jobs) == 0 {
		b.gpus = all[:s.Ranks]
	}
}

// inPlace tells whether rank r stands on GPU r.
func inPlace(gpus []int32) bool {
	for r, gpu := range gpus {
		if gpu != int32(r) {
			return false
		}
	}
	return true
}

// orderOf is, for each channel, which rank stands at each position of an algorithm's own numbering; nil = its number
// does. Where nothing is said, ranks on ascending GPUs follow the fabric, and others their numbers: a search of the
// wiring, as NCCL's, would undo what a bad placement costs.
func (b *bound) orderOf(gpus []int32, channels int) [][]int32 {
	if b.scenario.Rings != nil {
		return b.orderOfRings(channels)
	}
	if by := b.scenario.Order; by == byRanks || by == "" && !slices.IsSorted(gpus) {
		return nil
	}
	order := b.graph.Order(channels)
	if len(gpus) == b.graph.Ranks() && inPlace(gpus) {
		return order
	}
	rank := slices.Repeat([]int32{-1}, b.graph.Ranks())
	for r, gpu := range gpus {
		rank[gpu] = int32(r)
	}
	for c := range order {
		kept := order[c][:0]
		for _, gpu := range order[c] {
			if rank[gpu] >= 0 {
				kept = append(kept, rank[gpu])
			}
		}
		order[c] = kept
	}
	return order
}

// node is the node of a GPU.
func (b *bound) node(gpu int32) int32 { return gpu / int32(b.graph.GPUsPerNode) }

// spans tells whether GPUs lie in several nodes.
func (b *bound) spans(gpus []int32) bool {
	return slices.ContainsFunc(gpus, func(gpu int32) bool { return b.node(gpu) != b.node(gpus[0]) })
}

// perNode is how many ranks share a node: of the node that has most. nodes is where each is; nil = they follow one
// another, node by node. An algorithm that can do without nodes is told that each rank has its own where those of one do
// not stand together in its order; one that needs them refuses that itself.
func (b *bound) perNode(gpus []int32, order [][]int32, a *algo.Algorithm) (perNode int, nodes []int32) {
	if inPlace(gpus) {
		return min(b.graph.GPUsPerNode, len(gpus)), nil
	}
	count := make([]int, b.graph.Nodes)
	nodes = make([]int32, len(gpus))
	for r, gpu := range gpus {
		nodes[r] = b.node(gpu)
		count[nodes[r]]++
		perNode = max(perNode, count[nodes[r]])
	}
	if a.Inter != nil {
		return perNode, nodes
	}
	call := algo.Call{Ranks: len(gpus), PerNode: perNode, Nodes: nodes, Order: order}
	if call.KeepsNodes() != nil {
		return 1, nil
	}
	return perNode, nodes
}

// buildOn makes the schedule of a call on some GPUs.
func (b *bound) buildOn(c Call, gpus []int32) (*algo.Schedule, algo.Algorithm, []fabric.DeviceID, error) {
	a, ok := algo.Find(algo.Collective(c.Collective), c.Algorithm)
	if !ok {
		return nil, a, nil, fmt.Errorf("algorithm: %s has no algorithm %q", c.Collective, c.Algorithm)
	}
	if b.scenario.Sync == "rounds" {
		c.Slices = 1 // a barrier after each round leaves nothing to pipeline
	}
	seats, switches, err := b.seats(a.Site, gpus)
	if err != nil {
		return nil, a, nil, fmt.Errorf("algorithm: %s/%s %w", c.Collective, c.Algorithm, err)
	}
	order := b.orderOf(gpus, c.Channels)
	perNode, nodes := b.perNode(gpus, order, &a)
	call := algo.Call{
		Ranks: len(gpus), PerNode: perNode, Nodes: nodes, Bytes: c.Bytes, Channels: c.Channels, Slices: c.Slices,
		Root: c.Root, Inter: c.Inter, Seats: seats, Order: order,
	}
	if b.choice != nil {
		call = b.shaped(call)
	}
	schedule, err := a.Build(call)
	if err != nil {
		return nil, a, nil, fmt.Errorf("algorithm: %w", err)
	}
	return schedule, a, switches[:schedule.Seats], nil
}

// channels is how many channels a call has that does not say: NICs a node but no more than may be said, 1 on one node.
func (b *bound) channels(gpus []int32) int {
	if b.spans(gpus) {
		return min(max(1, b.graph.NICsPerNode), mostChannels)
	}
	return 1
}

// stand is where a rank stands.
func (b *bound) stand(gpu int32, luck uint64, n units.Bytes) exec.Stand {
	return exec.Stand{GPU: gpu, Node: b.node(gpu), Luck: luck, Bytes: n}
}

// stands are where the ranks of a single schedule stand; nil = rank r on GPU r.
func (b *bound) stands() []exec.Stand {
	if b.acts != nil && b.acts[0].kind == aJob {
		return b.standsOfJobs()
	}
	if inPlace(b.gpus) {
		return nil
	}
	all := make([]exec.Stand, len(b.gpus))
	for r, gpu := range b.gpus {
		all[r] = b.stand(gpu, uint64(r), b.schedule.Call.Bytes)
	}
	return all
}
