package fabric_test

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

// spoiled is a chain gpu0 > switch0 > gpu1 with the link each way; spoil damages it.
func spoiled(spoil func(*fabric.Graph)) *fabric.Graph {
	g := &fabric.Graph{Name: "spoiled", Packet: 4 * units.KiB}
	a := g.AddDevice(fabric.Device{Kind: fabric.GPU, Name: "gpu0"})
	s := g.AddDevice(fabric.Device{Kind: fabric.Switch, Name: "switch0"})
	b := g.AddDevice(fabric.Device{Kind: fabric.GPU, Name: "gpu1"})
	cable := fabric.Link{Rate: 50e9, Latency: 100 * units.Nanosecond, Frame: 4096, Header: 30}
	g.Wire(a, s, cable)
	g.Wire(s, b, cable)
	spoil(g)
	return g
}

func wantAll(t *testing.T, err error, words ...string) {
	t.Helper()
	if len(words) == 0 && err != nil {
		t.Fatal(err)
	}
	for _, w := range words {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("the error does not say %q: %v", w, err)
		}
	}
}

func TestCheckLinks(t *testing.T) {
	wantAll(t, spoiled(func(*fabric.Graph) {}).CheckLinks())
	all := spoiled(func(g *fabric.Graph) {
		g.Packet = 0
		g.Links[0].Rate = 0
		g.Links[1].Latency = 0
		g.Links[2].Latency = -1
		g.Links[3].Header = -30
		g.Devices[1].Latency = -7
	})
	wantAll(t, all.CheckLinks(), "packet is 0 bytes", "gpu0>switch0: the rate is zero", "switch0>gpu0: the latency is 0 ps",
		"switch0>gpu1: the latency is -1 ps", "gpu1>switch0: frames of 4096 + -30 bytes", "device switch0: the latency is -7 ps")
	wantAll(t, spoiled(func(g *fabric.Graph) { g.Links[0].Rate, g.Links[0].Down = 0, true }).CheckLinks())
}

func TestCheckRoute(t *testing.T) {
	g := spoiled(func(g *fabric.Graph) { g.Links[3].Down = true })
	wantAll(t, g.CheckRoute([]fabric.LinkID{0, 2}))
	wantAll(t, g.CheckRoute(nil), "at least one link")
	wantAll(t, g.CheckRoute([]fabric.LinkID{3, 1}), "gpu1>switch0 is down")
	wantAll(t, g.CheckRoute([]fabric.LinkID{2}), "switch0>gpu1: a route starts at a GPU")
	wantAll(t, g.CheckRoute([]fabric.LinkID{0}), "gpu0>switch0: a route ends at a GPU")
	wantAll(t, g.CheckRoute([]fabric.LinkID{0, 1, 2}), "switch0>gpu1 does not start where switch0>gpu0 ends")
	wantAll(t, g.CheckRoute([]fabric.LinkID{0, 1, 0, 2}), "gpu0>switch0: a route starts at a GPU and passes through none")
}

func TestCut(t *testing.T) {
	g := &fabric.Graph{Packet: 4096}
	for _, c := range []struct {
		payload units.Bytes
		packets int64
		last    units.Bytes
	}{{0, 1, 0}, {1, 1, 1}, {4096, 1, 4096}, {4097, 2, 1}, {8192, 2, 4096}, {12287, 3, 4095}} {
		if packets, last := g.Cut(c.payload); packets != c.packets || last != c.last {
			t.Errorf("%d bytes are %d packets, the last of %d; want %d, %d", c.payload, packets, last, c.packets, c.last)
		}
	}
}

func TestQuicker(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	time := func(n units.Bytes, rate units.Rate) *big.Rat {
		return new(big.Rat).SetFrac(big.NewInt(int64(n)), new(big.Int).SetUint64(uint64(rate)))
	}
	for range 20000 {
		n, m := units.Bytes(r.Int64()>>r.IntN(63)), units.Bytes(r.Int64()>>r.IntN(63))
		a, b := units.Rate(1+r.Uint64()>>r.IntN(60)), units.Rate(1+r.Uint64()>>r.IntN(60))
		if r.IntN(4) == 0 {
			n, a, m, b = 6*(n/8), 6*(a/8)+6, 3*(n/8), 3*(a/8)+3 // equal
		}
		if got, want := fabric.Quicker(n, a, m, b), time(n, a).Cmp(time(m, b)) < 0; got != want {
			t.Fatalf("%d B at %d B/s against %d B at %d B/s: quicker is %v", n, a, m, b, got)
		}
	}
}
