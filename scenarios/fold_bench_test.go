package scenarios

import (
	"strconv"
	"testing"
)

// BenchmarkHuge is one point of a sweep over sizes, from the flags to the result: a ring over 131,072 GPUs and a hierarchy
// over 1,048,576.
func BenchmarkHuge(b *testing.B) {
	for _, c := range []struct{ name, words string }{
		{"ring-131072-star", "fabric=star nodes=131072 algorithm=ring"},
		{"ring-131072-hgx", "fabric=hgx-h100 nodes=16384 network=switch algorithm=ring channels=1"},
		{"hierarchical-1048576-hgx", "fabric=hgx-h100 nodes=131072 network=switch algorithm=hierarchical channels=1"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for i := 1; b.Loop(); i++ {
				f, err := FromFlags(flagsOf(c.words + " collective=all_reduce library=raw fidelity=message fold=require bytes=" + strconv.Itoa(i) + "MiB"))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := f.Run(nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
