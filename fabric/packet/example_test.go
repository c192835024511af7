package packet_test

import (
	"fmt"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// printer is a sink that prints what arrives.
type printer struct{}

func (printer) Deliver(tag uint32, at units.Time, t *fabric.Transit) {
	fmt.Printf("message %d at %v: serialize %v, propagate %v, queue %v\n", tag, at, t.Serialize, t.Propagate, t.Queue)
}

// Two ranks send 1 MiB each to a third: its port sends their packets in turn.
func Example() {
	star := fabrictest.Star(3, fabrictest.Cable(), fabrictest.Box("switch"))
	k := sim.New(sim.Options{})
	net, err := packet.New(k, star, printer{}, packet.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for r := range 2 {
		path := net.Path(fabrictest.StarRoute(r, 2))
		net.Send(fabric.Message{Path: path, Bytes: units.MiB, Tag: uint32(r)})
	}
	if _, err := k.Run(0); err != nil {
		fmt.Println(err)
	}
	fmt.Println(net.Settled())
	// Output:
	// message 0 at 42.26 us: serialize 20.97 us, propagate 400 ns, queue 20.89 us
	// message 1 at 42.34 us: serialize 20.97 us, propagate 400 ns, queue 20.97 us
	// <nil>
}
