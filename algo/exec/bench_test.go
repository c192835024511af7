package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// BenchmarkRing plays a ring all-reduce over 256 hosts on one switch, two links a message, and reports time a message.
func BenchmarkRing(b *testing.B) {
	mpi, _, err := host.Bind("mpi", nil)
	if err != nil {
		b.Fatal(err)
	}
	const ranks = 256
	g := star(b, ranks)
	s := build(b, algo.AllReduce, "ring", algo.Call{Ranks: ranks, Bytes: ranks * 64 * units.KiB})
	for _, l := range levels[:2] {
		for _, costs := range []host.Costs{{}, mpi} {
			library := "raw"
			if costs == mpi {
				library = "mpi"
			}
			b.Run(l.name+"/"+library, func(b *testing.B) {
				messages := int64(0)
				for range b.N {
					x, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: host.Model{Costs: costs}})
					if err != nil {
						b.Fatal(err)
					}
					if _, err := x.Play(0); err != nil {
						b.Fatal(err)
					}
					messages += x.Outcome().Messages
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(messages), "ns/message")
			})
		}
	}
}
