package loss_test

import (
	"fmt"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/loss"
	"collsim/fabric/message"
	"collsim/sim"
	"collsim/sim/units"
)

// A message of 1 MiB over two links, on the first of which half a percent of the packets is lost.
func Example() {
	g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Links[0].Loss = 5_000_000
	g.Retry = fabric.Retry{Timeout: 500 * units.Microsecond, Backoff: 2, Limit: 7}
	k := sim.New(sim.Options{})
	net, err := loss.New(k, g, printer{}, loss.Options{Seed: 5}, func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
		return message.New(k, g, s)
	})
	if err != nil {
		panic(err)
	}
	net.Send(fabric.Message{Path: net.Path(fabrictest.StarRoute(0, 1)), Bytes: units.MiB})
	if _, err := k.Run(0); err != nil {
		panic(err)
	}
	c := net.Counters(0)
	fmt.Println(c.Lost, "lost,", c.Resent, "of 256 sent again")
	// Output:
	// 20.97 us of serialize, 504.3 us of retransmit
	// 1 lost, 48 of 256 sent again
}

type printer struct{}

func (printer) Deliver(_ uint32, _ units.Time, t *fabric.Transit) {
	fmt.Println(t.Serialize.Short(), "of serialize,", t.Retransmit.Short(), "of retransmit")
}
