package fabrictest

import "collsim/fabric"

// Samples are small fabrics that show every preset and every network: not each network under each preset, which would
// show little more and take minutes.
func Samples() []fabric.Spec {
	presets, networks := fabric.Presets(), fabric.Networks()
	var all []fabric.Spec
	for _, p := range presets {
		all = append(all, fabric.Spec{Preset: p.Name, Nodes: 2, GPUsPerNode: min(p.GPUsPerNode, 8)})
	}
	for i, n := range networks {
		p := presets[i%len(presets)]
		all = append(all, fabric.Spec{Preset: p.Name, Nodes: 5, GPUsPerNode: min(p.GPUsPerNode, 4), Network: n.Name})
	}
	return all
}

// Corners are the ranks of a graph that differ most as seen from rank 0: the next one, the last one of its node, the
// first one of the next node and, where links lead there, the last of all.
func Corners(g *fabric.Graph) []int {
	var all []int
	for _, rank := range []int{1, g.GPUsPerNode - 1, g.GPUsPerNode, len(g.GPUs) - 1} {
		if rank < 1 || rank >= len(g.GPUs) || len(all) > 0 && rank <= all[len(all)-1] {
			continue
		}
		if _, err := g.Route(0, rank, 0); err != nil && rank > g.GPUsPerNode {
			continue // rails that meet nowhere
		}
		all = append(all, rank)
	}
	return all
}
