package fabrictest

import (
	"testing"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Builder returns a Net over g that delivers to s and keeps time by k. It panics on a graph that the model refuses; the
// suite hands it none that has a link without rate, latency or room for two packets.
type Builder func(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net

// Suite says how to build the model under test and what it claims.
type Suite struct {
	Build      Builder
	Contention bool // messages of different ranks wait for one another at links
	Buffers    bool // buffers at the far ends of links are finite, so that a slow port stops those behind it
	Lossy      bool // packets get lost and are sent again: nothing takes the time that it takes alone, and bytes cross again
	Shared     bool // switches are short of memory, which links share: flows without a link in common do influence one another
	// Trace makes net show each packet that leaves a port. nil = the model has no packets to show, and the checks of
	// single links and buffers are left out.
	Trace func(net fabric.Net, see func(Departure))
}

// Departure is one packet leaving one port, as a model with packets decided it.
type Departure struct {
	Link       fabric.LinkID
	From       fabric.LinkID // the link it came by; -1 = this is its source
	Lane       uint8
	FromLane   uint8       // of From
	Tag        uint32      // of its message
	Wire       units.Bytes // on Link
	Held       units.Bytes // on From: what its leaving gives back to the buffer there
	Eligible   units.Time  // from when on it might have left
	Start, End units.Time  // of its bytes on the wire
}

// Run runs every check that s claims to satisfy, each as a subtest.
func Run(t *testing.T, s Suite) {
	if !s.Lossy {
		t.Run("alone", s.alone)
		t.Run("empty", s.empty)
		t.Run("once", s.once)
		t.Run("incast", s.incast)
		t.Run("owners", s.owners)
	}
	t.Run("order", s.order)
	if !s.Shared {
		t.Run("disjoint", s.disjoint)
	}
	t.Run("ties", s.ties)
	t.Run("repeat", s.repeat)
	if s.observed() && !s.Shared { // the first attempt of a message may end half way
		t.Run("places", s.places)
	}
	t.Run("allocations", s.allocations)
	if s.Buffers {
		t.Run("shallow", s.shallow)
	}
	if s.Trace != nil {
		t.Run("links", s.links)
		t.Run("idleness", s.idleness)
		if s.observed() {
			t.Run("ports", s.ports)
		}
	}
	if s.Trace != nil && s.Buffers {
		t.Run("depth", s.depth)
	}
}
