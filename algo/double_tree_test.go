package algo

import (
	"testing"

	"collsim/sim/units"
)

// TestDoubleBinaryTreeFacts asserts what is known of the two trees (Sanders, Speck, Traeff 2009).
func TestDoubleBinaryTreeFacts(t *testing.T) {
	for p := int32(3); p <= 299; p++ {
		trees := bothTrees(p, 1)
		interior := make([]int, p)
		for i := range trees {
			if trees[i].depth != ceilLog(p) {
				t.Errorf("%d ranks, tree %d: depth %d, want %d", p, i, trees[i].depth, ceilLog(p))
			}
			for q, children := range trees[i].children {
				if len(children) > 2 {
					t.Errorf("%d ranks, tree %d: %d has children %v", p, i, q, children)
				}
				if len(children) > 0 {
					interior[q]++
				}
			}
		}
		for q, n := range interior {
			if n == 2 && (p%2 == 0 || q != 0) {
				t.Errorf("%d ranks: %d is inside both trees", p, q)
			}
		}
		if p%2 == 1 && interior[0] != 2 {
			t.Errorf("%d ranks: rank 0 is inside %d trees, not both", p, interior[0])
		}
	}
}

// TestDoubleBinaryTreeBytes: no rank sends or receives more than 2n, all together 2(p-1)n, half of it on each tree.
func TestDoubleBinaryTreeBytes(t *testing.T) {
	a, _ := Find(AllReduce, "double_binary_tree")
	for p := 2; p <= 299; p += 1 + p/40 {
		const n = 1000
		s, err := a.Build(Call{Ranks: p, Bytes: n})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Count(s)
		if err != nil {
			t.Fatal(err)
		}
		if got.Sent > 2*n || got.Received > 2*n || got.Bytes != 2*units.Bytes(p-1)*n {
			t.Errorf("%d ranks: a rank sends %d and receives %d, all %d", p, got.Sent, got.Received, got.Bytes)
		}
		var tree [2]units.Bytes
		for _, at := range places(s) {
			if st, _ := s.Step(at.rank, at.lane, at.index); st.Send >= 0 {
				tree[at.lane/2] += st.Bytes
			}
		}
		if lone, err := a.Build(Call{Ranks: p, Bytes: n, Lone: true}); err != nil || lone.Lanes != 2 {
			t.Errorf("%d ranks, one tree: %d lanes, %v", p, lone.Lanes, err)
		} else if got, err := Count(lone); err != nil || got.Messages != 2*int64(p-1) || got.Bytes != 2*units.Bytes(p-1)*n {
			t.Errorf("%d ranks, one tree: %d messages of %d bytes in all, %v", p, got.Messages, got.Bytes, err)
		}
		if tree[0] != 2*units.Bytes(p-1)*part(n, 0, 2) || tree[1] != 2*units.Bytes(p-1)*part(n, 1, 2) {
			t.Errorf("%d ranks: the trees carry %v", p, tree)
		}
	}
}

// TestDoubleBinaryTreeRounds: with a chain of g ranks in each of k nodes, up and down take 2((g-1) + log2 k) rounds.
func TestDoubleBinaryTreeRounds(t *testing.T) {
	a, _ := Find(AllReduce, "double_binary_tree")
	for k := 1; k <= 20; k++ {
		for g := 1; g <= 8; g++ {
			call := Call{Ranks: k * g, PerNode: g, Bytes: 4096, Slices: 2}
			got, err := count(a, call)
			if err != nil {
				t.Fatal(err)
			}
			want := 2 * (g - 1 + int(ceilLog(int32(k))))
			rounds, err := a.Rounds(call)
			if got.Rounds != want || got.Depth != want || rounds != want || err != nil {
				t.Errorf("%d nodes of %d: %d rounds, depth %d, closed form %d, want %d (%v)", k, g, got.Rounds, got.Depth, rounds, want, err)
			}
		}
	}
	for p := 2; p <= 40; p++ { // a last node that is not full
		call := Call{Ranks: p, PerNode: 4}
		got, err := count(a, call)
		if err != nil {
			t.Fatal(err)
		}
		if rounds, err := a.Rounds(call); got.Rounds != rounds || err != nil {
			t.Errorf("%d ranks, 4 a node: %d rounds, closed form %d (%v)", p, got.Rounds, rounds, err)
		}
	}
}
