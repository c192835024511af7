package algo

import "math/bits"

// tree is a rooted tree over positions, by parent; -1 marks the root and absent children.
type tree struct {
	parent   []int32
	children [][]int32
	level    []int32 // distance from the root
	depth    int32   // largest level
}

// btree is NCCL's binary tree over k nodes (Sanders, Speck, Traeff 2009; NCCL trees.cc): with b the lowest set bit of
// r > 0, the parent is (r xor b) or (b << 1), or r xor b if that does not exist. Node 0 is the root, with one child.
func btree(k int32) []int32 {
	parent := make([]int32, k)
	parent[0] = -1
	for r := int32(1); r < k; r++ {
		b := int32(1) << bits.TrailingZeros32(uint32(r))
		parent[r] = r ^ b | b<<1
		if parent[r] >= k {
			parent[r] = r ^ b
		}
	}
	return parent
}

// complement is the second tree: the first one mirrored for even k, shifted by one for odd k, so that who works in one
// tree is a leaf of the other.
func complement(parent []int32) []int32 {
	k := int32(len(parent))
	other := make([]int32, k)
	for r := range k {
		q := k - 1 - r
		if k%2 == 1 {
			q = mod(r-1, k)
		}
		switch up := parent[q]; {
		case up < 0:
			other[r] = -1
		case k%2 == 1:
			other[r] = mod(up+1, k)
		default:
			other[r] = k - 1 - up
		}
	}
	return other
}

// chained hangs a chain of perNode positions below each node of a tree; the first of a chain is its node's vertex.
func chained(nodes []int32, p, perNode int32) tree {
	t := tree{parent: make([]int32, p), children: make([][]int32, p), level: make([]int32, p)}
	for q := range p {
		if q%perNode != 0 {
			t.parent[q] = q - 1
		} else if up := nodes[q/perNode]; up >= 0 {
			t.parent[q] = up * perNode
		} else {
			t.parent[q] = -1
		}
		if up := t.parent[q]; up >= 0 {
			t.children[up] = append(t.children[up], q)
		}
	}
	for q := range p {
		if q%perNode != 0 {
			t.level[q] = t.level[q-1] + 1
		} else {
			for up := t.parent[q]; up >= 0; up = t.parent[up] {
				t.level[q]++
			}
		}
		t.depth = max(t.depth, t.level[q])
	}
	return t
}

// up combines the children's slice with the position's own and sends it to the parent: one slice after the other, so
// that all levels work at once. Messages from level d make round depth-d.
func (t *tree) up(s *Step, q, index, depth int32, what Chunks) {
	children := t.children[q]
	width := max(int32(len(children)), 1)
	k := index % width
	s.still()
	s.Chunks, s.Slice, s.Round = what, index/width, depth-t.level[q]-1
	if len(children) > 0 {
		s.Recv, s.Reduce = children[k], true
	}
	if k == width-1 {
		if s.Send = t.parent[q]; s.Send >= 0 {
			s.Round = depth - t.level[q]
		} else {
			s.Signal = true
		}
	}
}

// down sends the parent's slice to the children, at the root as soon as lane upLane has completed it. Messages to level
// d make round depth + d-1.
func (t *tree) down(s *Step, q, index, depth, upLane int32, what Chunks) {
	children := t.children[q]
	width := max(int32(len(children)), 1)
	k, slice := index%width, index/width
	s.still()
	s.Chunks, s.Slice, s.Round = what, slice, depth+t.level[q]-1
	if k == 0 {
		if s.Recv = t.parent[q]; s.Recv < 0 {
			s.WaitLane, s.WaitStep = upLane, slice*width+width-1
		}
	}
	if len(children) > 0 {
		s.Send, s.Round = children[k], depth+t.level[q]
	}
}

// steps of a lane of position q.
func (t *tree) steps(q, slices int32) int32 { return max(int32(len(t.children[q])), 1) * slices }
