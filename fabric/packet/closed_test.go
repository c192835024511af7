package packet_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim/units"
)

// alone sends one message over a chain of the given cables and returns its transit.
func alone(t *testing.T, cables []fabric.Link, box fabric.Device, bytes units.Bytes) fabric.Transit {
	t.Helper()
	g := fabrictest.Chain(cables, box)
	post := fabrictest.Post{Route: fabrictest.ChainRoute(len(cables)), Bytes: bytes}
	return fabrictest.Play(t, builder(packet.Options{}), g, []fabrictest.Post{post}, 0, nil).Arrivals[0].Transit
}

// n packets of p bytes alone take sum(L) + sum(D) + p/R0 + sum max(0, p/Ri - p/Ri-1) + (n-1) p/Rmin, where a packet takes
// a whole number of picoseconds everywhere.
func TestClosedFormOfWholePackets(t *testing.T) {
	rates := []units.Rate{32e9, 64e9, 128e9, 256e9, 512e9, 40_960e6, 4096e6}
	d := fabrictest.NewDraw(1)
	const p = 4 * units.KiB
	for range 2000 {
		box := fabrictest.Box("box")
		box.Queueing, box.Arbitration = fabric.Queueing(d.Below(2)), fabric.Arbitration(d.Below(2))
		cables := make([]fabric.Link, 1+d.Below(6))
		n := units.Bytes(1 + d.Below(200))
		var want, propagate units.Duration
		slowest := units.Duration(0)
		for i := range cables {
			cables[i] = fabric.Link{Rate: rates[d.Below(len(rates))], Latency: units.Duration(1 + d.Below(400_000)), Buffer: 4 * units.MiB}
			propagate += cables[i].Latency
			span := cables[i].Rate.Over(p)
			if slowest = max(slowest, span); i == 0 {
				want = span
				continue
			}
			propagate += box.Latency
			want += max(0, span-cables[i-1].Rate.Over(p))
		}
		want += units.Duration(n-1) * slowest
		got := alone(t, cables, box, n*p)
		if got != (fabric.Transit{Serialize: want, Propagate: propagate}) {
			t.Fatalf("%d packets over %+v: serialize %d, propagate %d, got %+d", n, cables, want, propagate, got)
		}
	}
}

// On equal rates that divide nothing, a message takes its bytes over the rate, rounded once, and the latencies.
func TestClosedFormOfEqualRates(t *testing.T) {
	d := fabrictest.NewDraw(2)
	for range 500 {
		rate := 1e9 + 1_000_003*units.Rate(d.Below(900_000))
		cables := make([]fabric.Link, 1+d.Below(5))
		bytes := units.Bytes(1 + d.Below(3_000_000))
		propagate := units.Duration(len(cables)-1) * fabrictest.Box("box").Latency
		for i := range cables {
			cables[i] = fabric.Link{Rate: rate, Latency: units.Duration(1 + d.Below(400_000)), Buffer: 4 * units.MiB}
			propagate += cables[i].Latency
		}
		got := alone(t, cables, fabrictest.Box("box"), bytes)
		if got != (fabric.Transit{Serialize: rate.Over(bytes), Propagate: propagate}) {
			t.Fatalf("%d bytes at %d B/s over %+v: serialize %d, propagate %d, got %+d", bytes, uint64(rate), cables, rate.Over(bytes), propagate, got)
		}
	}
}

// A buffer of m packets lets m packets leave a credit loop of 2L + D and one packet's time, which caps the rate of a lone
// flow once m packets take less. All of the loss is want of credit, at the first port.
func TestCreditLoopCapsALoneFlow(t *testing.T) {
	const p, n = 4 * units.KiB, 100
	cable, box := fabrictest.Cable(), fabrictest.Box("hub")
	span := cable.Rate.Over(p)
	loop := 2*cable.Latency + box.Latency + span
	capped := 0
	for m := units.Bytes(1); m <= 16; m++ {
		cable.Buffer = m * p
		g := fabrictest.Star(2, cable, box)
		post := fabrictest.Post{Route: fabrictest.StarRoute(0, 1), Bytes: n * p}
		played := fabrictest.Play(t, builder(packet.Options{}), g, []fabrictest.Post{post}, 0, nil)

		round := max(loop, units.Duration(m)*span)
		last := units.Duration((n-1)/m)*round + units.Duration((n-1)%m)*span
		want := fabric.Transit{Serialize: n * span, Propagate: 2*cable.Latency + box.Latency}
		want.Backpressure = last + span - want.Serialize
		if got := played.Arrivals[0].Transit; got != want {
			t.Fatalf("buffers of %d packets: %+d, want %+d", m, got, want)
		}
		if got := played.Net.Counters(post.Route[0]).Starved; got != want.Backpressure {
			t.Fatalf("buffers of %d packets: the first port starved for %d, the message for %d", m, got, want.Backpressure)
		}
		capped += int(min(1, want.Backpressure))
	}
	if capped == 0 || capped == 16 {
		t.Fatalf("%d of 16 depths cap the flow: the loop is not in between", capped)
	}
}
