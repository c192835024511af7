package exec_test

import (
	"testing"
	"time"

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

// BenchmarkSoftware reports what software adds to the time that a message takes to simulate, against library raw on the
// same schedule, turn about: with a core for each lane, and with lanes that share a core and ranks that share a lock.
func BenchmarkSoftware(b *testing.B) {
	const ranks = 256
	for _, l := range software() {
		b.Run(l.name, func(b *testing.B) {
			c := l.config(b, ranks, levels[1])
			fastest := [2]time.Duration{1 << 62, 1 << 62}
			messages := int64(0)
			for range b.N {
				for i, costs := range [2]host.Costs{{}, l.costs} {
					c.Host.Costs = costs
					x, err := exec.New(c)
					if err != nil {
						b.Fatal(err)
					}
					began := time.Now()
					if _, err := x.Play(0); err != nil {
						b.Fatal(err)
					}
					fastest[i] = min(fastest[i], time.Since(began))
					messages = x.Outcome().Messages
				}
			}
			b.ReportMetric(float64(fastest[0].Nanoseconds())/float64(messages), "raw-ns/message")
			b.ReportMetric(float64((fastest[1]-fastest[0]).Nanoseconds())/float64(messages), "added-ns/message")
		})
	}
}
