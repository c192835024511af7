package loss

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim"
	"collsim/sim/units"
)

// BenchmarkMessage is what a message of one packet costs over two links, bare and with both links able to lose it.
func BenchmarkMessage(b *testing.B) {
	for _, c := range []struct {
		name string
		loss units.Probability
	}{{"bare", 0}, {"lossy", 1}} {
		b.Run(c.name, func(b *testing.B) { play(b, c.loss, size) })
	}
}

// BenchmarkPackets is the same for a message of 1,024 packets.
func BenchmarkPackets(b *testing.B) {
	b.Run("lossy", func(b *testing.B) { play(b, 1, 1024*size) })
}

func play(b *testing.B, p units.Probability, bytes units.Bytes) {
	g := two(fabric.Retry{Timeout: timeout, Backoff: 1, Limit: 7})
	g.Links[0].Loss, g.Links[3].Loss = p, p
	k := sim.New(sim.Options{})
	net, err := New(k, g, nowhere{}, Options{}, levels[1].inner(g))
	if err != nil {
		b.Fatal(err)
	}
	path := net.Path(fabrictest.StarRoute(0, 1))
	for b.Loop() {
		net.Send(fabric.Message{Path: path, Bytes: bytes})
		if _, err := k.Run(0); err != nil {
			b.Fatal(err)
		}
	}
}

type nowhere struct{}

func (nowhere) Deliver(uint32, units.Time, *fabric.Transit) {}
