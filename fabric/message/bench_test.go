package message_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/message"
	"collsim/sim"
	"collsim/sim/units"
)

// relay sends a message on from each rank that one has reached, as rings and pipelines do.
type relay struct {
	kernel *sim.Kernel
	net    *message.Net
	id     sim.HandlerID
	paths  []fabric.PathID
	bytes  units.Bytes
	left   int
}

func (r *relay) Deliver(tag uint32, at units.Time, _ *fabric.Transit) {
	if r.left > 0 {
		r.left--
		r.kernel.At(at, tag, r.id, 0, uint64(tag))
	}
}

func (r *relay) Handle(_ units.Time, _ uint16, arg uint64) {
	next := uint32(arg+1) % uint32(len(r.paths))
	r.net.Send(fabric.Message{Path: r.paths[arg], Bytes: r.bytes, Tag: next})
}

func benchmark(b *testing.B, g *fabric.Graph, routes [][]fabric.LinkID, bytes units.Bytes, window int) {
	k := sim.New(sim.Options{})
	r := &relay{kernel: k, bytes: bytes, left: b.N}
	n, err := message.New(k, g, r)
	if err != nil {
		b.Fatal(err)
	}
	r.net, r.id = n, k.Register(r)
	for _, route := range routes {
		r.paths = append(r.paths, n.Path(route))
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range routes {
		for range window {
			r.Handle(0, 0, uint64(i))
		}
	}
	if _, err := k.Run(0); err != nil {
		b.Fatal(err)
	}
	hops := 0
	for i := range g.Links {
		hops += int(n.Counters(fabric.LinkID(i)).Packets)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(hops), "ns/hop")
	b.ReportMetric(float64(k.Fired())/float64(hops), "events/hop")
}

func ring(n int, cable fabric.Link) (*fabric.Graph, [][]fabric.LinkID) {
	g := fabrictest.Star(n, cable, fabrictest.Box("hub"))
	var routes [][]fabric.LinkID
	for i := range n {
		routes = append(routes, fabrictest.StarRoute(i, (i+1)%n))
	}
	return g, routes
}

func nvlink() fabric.Link {
	l := fabrictest.Cable()
	l.Rate, l.Frame, l.Header, l.Latency = 450e9, 256, 16, 250*units.Nanosecond
	return l
}

// The events of the relay itself, one a message, are part of every figure.
func BenchmarkRing64(b *testing.B) {
	g, routes := ring(64, nvlink())
	benchmark(b, g, routes, 64*units.KiB, 1)
}

func BenchmarkRing64OddBytes(b *testing.B) {
	g, routes := ring(64, nvlink())
	benchmark(b, g, routes, 64*units.KiB+77, 1)
}

func BenchmarkRing4096(b *testing.B) {
	g, routes := ring(4096, nvlink())
	benchmark(b, g, routes, 64*units.KiB, 1)
}

func BenchmarkPermutation128(b *testing.B) {
	t := fabrictest.LeafSpine(16, 8, 4, nvlink(), fabrictest.Box("box"))
	var routes [][]fabric.LinkID
	for i := range 128 {
		routes = append(routes, t.Route(i, (i*37+11)%128, i%4))
	}
	benchmark(b, t.Graph, routes, 64*units.KiB, 4)
}
