package fabric

import (
	"slices"

	"collsim/sim/units"
)

// copying are the parameters of the copy engines of GPUs.
func copying() []Parameter {
	return []Parameter{
		{Name: "gpu.copy-rate", Quantity: RateQuantity, Auto: true, Least: slowest, Most: fastest,
			Doc: "Bytes a second that a GPU's copy engines move each way between its memory and its links, for all messages together; waiting for them is booked as arbitrate. " +
				"Auto is faster than all links of the GPU.",
			Defaults: everywhere(Value{Quantity: RateQuantity, Int: Auto}, choice+": GPU memory moves 0.9 TB/s (V100) to 8 TB/s (B200), several times what all links do (NVIDIA data sheets)",
				"as used: a channel of NCCL copies 20 to 40 GB/s")},
		{Name: "gpu.memory-share", Quantity: ProbabilityQuantity, Most: int64(units.Certain),
			Doc: "The part of a GPU's computing that stands still while its copy engines move bytes, each way by itself: communication that overlaps computing slows it. " +
				"The time that is lost is booked as arbitrate. It needs a gpu.copy-rate.",
			Defaults: everywhere(ProbabilityOf(0), choice+": computing that does not notice", "0 to 50 %: kernels bound by memory slow down more than those bound by arithmetic, and by the SMs that copying takes")},
	}
}

// engines are the ways through the copy engines of a GPU: out of its memory, and into it.
type engines struct {
	out, in [2]LinkID // to the engine and back; the one that moves at its rate is the second, and the first
}

// Engines are the links that stand for the copy engines of a rank, out of its memory and into it; ok is false where
// messages do not queue for any.
func (g *Graph) Engines(rank int) (out, in LinkID, ok bool) {
	if g.engines == nil {
		return 0, 0, false
	}
	e := &g.engines[rank]
	return e.out[1], e.in[0], true
}

// Relays tells whether packets pass GPUs: those of others with PXN, or the engines of their own.
func (g *Graph) Relays() bool { return g.PXN || g.engines != nil }

// burden reads how much computing slows down.
func (b *builder) burden() {
	if b.graph.engines != nil {
		b.graph.MemoryShare = units.Probability(b.value("gpu.memory-share").Int)
	}
}

// engine gives a GPU, the next rank, copy engines, where these have a rate. Asking one costs a picosecond each way, and
// there is room for all that asks.
func (b *builder) engine(gpu DeviceID) {
	g, rate := b.graph, b.value("gpu.copy-rate").Int
	if rate == Auto {
		return
	}
	asked := Link{Medium: "copy", Rate: fastest, Latency: 1}
	moved := Link{Medium: "copy", Rate: units.Rate(rate), Latency: 1, Shared: true}
	var e engines
	for i, l := range []*[2]LinkID{&e.out, &e.in} {
		d := g.Devices[gpu]
		at := g.AddDevice(Device{Kind: Memory, Node: d.Node, Name: d.Name + []string{"-out", "-in"}[i]})
		first, second := asked, moved
		if i == 1 {
			first, second = moved, asked
		}
		l[0], l[1] = b.half(first, gpu, at), b.half(second, at, gpu)
	}
	g.engines = append(g.engines, e)
}

// half adds a link one way, with room for all that comes where it leads to memory.
func (b *builder) half(l Link, from, to DeviceID) LinkID {
	l.From, l.To = from, to
	l.Buffer = b.deep(&l)
	return b.graph.AddLink(l)
}

// copied leads a way between two ranks out of the memory of one and into that of the other.
func (g *Graph) copied(src, dst int, way []LinkID) []LinkID {
	if g.engines == nil || len(way) == 0 {
		return way
	}
	return slices.Concat(g.engines[src].out[:], way, g.engines[dst].in[:])
}

// owned gives the copy engines of GPUs to the parts of these.
func (g *Graph) owned(part []int32) {
	for r, e := range g.engines {
		part[g.Links[e.out[0]].To], part[g.Links[e.in[0]].To] = part[g.GPUs[r]], part[g.GPUs[r]]
	}
}
