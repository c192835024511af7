package flow_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/flow"
	"collsim/sim"
)

func build(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
	n, err := flow.New(k, g, s)
	if err != nil {
		panic(err)
	}
	return n
}

func TestConformance(t *testing.T) {
	fabrictest.Run(t, fabrictest.Suite{Build: build, Contention: true})
}
