package nccl_test

import (
	"fmt"

	"collsim/algo"
	"collsim/algo/nccl"
	"collsim/sim/units"
)

func Example() {
	gpu, _ := nccl.FindGPU("h100")
	version, _ := nccl.ParseVersion("2.29.2")
	t, err := nccl.Tune(nccl.System{Ranks: 8, GPU: gpu}, version, nccl.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range []units.Bytes{units.KiB, units.MiB, units.GiB} {
		c, _ := t.Choose(algo.AllReduce, n)
		fmt.Printf("%s/%v on %d channels: %s\n", c.Algorithm, c.Protocol, c.Channels, c.Why)
	}
	// Output:
}
