package fabric

import (
	"fmt"
	"testing"
)

// BenchmarkBuild builds servers of 23 devices each, with their network: 131,072 ranks and 1.5 million links at the most.
func BenchmarkBuild(b *testing.B) {
	for _, nodes := range []int{256, 16384} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, _, err := Build(Spec{Preset: "hgx-h100", Nodes: nodes}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
