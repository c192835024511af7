package packet_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
)

// builder returns a Net with the given options; the fabrics of these tests are valid.
func builder(o packet.Options) fabrictest.Builder {
	return func(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
		n, err := packet.New(k, g, s, o)
		if err != nil {
			panic(err)
		}
		return n
	}
}

func trace(net fabric.Net, see func(fabrictest.Departure)) {
	net.(interface{ Trace(func(packet.Departure)) }).Trace(func(d packet.Departure) { see(fabrictest.Departure(d)) })
}

func TestConformance(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			fabrictest.Run(t, fabrictest.Suite{Build: v.build, Contention: true, Buffers: true, Trace: trace})
		})
	}
}

// The reference satisfies what it is a reference for, as far as it can be seen without a trace. It does allocate.
func TestPlainConformance(t *testing.T) {
	fabrictest.Run(t, fabrictest.Suite{Build: buildPlain, Contention: true, Buffers: true})
}
