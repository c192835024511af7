package host_test

import (
	"fmt"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// MPI on a slower core: what a message costs, and which setting was in vain.
func Example() {
	costs, remarks, err := host.Bind("mpi", []fabric.Setting{
		{Name: "host.core.clock", Value: fabric.FrequencyOf(2e9)},
		{Name: "host.register.page", Value: fabric.DurationOf(0)},
	})
	fmt.Println("posting takes", costs.Post, err)
	fmt.Println("10,000 bytes ask first:", costs.Asks(10_000))
	for _, r := range remarks {
		fmt.Println(r.Where, r.Text)
	}
	// Output:
	// posting takes 1 us <nil>
	// 10,000 bytes ask first: true
	// set.host.register.page changed nothing: library mpi does not use it here
}

// NCCL by protocol LL on a machine whose launches are known: half of what links carry is flags.
func ExampleUse() {
	use := host.Use{Protocol: host.LL, Defaults: []fabric.Setting{
		{Name: "host.launch", Value: fabric.DurationOf(7 * units.Microsecond)},
		{Name: "host.nccl.link.efficiency", Value: fabric.ProbabilityOf(800_000_000)},
	}}
	costs, err := use.Costs("nccl", nil)
	fmt.Println("a launch takes", costs.Launch, err)
	fmt.Println("8 bytes take as much of a link as", int64(costs.Wire.Of(8)))
	// Output:
	// a launch takes 7 us <nil>
	// 8 bytes take as much of a link as 20
}
