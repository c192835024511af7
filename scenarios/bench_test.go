package scenarios

import (
	"testing"

	"collsim/sim/units"
)

// TestBench holds times of a bench against runs of their own, with and without settings on top.
func TestBench(t *testing.T) {
	for _, algorithm := range []string{"ring", "double_binary_tree", "nvls_tree"} {
		for _, nodes := range []string{"1", "2"} {
			text := "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: " + nodes + "}\ncollective: all_reduce\nbytes: 64 KiB\nfidelity: message\nrivals: off\nalgorithm: " + algorithm + "\n"
			for _, set := range []string{"", "host.launch: 7 us", "nvlink.latency: 300 ns"} {
				sameAsRuns(t, text, set)
			}
		}
	}
}

func sameAsRuns(t *testing.T, text, set string) {
	t.Helper()
	bench, err := NewBench(load(t, text).Scenarios[0])
	if err != nil {
		t.Fatal(err)
	}
	s := load(t, text+"set: {"+set+"}\n").Scenarios[0]
	for _, n := range []units.Bytes{0, 1, 65535, 1 << 20} {
		s.Bytes = n
		want, err := Run(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := bench.Run(n, s.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if got.Total != want.Total || got.Critical != want.CriticalPath || got.Messages != want.Messages || got.Channels != want.Channels {
			t.Errorf("%s%s of %v: %v, but its run took %v", text, set, n, got, want.Total)
		}
	}
}

func BenchmarkBench(b *testing.B) {
	for _, nodes := range []string{"1", "2"} {
		f, err := Load("f", []byte("schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: "+nodes+"}\ncollective: all_reduce\nalgorithm: ring\nchannels: 16\nbytes: 1 MiB\nlibrary: mpi\n"))
		if err != nil {
			b.Fatal(err)
		}
		bench, err := NewBench(f.Scenarios[0])
		if err != nil {
			b.Fatal(err)
		}
		b.Run(nodes+" nodes", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := bench.Run(units.MiB, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
