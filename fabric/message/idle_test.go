package message_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"collsim/fabric"
	"collsim/fabric/message"
	"collsim/fabric/postal"
	"collsim/sim"
	"collsim/sim/units"
)

// chain is a fabric of two GPUs and the devices between them, with the route across.
type chain struct {
	graph fabric.Graph
	route []fabric.LinkID
}

func newChain(packet units.Bytes, latencies []units.Duration, links []fabric.Link) *chain {
	c := &chain{graph: fabric.Graph{Name: "chain", Packet: packet, Lanes: 1}}
	at := c.graph.AddDevice(fabric.Device{Kind: fabric.GPU, Name: "source"})
	for i, l := range links {
		d := fabric.Device{Kind: fabric.Switch, Name: "switch", Latency: latencies[i]}
		if i == len(links)-1 {
			d = fabric.Device{Kind: fabric.GPU, Name: "sink", Latency: latencies[i]}
		}
		l.From, l.To = at, c.graph.AddDevice(d)
		at = l.To
		c.route = append(c.route, c.graph.AddLink(l))
	}
	return c
}

// arrival is what a sink is told.
type arrival struct {
	tag     uint32
	at      units.Time
	transit fabric.Transit
}

type inbox []arrival

func (b *inbox) Deliver(tag uint32, at units.Time, t *fabric.Transit) {
	*b = append(*b, arrival{tag, at, *t})
}

type builder func(*sim.Kernel, *fabric.Graph, fabric.Sink) (fabric.Net, error)

func messages(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) (fabric.Net, error) {
	return message.New(k, g, s)
}

func postals(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) (fabric.Net, error) {
	return postal.New(k, g, s)
}

// lone sends messages of the given sizes over the chain at instant 0.
func (c *chain) lone(t *testing.T, build builder, sizes ...units.Bytes) inbox {
	t.Helper()
	var got inbox
	k := sim.New(sim.Options{})
	n, err := build(k, &c.graph, &got)
	if err != nil {
		t.Fatal(err)
	}
	p := n.Path(c.route)
	for i, s := range sizes {
		n.Send(fabric.Message{Path: p, Bytes: s, Tag: uint32(i)})
	}
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	if err := n.Settled(); err != nil {
		t.Fatal(err)
	}
	if len(got) != len(sizes) {
		t.Fatalf("%d messages sent, %d delivered", len(sizes), len(got))
	}
	return got
}

// clear reports whether the time of a full packet differs between any two links by nothing or by 2 ps or more.
func (c *chain) clear() bool {
	times := make([]*big.Rat, len(c.route))
	for i, id := range c.route {
		l := &c.graph.Links[id]
		times[i] = new(big.Rat).Mul(
			big.NewRat(int64(l.Wire(c.graph.Packet)), 1),
			new(big.Rat).SetFrac(big.NewInt(1e12), new(big.Int).SetUint64(uint64(l.Rate))))
	}
	for i := range times {
		for j := range i {
			d := new(big.Rat).Sub(times[i], times[j])
			if d.Sign() != 0 && d.Abs(d).Cmp(big.NewRat(2, 1)) < 0 {
				return false
			}
		}
	}
	return true
}

var framings = [][2]units.Bytes{{0, 0}, {256, 16}, {256, 24}, {4096, 30}, {4096, 66}, {512, 1}, {100, 7}}

var rates = []units.Rate{450e9, 300e9, 63e9, 50e9, 25e9, 12_500_000_000, 900e9, 3_200e9 / 8, 31_500_000_000}

func randomChain(r *rand.Rand, rate func() units.Rate) *chain {
	hops := 1 + r.IntN(6)
	var links []fabric.Link
	var latencies []units.Duration
	for range hops {
		f := framings[r.IntN(len(framings))]
		links = append(links, fabric.Link{Rate: rate(), Latency: units.Duration(1 + r.IntN(2_000_000)), Frame: f[0], Header: f[1]})
		latencies = append(latencies, units.Duration(r.IntN(500_000)))
	}
	return newChain(units.Bytes(1+r.IntN(8192)), latencies, links)
}

func TestIdle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := []func() units.Rate{
		func() units.Rate { return rates[r.IntN(len(rates))] },
		func() units.Rate { return units.Rate(1e9 + r.Int64N(1e12)) },
		func() units.Rate { return units.Rate(50e9 + r.Int64N(100e6)) },
		func() units.Rate { return units.Rate(1e12 + r.Int64N(1e13)) },
	}
	var clear, muddy int
	worst := units.Duration(0)
	for i := range 40000 {
		c := randomChain(r, kinds[i%len(kinds)])
		size := units.Bytes(r.Int64N(int64(c.graph.Packet) * (1 + r.Int64N(40))))
		if i%5 == 0 {
			size -= size % c.graph.Packet
		}
		want, got := c.lone(t, postals, size)[0], c.lone(t, messages, size)[0]
		if c.clear() {
			clear++
			if got != want {
				t.Fatalf("chain %d: %d bytes in packets of %d over %+v:\n got %+v\nwant %+v", i, size, c.graph.Packet, c.graph.Links, got, want)
			}
			continue
		}
		muddy++
		if d := got.at.Sub(want.at); d > worst || -d > worst {
			worst = max(d, -d)
			t.Logf("chain %d: %d hops, %d bytes / %d, off by %d", i, len(c.route), size, c.graph.Packet, d)
		}
	}
	t.Logf("%d clear, %d not, worst %d ps", clear, muddy, worst)
}
