//go:build unix

package exec_test

import (
	"testing"
	"time"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// BenchmarkBlocks plays NCCL's rings by representatives: CPU time a message that is played. Run it with
//
//	go test ./algo/exec -run '^$' -bench Blocks
func BenchmarkBlocks(b *testing.B) {
	for _, c := range []struct {
		name     string
		nodes    int
		channels int
		protocol string
		window   int32
		bytes    units.Bytes
	}{
		{"simple/8", 1, 24, host.Simple, 4, 64 * units.MiB},
		{"simple/16", 2, 16, host.Simple, 4, 64 * units.MiB},
		{"ll/8", 1, 24, host.LL, 8, units.MiB},
		{"ll/16", 2, 16, host.LL, 8, units.MiB},
		{"ll/16/free", 2, 16, host.LL, 0, units.MiB},
	} {
		b.Run(c.name, func(b *testing.B) {
			g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: c.nodes})
			if err != nil {
				b.Fatal(err)
			}
			costs, err := host.Use{Protocol: c.protocol}.Costs("nccl", nil)
			if err != nil {
				b.Fatal(err)
			}
			call := algo.Call{Ranks: 8 * c.nodes, PerNode: 8, Bytes: c.bytes, Channels: c.channels, Order: g.Order(c.channels)}
			if c.protocol == host.Simple {
				call.Slices = 2
			}
			z := &regular{graph: g}
			z.Schedule, z.Graph, z.Net, z.Window, z.Host = build(b, algo.AllReduce, "ring", call), g, levels[1].net(g), c.window, host.Model{Costs: costs}
			unit, _, why := z.Schedule.Symmetry()
			if why != nil {
				b.Fatal(why)
			}
			z.fold = algo.Fold{Ranks: int32(call.Ranks), Stride: unit}
			least := time.Duration(1 << 62)
			var o *exec.Outcome
			var played int64
			for b.Loop() {
				x, err := z.folded(false)
				if err != nil {
					b.Fatal(err)
				}
				began := cpu()
				if _, err := x.Play(0); err != nil {
					b.Fatal(err)
				}
				least = min(least, cpu()-began)
				o = x.Outcome()
				played = o.Messages / int64(z.fold.Copies())
			}
			b.ReportMetric(float64(least.Nanoseconds())/float64(played), "ns/message")
			b.ReportMetric(float64(o.Events)/float64(played), "events/message")
			b.ReportMetric(float64(played), "messages")
			b.ReportMetric(0, "ns/op")
		})
	}
}
