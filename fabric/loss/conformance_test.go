package loss

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/message"
	"collsim/fabric/packet"
	"collsim/fabric/postal"
	"collsim/sim"
	"collsim/sim/units"
)

const us = units.Microsecond

// level is a Net to lose packets of.
type level struct {
	name  string
	inner func(*fabric.Graph) Inner
	suite fabrictest.Suite
}

var levels = []level{
	{"packet", func(g *fabric.Graph) Inner {
		return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
			return packet.New(k, g, s, packet.Options{})
		}
	}, fabrictest.Suite{Contention: true, Buffers: true}},
	{"message", func(g *fabric.Graph) Inner {
		return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return message.New(k, g, s) }
	}, fabrictest.Suite{Contention: true}},
	{"postal", func(g *fabric.Graph) Inner {
		return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return postal.New(k, g, s) }
	}, fabrictest.Suite{}},
}

// over builds a Net of a level whose links lose packets, and binds the wrapper even where they do not.
func (l level) over(p units.Probability, o Options) fabrictest.Builder {
	return func(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
		for i := range g.Links {
			g.Links[i].Loss = p
		}
		g.Retry = fabric.Retry{Timeout: 5 * us, Backoff: 1, Limit: 1000}
		n := wrap(k, g, s, o)
		inner, err := l.inner(g)(k, n)
		if err != nil {
			panic(err)
		}
		n.inner = inner
		return n
	}
}

// A wrapper that loses nothing changes nothing.
func TestConformanceWithoutLoss(t *testing.T) {
	for _, l := range levels {
		t.Run(l.name, func(t *testing.T) {
			s := l.suite
			s.Build = l.over(0, Options{Seed: 1})
			fabrictest.Run(t, s)
		})
	}
}

// Whatever is lost, every message is handed over once, in order, with parts that sum to its latency; the order of events
// decides nothing, and nothing is allocated.
func TestConformanceWithLoss(t *testing.T) {
	for _, l := range levels {
		for _, resend := range []Resend{GoBack, WholeMessage} {
			t.Run(l.name, func(t *testing.T) {
				fabrictest.Run(t, fabrictest.Suite{Build: l.over(5e6, Options{Seed: 7, Resend: resend}), Lossy: true})
			})
		}
	}
}

// What switches drop is sent again like what chance loses, and both together: every message is handed over once.
func TestConformanceWithDrops(t *testing.T) {
	build := fabrictest.Ethernet(levels[0].over(5e6, Options{Seed: 7}), fabric.Drop, 64*units.KiB, 0)
	fabrictest.Run(t, fabrictest.Suite{Build: build, Lossy: true, Shared: true})
}

// Where nothing can be lost it is the inner Net that is bound.
func TestNothingIsBoundWithoutLoss(t *testing.T) {
	g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	k := sim.New(sim.Options{})
	for _, mtu := range []units.Bytes{0, 4096, 4095} {
		g.Links[0].MTU = mtu
		g.Retry = fabric.Retry{Timeout: us, Backoff: 1}
		net, err := New(k, g, nil, Options{}, levels[1].inner(g))
		if err != nil {
			t.Fatal(err)
		}
		if _, bound := net.(*Net); bound != (mtu == 4095) {
			t.Errorf("MTU %d: wrapped %v", mtu, bound)
		}
	}
	g.Retry = fabric.Retry{}
	if _, err := New(k, g, nil, Options{}, levels[1].inner(g)); err == nil {
		t.Error("a time-out of nothing passes")
	}
}
