package packet_test

import (
	"runtime"
	"testing"
	"time"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim"
	"collsim/sim/units"
)

// measured is a work that is measured, and the same traffic over switches that go by credit.
type measured struct {
	name         string
	work, credit work
}

func measuredWorks() []measured {
	incast, permutation := incastWork, permutationWork
	return []measured{
		{"ring64", ringOf(64, units.MiB), work{}},
		{"incast32", incast(), work{}},
		{"incast32-pause", switched(incast(), fabric.Pause, fabric.Marking{}, fabric.DCQCN{}), incast()},
		{"incast32-drop", switched(incast(), fabric.Drop, fabric.Marking{}, fabric.DCQCN{}), incast()},
		{"incast32-ecn", switched(incast(), fabric.Pause, marking, slowing), incast()},
		{"permutation128", permutation(), work{}},
		{"permutation128-pause", switched(permutation(), fabric.Pause, fabric.Marking{}, fabric.DCQCN{}), permutation()},
		{"permutation128-lanes", classed(permutation(), 3), permutation()},
		{"permutation128-adaptive-message", routed(permutation(), fabric.AdaptiveMessage), permutation()},
		{"permutation128-adaptive-packet", routed(permutation(), fabric.AdaptivePacket), permutation()},
	}
}

// gauge is the least time that each batch of a work's events has taken so far. A run is the same every time, so a machine
// that is busy with something else now and then does not show: some turn of each batch was left alone.
type gauge struct {
	batches []time.Duration
	events  uint64 // a batch
	hops    int64
	end     units.Time
}

// batch is about so many packet-hops that one takes well below a time slice, however few events they have.
const batch = 250

func (g *gauge) play(w work, build fabrictest.Builder) {
	if g.events == 0 {
		d, k := w.play(build)
		g.events = max(1, k.Fired()*batch/uint64(d.hops()))
	}
	runtime.GC() // what others left behind is not this one's cost
	k := sim.New(sim.Options{})
	d := w.set(k, build)
	i := 0
	took := func(since time.Time) {
		if t := time.Since(since); i == len(g.batches) {
			g.batches = append(g.batches, t)
		} else {
			g.batches[i] = min(g.batches[i], t)
		}
		i++
	}
	start := time.Now()
	d.begin()
	took(start)
	for more := true; more; {
		start, err := time.Now(), error(nil)
		if more, err = k.Run(g.events); err != nil {
			panic(err)
		}
		took(start)
	}
	g.hops, g.end = d.hops(), d.end
}

// ns is what a packet-hop takes.
func (g *gauge) ns() float64 {
	sum := time.Duration(0)
	for _, t := range g.batches {
		sum += t
	}
	return float64(sum) / float64(g.hops)
}

// BenchmarkPorts measures every work with every variant and the plain ports in turn, and reports the least time a
// packet-hop, its ratio to that of the plain ports, and its ratio to that of the same ports with the same traffic and plain
// credit, which is measured in turn as well.
func BenchmarkPorts(b *testing.B) {
	for _, w := range measuredWorks() {
		b.Run(w.name, func(b *testing.B) {
			plain, gauges, credit := gauge{}, make([]gauge, len(variants)), make([]gauge, len(variants))
			for range b.N {
				plain.play(w.work, buildPlain)
				for i, v := range variants {
					if gauges[i].play(w.work, v.build); gauges[i].end != plain.end {
						b.Fatalf("%s ends at %d, plain at %d", v.name, gauges[i].end, plain.end)
					}
					if w.credit.graph != nil {
						credit[i].play(w.credit, v.build)
					}
				}
			}
			b.ReportMetric(plain.ns(), "plain-ns/hop")
			for i, v := range variants {
				b.ReportMetric(gauges[i].ns(), v.name+"-ns/hop")
				b.ReportMetric(gauges[i].ns()/plain.ns(), v.name+"/plain")
				if w.credit.graph != nil {
					b.ReportMetric(gauges[i].ns()/credit[i].ns(), v.name+"/credit")
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
