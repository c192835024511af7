package algo

import (
	"strings"
	"testing"

	"collsim/sim/units"
)

// calls yields calls over every dimension that algorithm a has, for n ranks.
func calls(a Algorithm, n int, yield func(Call)) {
	if a.PowerOfTwo && n&(n-1) != 0 {
		return
	}
	roots := []int{0}
	switch a.Collective {
	case Broadcast, Reduce, Gather, Scatter:
		roots = []int{0, n / 2, n - 1}
	}
	slices := 1
	if a.Sliced {
		slices = 3
	}
	for channels := 1; channels <= 3; channels++ {
		for s := 1; s <= slices; s++ {
			if (a.Site != "" || a.Groups) && n > 9 && (channels > 1 || s == 2) {
				continue // a seat has as many steps as pairs of ranks, and so many lanes has who sends to all at once
			}
			sizes := []units.Bytes{0, units.Bytes(n) - 1, 1000}
			if channels*s > 1 {
				sizes = sizes[1:]
			}
			for _, bytes := range sizes {
				for i, root := range roots {
					if i > 0 && root == roots[i-1] {
						continue
					}
					yield(Call{Ranks: n, Channels: channels, Slices: s, Bytes: bytes, Root: root})
					if a.Twin {
						yield(Call{Ranks: n, Channels: channels, Slices: s, Bytes: bytes, Lone: true})
					}
					for batch := 1; a.Loops && channels == 1 && batch < s; batch++ { // of 3 slices in batches of 2, the last is alone
						yield(Call{Ranks: n, Channels: channels, Slices: s, Batch: batch, Bytes: bytes, Root: root})
					}
					if s == 3 && a.Sliced && channels == 2 && n <= 12 { // the last has the rest, or nothing
						yield(Call{Ranks: n, Channels: channels, Slices: s, Bytes: bytes, Root: root, Portion: bytes / units.Bytes(4*n)})
						yield(Call{Ranks: n, Channels: channels, Slices: s, Batch: 2, Bytes: bytes, Root: root, Portion: bytes})
					}
					for few := 1; few < 4 && channels == 1 && n <= 17 && (a.Aggregates || a.Groups); few++ {
						yield(Call{Ranks: n, Slices: s, Bytes: bytes, Together: few, Peers: few, PerNode: few})
					}
				}
			}
		}
	}
}

// nodes yields the call once for each size of node that matters to the algorithm.
func nodes(a Algorithm, call Call, yield func(Call)) {
	nested := a.Name == "hierarchical" || a.Name == "nvls_tree" || strings.HasPrefix(a.Name, "collnet")
	if !nested && a.Name != "double_binary_tree" {
		yield(call)
		return
	}
	for g := 1; g <= call.Ranks; g++ {
		if a.Site != "" && g != 1 && (g > 4 || call.Ranks > 12 && g != 4) {
			continue // what is different about nodes shows in small ones
		}
		if call.Ranks%g != 0 && (nested || g != 4) {
			continue
		}
		if !nested && call.Ranks > 16 && g != 1 && g != 4 {
			continue // the order of the ranks is all that differs
		}
		call.PerNode, call.Inter = g, "ring"
		yield(call)
		if a.Name == "hierarchical" {
			call.Inter = "tree"
			yield(call)
		}
	}
}

func TestEveryAlgorithmIsRight(t *testing.T) {
	for _, a := range All() {
		t.Run(string(a.Collective)+"/"+a.Name, func(t *testing.T) {
			for n := 1; n <= 33; n++ {
				calls(a, n, func(call Call) {
					nodes(a, call, func(call Call) { prove(t, a, call) })
				})
			}
		})
	}
}

func prove(t *testing.T, a Algorithm, call Call) {
	t.Helper()
	s, err := a.Build(call)
	if err != nil {
		t.Fatalf("%+v: %v", call, err)
	}
	if err := Check(s); err != nil {
		t.Fatalf("%+v: %v", call, err)
	}
}
