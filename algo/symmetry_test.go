package algo

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/units"
)

// TestSymmetryHolds compares every step of every rank with that of its representative, for every fold that a schedule says
// it has, and every element.
func TestSymmetryHolds(t *testing.T) {
	regular := map[string]bool{}
	for _, a := range All() {
		for n := 1; n <= 33; n++ {
			for _, g := range []int{1, 2, 4, 8} {
				for _, call := range []Call{
					{Ranks: n, PerNode: g, Bytes: units.Bytes(n * 840)},
					{Ranks: n, PerNode: g, Bytes: units.Bytes(n * 840), Channels: 2, Slices: 3, Order: visits(n, g)},
					{Ranks: n, PerNode: g, Bytes: units.Bytes(n * 840), Channels: 2, Slices: 5, Batch: 2},
				} {
					s, err := a.Build(call)
					if err != nil {
						continue
					}
					unit, xor, why := s.Symmetry()
					if why != nil {
						if m := why.Error(); strings.HasSuffix(m, ".") || len(m) < 20 {
							t.Errorf("%s/%s: %q is no sentence to go on with", a.Collective, a.Name, m)
						}
						continue
					}
					regular[string(a.Collective)+"/"+a.Name] = regular[string(a.Collective)+"/"+a.Name] || n > 8
					for _, f := range folds(int32(n), unit, xor) {
						if err := looksAlike(s, f); err != nil {
							t.Fatalf("%s/%s of %d ranks, %d a node: %v", a.Collective, a.Name, n, g, err)
						}
					}
				}
			}
		}
	}
	for _, name := range []string{"all_gather/bruck", "all_gather/direct", "all_gather/pat", "all_gather/recursive_doubling", "all_gather/ring", "all_reduce/direct",
		"all_reduce/halving_doubling", "all_reduce/hierarchical", "all_reduce/recursive_doubling", "all_reduce/ring", "all_to_all/bruck",
		"all_to_all/grouped", "all_to_all/pairwise", "barrier/dissemination", "reduce_scatter/direct", "reduce_scatter/pat", "reduce_scatter/recursive_halving", "reduce_scatter/ring", "send_recv/shift"} {
		if !regular[name] {
			t.Errorf("%s has lost its symmetry", name)
		}
	}
}

// visits is the order of two channels: node by node, forwards from another rank of the node each time, and round backwards.
func visits(n, g int) [][]int32 {
	if n%g != 0 {
		return nil
	}
	orders := make([][]int32, 2)
	for q := range int32(n) {
		g := int32(g)
		orders[0] = append(orders[0], q-q%g+(q+1)%g)
	}
	for q := range n {
		orders[1] = append(orders[1], orders[0][n-1-q])
	}
	return orders
}

func folds(n, unit int32, xor bool) (all []Fold) {
	for d := unit; d <= n; d += unit {
		if n%d == 0 && (!xor || d&(d-1) == 0) {
			all = append(all, Fold{Ranks: n, Stride: d, Xor: xor})
		}
	}
	return all
}

// looksAlike compares all ranks with their representatives: one comparison a rank covers the whole group.
func looksAlike(s *Schedule, f Fold) error {
	for q := range f.Ranks {
		for lane := range s.Lanes {
			for i := int32(0); ; i++ {
				mine, ok := s.Step(q, lane, i)
				home, there := s.Step(f.Rep(q), lane, i)
				if ok != there {
					return fmt.Errorf("%v: rank %d lane %d ends at step %d, its representative does not", f, q, lane, i)
				}
				if !ok {
					break
				}
				if mine.Recv >= 0 {
					mine.Recv = f.Seen(mine.Recv, q)
				}
				if mine.Send >= 0 {
					mine.Send = f.Seen(mine.Send, q)
				}
				mine.Chunks.First = home.Chunks.First
				if mine != home {
					return fmt.Errorf("%v: rank %d lane %d step %d: %+v, its representative %+v", f, q, lane, i, mine, home)
				}
			}
		}
	}
	return nil
}

// TestSeen: who the representative sees is the sender, moved by the element that takes the receiver to its representative.
func TestSeen(t *testing.T) {
	for _, f := range []Fold{{Ranks: 12, Stride: 3}, {Ranks: 12, Stride: 12}, {Ranks: 16, Stride: 4, Xor: true}, {Ranks: 16, Stride: 1, Xor: true}, {Ranks: 7, Stride: 1}} {
		for e := range f.Copies() {
			for q := range f.Ranks {
				if f.Image(q, e) != f.Rep(q) {
					continue
				}
				for r := range f.Ranks {
					if f.Seen(r, q) != f.Image(r, e) {
						t.Fatalf("%v: %d to %d: seen %d, want %d", f, r, q, f.Seen(r, q), f.Image(r, e))
					}
				}
			}
		}
	}
}

// TestSymmetryRefuses says why, for each reason there is.
func TestSymmetryRefuses(t *testing.T) {
	odd := make([]int32, 12)
	for i := range odd {
		odd[i] = int32(i)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(12, func(i, j int) { odd[i], odd[j] = odd[j], odd[i] })
	for _, c := range []struct {
		of   Collective
		name string
		call Call
		want string
	}{
		{AllReduce, "ring", Call{Ranks: 12, Bytes: 1201}, "1201 B in 12 chunks make some larger than others; 1212 B would be even"},
		{AllReduce, "ring", Call{Ranks: 12, Bytes: 1200, Order: [][]int32{odd}}, "the order in which channels visit the ranks does not repeat"},
		{AllReduce, "recursive_doubling", Call{Ranks: 12, Bytes: 1200}, "in all_reduce/recursive_doubling 12 ranks are not a power of two, so that some stand for two"},
		{AllReduce, "tree", Call{Ranks: 12, Bytes: 1200}, "all_reduce/tree gives each rank a place of its own, as a root or a tree does"},
		{AllReduce, "hierarchical", Call{Ranks: 12, PerNode: 4, Bytes: 1200, Inter: "tree"}, "in all_reduce/hierarchical the tree across nodes gives each node a place of its own"},
		{AllReduce, "nvls", Call{Ranks: 8, PerNode: 8, Bytes: 1 << 20}, "in all_reduce/nvls switches take part, which stay where they are"},
	} {
		a, _ := Find(c.of, c.name)
		s, err := a.Build(c.call)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, why := s.Symmetry(); why == nil || why.Error() != c.want {
			t.Errorf("%s/%s: %v, want %s", c.of, c.name, why, c.want)
		}
	}
}

// TestRepeats: steps that are said to be alike are, but for chunks and rounds, and are as many as there can be.
func TestRepeats(t *testing.T) {
	knows := map[string]bool{}
	for _, a := range All() {
		for n := 1; n <= 24; n++ {
			for _, g := range []int{1, 2, 4} {
				s, err := a.Build(Call{Ranks: n, PerNode: g, Bytes: units.Bytes(n*840 + n), Channels: 2, Slices: g, Batch: 1, Order: visits(n, g)})
				if err != nil {
					continue
				}
				for r := range int32(n) {
					for i := int32(0); ; {
						first, ok := s.Step(r, 0, i)
						if !ok {
							break
						}
						end := s.Repeats(r, 0, i)
						knows[a.Name] = knows[a.Name] || end > i+2
						for j := i + 1; j < end; j++ {
							next, ok := s.Step(r, 0, j)
							next.Chunks.First, next.Round = first.Chunks.First, next.Round-(j-i) // rounds follow one another
							if !ok || next != first || s.Repeats(r, 0, j) != end {
								t.Fatalf("%s/%s of %d ranks, %d a node: rank %d, step %d is %+v, step %d %+v", a.Collective, a.Name, n, g, r, i, first, j, next)
							}
						}
						i = end
					}
				}
			}
		}
	}
	if !knows["ring"] || !knows["hierarchical"] || knows["tree"] {
		t.Errorf("repeats: %v", knows)
	}
}

// TestCountRepeats: counting without playing what repeats gives the same.
func TestCountRepeats(t *testing.T) {
	quick := 0
	for _, a := range All() {
		for n := 1; n <= 40; n++ {
			for _, g := range []int{1, 2, 4, 8} {
				for channels := 1; channels < 3; channels++ {
					s, err := a.Build(Call{Ranks: n, PerNode: g, Bytes: units.Bytes(n*840 + n), Channels: channels, Slices: g, Batch: 1, Order: visits(n, g)})
					if err != nil {
						continue
					}
					fold, _ := s.likeness()
					got, ok := countRepeating(s, fold, &asked{})
					if !ok {
						continue
					}
					quick++
					want := newCounter(s, fold, &asked{})
					if err := walkFolded(s, fold, want.visit); err != nil {
						t.Fatal(err)
					}
					got.settle()
					want.settle()
					if d := cmp.Diff(want.Counts, got.Counts); d != "" {
						t.Fatalf("%s/%s of %d ranks, %d a node, %d channels: %s", a.Collective, a.Name, n, g, channels, d)
					}
				}
			}
		}
	}
	if quick < 500 {
		t.Errorf("only %d were counted so", quick)
	}
}
