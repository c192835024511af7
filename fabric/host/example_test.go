package host_test

import (
	"fmt"

	"collsim/fabric"
	"collsim/fabric/host"
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
