package algo

import (
	"fmt"

	"collsim/sim/units"
)

// Hierarchical all-reduce: a ring reduce-scatter inside each node; then, for each local rank, an all-reduce of its chunk
// with the same local ranks of the other nodes (its rail), by ring or by tree; then a ring all-gather inside each node.
// Cho et al. 2019 (BlueConnect) and NCCL's multi-rail practice. Nodes must be equal.
//
//	2 nodes of 2, 4 chunks
//	round 0 (inside)       round 1 (across)     round 2 (across)     round 3 (inside)
//	0 --c2,3--> 1          0 --c0--> 2          0 --c1--> 2          0 --c0,1--> 1
//	1 --c0,1--> 0          2 --c1--> 0          2 --c0--> 0          1 --c2,3--> 0
//	2 --c2,3--> 3          1 --c2--> 3          1 --c3--> 3          2 --c0,1--> 3
//	3 --c0,1--> 2          3 --c3--> 1          3 --c2--> 1          3 --c2,3--> 2
var _ = register(Algorithm{
	Collective: AllReduce, Name: "hierarchical", Inter: []string{"ring", "tree"},
	Doc:    "Ranks of a node first add up among themselves, each ending with one chunk; equal chunks are then summed across nodes, all rails at once; then each node gathers. The slow network carries only 1/g of the bytes.",
	Source: "Cho, Finkler, Serrano, Kung, Hunter 2019, BlueConnect: decomposing all-reduce for deep learning on heterogeneous network hierarchy",
	build:  hierarchical,
	form: form{
		rounds: func(call Call) int {
			k := call.Ranks / call.PerNode
			if call.Inter == "tree" {
				return 2*(call.PerNode-1) + 2*int(ceilLog(int32(k)))
			}
			return 2*(call.PerNode-1) + 2*(k-1)
		},
		lockStep: hierarchicalLockStep,
		dataflow: func(call Call) bool { k := call.Ranks / call.PerNode; return call.Inter == "ring" || k&(k-1) == 0 },
	},
})

func hierarchicalLockStep(call Call, c Cost) units.Duration {
	g, k := call.PerNode, call.Ranks/call.PerNode
	inside := ceil(call.Bytes, g)
	total := times(g-1, c.merge(inside)) + times(g-1, c.Message(inside))
	if call.Inter == "tree" {
		l := int(ceilLog(int32(k)))
		return total + times(l, c.merge(inside)) + times(l, c.Message(inside))
	}
	across := ceil(call.Bytes, call.Ranks)
	return total + times(k-1, c.merge(across)) + times(k-1, c.Message(across))
}

// nested is the three phases one after the other in a single lane. Chunk i of the g of a node is the labels i*fine up to
// (i+1)*fine, so that cutting a chunk again for the ring across lands on the same bytes as cutting the buffer at once.
type nested struct {
	g, k, fine            int32
	scatter, gather, ring ring
	tree                  binomial
	byTree                bool
}

func hierarchical(call Call) (*Schedule, error) {
	p, g := int32(call.Ranks), int32(call.PerNode)
	if p%g != 0 {
		return nil, fmt.Errorf("all_reduce/hierarchical needs nodes of equal size: %d ranks at %d a node leave %d on the last", p, g, p%g)
	}
	if err := call.KeepsNodes(); err != nil {
		return nil, err
	}
	h := nested{
		g: g, k: p / g, fine: p / g, byTree: call.Inter == "tree",
		scatter: ring{p: g, slices: 1, batch: 1, rounds: g - 1, reducing: g - 1, first: 1},
		gather:  ring{p: g, slices: 1, batch: 1, rounds: g - 1},
		ring:    ring{p: p / g, slices: 1, batch: 1, rounds: 2 * (p/g - 1), reducing: p/g - 1},
		tree:    binomial{p: p / g, slices: 1, reduce: true, downLane: -1, upLane: -1, base: ceilLog(p / g)},
	}
	if h.byTree {
		h.fine = 1
	}
	l := newLayout(call, g*h.fine, false)
	s := l.regular(h.motion(), 1, func(rank, lane, i int32) (s Step, ok bool) {
		c, _, q, away := l.home(rank, lane)
		if ok = h.step(&s, q, i); ok {
			l.settle(&s, c, away)
		}
		return s, ok
	})
	if !h.byTree && l.larger == nil {
		s.alike = func(_, _, index int32) int32 { return h.alike(index) }
	}
	return s, nil
}

// motion by whole nodes: a rail's labels turn with the node, as those of a ring do.
func (h *nested) motion() motion {
	if h.byTree && h.k > 1 {
		return irregular("the tree across nodes gives each node a place of its own")
	}
	return rotating(h.g, turn, h.fine)
}

func (h *nested) step(s *Step, q, i int32) bool {
	node, local := q/h.g, q%h.g
	if i < h.scatter.steps() {
		h.inside(&h.scatter, s, node, local, i, 0)
		return true
	}
	i -= h.scatter.steps()
	if i < h.acrossSteps(node) {
		h.across(s, node, local, i)
		return true
	}
	i -= h.acrossSteps(node)
	if i < h.gather.steps() {
		h.inside(&h.gather, s, node, local, i, h.g-1+h.acrossRounds())
		return true
	}
	return false
}

// inside places a ring step of local ranks in a node.
func (h *nested) inside(r *ring, s *Step, node, local, i, base int32) {
	r.step(s, local, i)
	s.Chunks = span(s.Chunks.First*h.fine, h.fine)
	s.Round += base
	s.spread(node*h.g, 1)
}

// across places a step among nodes on the rail of a local rank.
func (h *nested) across(s *Step, node, local, i int32) {
	if up := h.treeSteps(node); !h.byTree {
		h.ring.step(s, node, i)
	} else if i < up {
		h.tree.up(s, node, i)
	} else {
		h.tree.down(s, node, i-up)
	}
	s.Chunks = one(local*h.fine + s.Chunks.First)
	s.Round += h.g - 1
	s.spread(local, h.g)
}

// spread maps peers x to first + x*stride.
func (s *Step) spread(first, stride int32) {
	if s.Recv >= 0 {
		s.Recv = first + s.Recv*stride
	}
	if s.Send >= 0 {
		s.Send = first + s.Send*stride
	}
}

func (h *nested) treeSteps(node int32) int32 {
	m, _ := h.tree.children(node)
	return max(m, 1)
}

func (h *nested) acrossSteps(node int32) int32 {
	switch {
	case h.k == 1:
		return 0
	case h.byTree:
		return 2 * h.treeSteps(node)
	}
	return h.ring.steps()
}

func (h *nested) acrossRounds() int32 {
	if h.byTree {
		return 2 * ceilLog(h.k)
	}
	return h.ring.rounds
}
