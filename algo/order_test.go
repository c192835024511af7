package algo

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// shuffled is a random order of ranks; whole nodes stay together.
func shuffled(rng *rand.Rand, ranks, perNode int) []int32 {
	var order []int32
	for _, node := range rng.Perm(ranks / perNode) {
		for _, local := range rng.Perm(perNode) {
			order = append(order, int32(node*perNode+local))
		}
	}
	return order
}

// TestOrdersOfRanks: every algorithm is right whatever order of ranks each channel has, with chunks of uneven size.
func TestOrdersOfRanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, a := range All() {
		for _, p := range []int{2, 3, 4, 6, 8, 12, 13, 16} {
			if a.PowerOfTwo && p&(p-1) != 0 {
				continue
			}
			for _, g := range []int{1, 2, 3, 4} {
				if p%g != 0 {
					continue
				}
				call := Call{Ranks: p, PerNode: g, Bytes: 1009, Channels: 2, Slices: 2, Root: p / 3}
				call.Order = [][]int32{shuffled(rng, p, g), shuffled(rng, p, g)}
				prove(t, a, call)
			}
		}
	}
}

func TestOrdersThatAreRefused(t *testing.T) {
	ring, _ := Find(AllReduce, "ring")
	nested, _ := Find(AllReduce, "hierarchical")
	double, _ := Find(AllReduce, "double_binary_tree")
	for _, bad := range []struct {
		a    Algorithm
		call Call
		want string
	}{
		{ring, Call{Ranks: 3, Order: [][]int32{{0, 1, 1}}}, "rank 1 is out of range or appears twice"},
		{ring, Call{Ranks: 3, Order: [][]int32{{0, 1, 3}}}, "rank 3 is out of range or appears twice"},
		{ring, Call{Ranks: 3, Order: [][]int32{{0, 1}}}, "2 positions for 3 ranks"},
		{ring, Call{Ranks: 3, Channels: 2, Order: [][]int32{{0, 1, 2}}}, "an order of ranks for 1 only"},
		{nested, Call{Ranks: 4, PerNode: 2, Order: [][]int32{{0, 2, 1, 3}}}, "of two nodes"},
		{double, Call{Ranks: 4, PerNode: 2, Order: [][]int32{{0, 2, 1, 3}}}, "of two nodes"},
		{nested, Call{Ranks: 10, PerNode: 4}, "10 ranks at 4 a node leave 2 on the last"},
		{nested, Call{Ranks: 8, PerNode: 4, Inter: "star"}, `no "star" across nodes: inter is ring or tree`},
		{ring, Call{Ranks: 0}, "at least 1 rank, not 0"},
		{ring, Call{Ranks: 2, Bytes: -1}, "not -1"},
		{ring, Call{Ranks: 2, Root: 2}, "root 2 is not one of the ranks 0..1"},
		{ring, Call{Ranks: 1 << 30}, "too many"},
	} {
		if _, err := bad.a.Build(bad.call); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s %+v: error %v, want %q", bad.a.Name, bad.call, err, bad.want)
		}
	}
	halving, _ := Find(ReduceScatter, "recursive_halving")
	if _, err := halving.Build(Call{Ranks: 6}); err == nil || !strings.Contains(err.Error(), "needs a power of two of ranks, not 6") {
		t.Errorf("recursive halving over 6: %v", err)
	}
}
