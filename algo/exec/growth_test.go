//go:build unix

package exec_test

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// size is a ring all-reduce without software over hosts of preset star: on one switch; with two links more on each route
// each behind a leaf of its own; and with two more alone in a pod.
type size struct {
	ranks int
	bytes units.Bytes
	links int
}

func (s size) String() string {
	return fmt.Sprintf("ranks=%d/bytes=%d/links=%d", s.ranks, s.bytes, s.links)
}

func (s size) graph(b *testing.B) *fabric.Graph {
	spec := fabric.Spec{Preset: "star", Nodes: s.ranks}
	if s.links >= 4 {
		spec.Network = "leaf-spine"
		spec.Set = append(spec.Set, fabric.Setting{Name: "leaf.nodes", Value: fabric.CountOf(1)})
	}
	if s.links == 6 {
		spec.Network = "fat-tree"
		spec.Set = append(spec.Set, fabric.Setting{Name: "pod.leaves", Value: fabric.CountOf(1)})
	}
	g, _, err := fabric.Build(spec)
	if err != nil {
		b.Fatal(err)
	}
	route, err := g.Route(0, 1, 0)
	if err != nil || len(route) != s.links {
		b.Fatalf("a route of %d links, not of %d: %v", len(route), s.links, err)
	}
	return g
}

// sweeps grow one thing at a time: ranks, each with the same chunk; then bytes; then links on a route.
var sweeps = map[string][]size{
	"message": {
		{64, 64 << 20, 2}, {128, 128 << 20, 2}, {256, 256 << 20, 2}, {512, 512 << 20, 2}, {1024, 1 << 30, 2}, {2048, 2 << 30, 2}, {4096, 4 << 30, 2},
		{256, 1 << 20, 2}, {256, 16 << 20, 2}, {256, 4 << 30, 2},
		{256, 256 << 20, 4}, {256, 256 << 20, 6},
	},
	"packet": {
		{16, 16 << 20, 2}, {32, 32 << 20, 2}, {64, 64 << 20, 2}, {128, 128 << 20, 2},
		{64, 1 << 20, 2}, {64, 4 << 20, 2}, {64, 16 << 20, 2}, {64, 256 << 20, 2},
		{64, 64 << 20, 4}, {64, 64 << 20, 6},
	},
}

// BenchmarkGrowth reports the least CPU that the executor takes to bind and play one ring, and what that is for each of
// its messages or packets. Each play is checked against the closed form, so that it is known what was measured.
func BenchmarkGrowth(b *testing.B) {
	for _, l := range levels[1:] {
		for _, s := range sweeps[l.name] {
			b.Run(l.name+"/"+s.String(), func(b *testing.B) { grow(b, l, s) })
		}
	}
}

func grow(b *testing.B, l level, s size) {
	g := s.graph(b)
	schedule := build(b, algo.AllReduce, "ring", algo.Call{Ranks: s.ranks, Bytes: s.bytes})
	chunk := s.bytes / units.Bytes(s.ranks)
	hop := g.Latency(0, 1) + units.Rate(50e9).Over(chunk)
	least, moved := int64(1<<62), int64(0)
	for range b.N {
		runtime.GC() // what others left behind is not this one's cost
		begin := processor(b)
		x, err := exec.New(exec.Config{Schedule: schedule, Graph: g, Net: l.net(g)})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := x.Play(0); err != nil {
			b.Fatal(err)
		}
		least = min(least, processor(b)-begin)
		o := x.Outcome()
		if want := units.Duration(2*(s.ranks-1)) * hop; o.Total != want {
			b.Fatalf("%d ps, the closed form says %d", int64(o.Total), int64(want))
		}
		if moved = o.Messages; l.name == "packet" {
			moved = int64(o.Payload / g.Packet)
		}
	}
	b.ReportMetric(float64(moved), l.name+"s/op")
	b.ReportMetric(float64(least), "cpu-ns/op")
	b.ReportMetric(float64(least)/float64(moved), "cpu-ns/"+l.name)
	b.ReportMetric(0, "ns/op")
}

// processor is the CPU time of this process in nanoseconds, which a busy machine stretches less than the clock.
func processor(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
