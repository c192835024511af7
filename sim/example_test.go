package sim_test

import (
	"fmt"

	"collsim/sim"
	"collsim/sim/units"
)

// pingPong sends a token back and forth, 100 ns each way.
type pingPong struct {
	kernel *sim.Kernel
	id     sim.HandlerID
	left   int
}

func (p *pingPong) Handle(now units.Time, _ uint16, side uint64) {
	if p.left--; p.left > 0 {
		p.kernel.At(now.Add(100*units.Nanosecond), 0, p.id, 0, 1-side)
	}
}

func Example() {
	p := &pingPong{kernel: sim.New(sim.Options{}), left: 5}
	p.id = p.kernel.Register(p)
	p.kernel.At(0, 0, p.id, 0, 0)
	if _, err := p.kernel.Run(0); err != nil {
		fmt.Println(err)
	}
	fmt.Println(p.kernel.Fired(), "events,", p.kernel.Now())
	// Output: 5 events, 400 ns
}
