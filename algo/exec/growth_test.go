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
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// size is a ring all-reduce without software over hosts round one switch, with a line of more switches before each host
// where a message crosses more than two links.
type size struct {
	ranks int
	bytes units.Bytes
	links int
}

func (s size) String() string {
	return fmt.Sprintf("ranks=%d/bytes=%d/links=%d", s.ranks, s.bytes, s.links)
}

func (s size) graph() *fabric.Graph {
	g := &fabric.Graph{Name: "star", Packet: 4 * units.KiB, Lanes: 1, GPUsPerNode: 1, Nodes: s.ranks}
	hub := g.AddDevice(fabrictest.Box("hub"))
	for r := range s.ranks {
		at := hub
		for range s.links/2 - 1 {
			next := g.AddDevice(fabrictest.Box(fmt.Sprintf("switch%d", len(g.Devices))))
			g.Wire(at, next, fabrictest.Cable())
			at = next
		}
		gpu := g.AddDevice(fabric.Device{Kind: fabric.GPU, Name: fmt.Sprintf("gpu%d", r), Node: int32(r)})
		g.GPUs = append(g.GPUs, gpu)
		g.Wire(gpu, at, fabrictest.Cable())
	}
	return g
}

// sweeps grow one thing at a time: ranks, each with the same chunk; then bytes; then links on a route.
var sweeps = map[string][]size{
	"message": {
		{64, 64 << 20, 2}, {128, 128 << 20, 2}, {256, 256 << 20, 2}, {512, 512 << 20, 2}, {1024, 1 << 30, 2}, {2048, 2 << 30, 2}, {4096, 4 << 30, 2},
		{256, 1 << 20, 2}, {256, 16 << 20, 2}, {256, 4 << 30, 2},
		{256, 256 << 20, 4}, {256, 256 << 20, 6}, {256, 256 << 20, 8},
	},
	"packet": {
		{16, 16 << 20, 2}, {32, 32 << 20, 2}, {64, 64 << 20, 2}, {128, 128 << 20, 2},
		{64, 1 << 20, 2}, {64, 4 << 20, 2}, {64, 16 << 20, 2}, {64, 256 << 20, 2},
		{64, 64 << 20, 4}, {64, 64 << 20, 6}, {64, 64 << 20, 8},
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
	g := s.graph()
	schedule := build(b, algo.AllReduce, "ring", algo.Call{Ranks: s.ranks, Bytes: s.bytes})
	chunk := s.bytes / units.Bytes(s.ranks)
	hop := units.Duration(s.links)*100*units.Nanosecond + units.Duration(s.links-1)*200*units.Nanosecond + units.Rate(50e9).Over(chunk)
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
