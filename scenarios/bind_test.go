package scenarios

import (
	"fmt"
	"testing"
)

// BenchmarkBind is everything around a run of many ranks: building the fabric and the schedule, counting, proving where that
// is affordable, and the lower bound.
func BenchmarkBind(b *testing.B) {
	for _, c := range []struct {
		fabric    string
		nodes     int
		algorithm string
	}{
		{"star", 4096, "ring"}, {"hgx-h100", 256, "ring"}, {"hgx-h100", 8192, "ring"}, {"hgx-h100", 8192, "recursive_doubling"},
		{"hgx-h100", 8192, "double_binary_tree"},
	} {
		b.Run(fmt.Sprintf("%s/%d/%s", c.fabric, c.nodes, c.algorithm), func(b *testing.B) {
			f, err := Load("test.yaml", fmt.Appendf(nil, "schema: collsim.scenario/v1\nfabric: {preset: %s, nodes: %d}\ncollective: all_reduce\nalgorithm: %s\nbytes: 1 GiB\nfidelity: message\n",
				c.fabric, c.nodes, c.algorithm))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				bound, err := bind(f.Scenarios[0], nil)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := bound.proof(); err != nil {
					b.Fatal(err)
				}
				bound.bound(0)
			}
		})
	}
}
