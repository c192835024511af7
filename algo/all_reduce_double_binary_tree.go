package algo

// Double binary tree all-reduce, NCCL's Tree (Sanders, Speck, Traeff 2009): two binary trees over the nodes, each
// reducing and broadcasting half of the bytes. Who is inside one tree is a leaf of the other, so every port is busy both
// ways. Inside a node the ranks form a chain below its first one. A lane up and a lane down for each tree.
//
//	tree 0, half 0       tree 1, half 1
//	   0                     3
//	   |                     |
//	   2                     1
//	  / \                   / \
//	 1   3                 2   0
//
//	rounds 0-1 up, 2-3 down; both trees at once. Two messages of a round may share a port: no closed form.
//
// Of NCCL's channels each has one of the two; where a call is so small that only those of the first are used (Call.Lone),
// tree 0 carries all of it.
var _ = register(Algorithm{
	Collective: AllReduce, Name: "double_binary_tree", Sliced: true, Twin: true,
	Doc:    "Two binary trees each carry half of the bytes up and down; whoever works in one tree is a leaf in the other. Few rounds and, with slices, nearly full bandwidth: NCCL's Tree.",
	Source: "Sanders, Speck, Traeff 2009, Two-tree algorithms for full bandwidth broadcast, reduction and scan; NCCL src/graph/trees.cc",
	build:  doubleBinaryTree,
	form:   form{rounds: doubleBinaryTreeRounds},
})

func doubleBinaryTreeRounds(call Call) int {
	p, g := int32(call.Ranks), int32(call.PerNode)
	if p%g == 0 {
		return int(2 * (ceilLog(p/g) + g - 1))
	}
	return int(2 * deepest(call.trees())) // no formula: the deepest node may be the last, whose chain is short
}

// trees are those that a channel has.
func (c Call) trees() []tree {
	both := bothTrees(int32(c.Ranks), int32(c.PerNode))
	if c.Lone {
		return both[:1]
	}
	return both[:]
}

func deepest(trees []tree) (depth int32) {
	for i := range trees {
		depth = max(depth, trees[i].depth)
	}
	return depth
}

func bothTrees(p, perNode int32) [2]tree {
	nodes := btree((p + perNode - 1) / perNode)
	return [2]tree{chained(nodes, p, perNode), chained(complement(nodes), p, perNode)}
}

// doubleBinaryTree: of a channel's lanes, 0 and 1 go up and down tree 0, 2 and 3 tree 1.
func doubleBinaryTree(call Call) (*Schedule, error) {
	if err := call.KeepsNodes(); err != nil {
		return nil, err
	}
	trees, slices := call.trees(), int32(call.Slices)
	depth, n := deepest(trees), int32(len(trees))
	l := newLayout(call, n, false)
	return l.schedule(2*n, func(rank, lane, index int32) (s Step, ok bool) {
		c, k, q := l.spot(rank, lane)
		t := &trees[k/2]
		switch {
		case index >= t.steps(q, slices):
			return s, false
		case k%2 == 0:
			t.up(&s, q, index, depth, one(k/2))
		default:
			t.down(&s, q, index, depth, k-1, one(k/2))
		}
		l.finish(&s, c)
		return s, true
	}), nil
}
