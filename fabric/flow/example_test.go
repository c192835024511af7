package flow_test

import (
	"fmt"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/flow"
	"collsim/sim"
	"collsim/sim/units"
)

// printer prints what arrives.
type printer struct{}

func (printer) Deliver(tag uint32, at units.Time, t *fabric.Transit) {
	fmt.Printf("message %d at %d ps: serialize %d, propagate %d, queue %d\n", tag, int64(at), int64(t.Serialize), int64(t.Propagate), int64(t.Queue))
}

// Two ranks send to a third over one switch, 50 GB/s, cables of 100 ns, switch of 200 ns. They share its port until the
// smaller message is through; the larger one then has it alone.
func Example() {
	k := sim.New(sim.Options{})
	g := fabrictest.Star(3, fabrictest.Cable(), fabrictest.Box("hub"))
	n, err := flow.New(k, g, printer{})
	if err != nil {
		panic(err)
	}
	for rank := range 2 {
		path := n.Path(fabrictest.StarRoute(rank, 2))
		n.Send(fabric.Message{Path: path, Bytes: units.Bytes(1+rank) * 50 * units.KB, Tag: uint32(rank)})
	}
	if _, err := k.Run(0); err != nil {
		panic(err)
	}
	// Output:
	// message 0 at 2400000 ps: serialize 1000000, propagate 400000, queue 1000000
	// message 1 at 3400000 ps: serialize 2000000, propagate 400000, queue 1000000
}
