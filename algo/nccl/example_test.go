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
		fmt.Printf("%s/%v on %d channels in chunks of %d bytes\n", c.Algorithm, c.Protocol, c.Channels, c.Chunk)
		fmt.Println(c.Why)
	}
	// Output:
	// ring/ll on 1 channels in chunks of 32768 bytes
	// NCCL 2.29.2 expects 15.0 us of Ring/LL and 15.2 us of the next, Tree/LL
	// ring/ll on 24 channels in chunks of 32768 bytes
	// NCCL 2.29.2 expects 28.0 us of Ring/LL and 28.9 us of the next, NVLS/Simple
	// nvls/simple on 16 channels in chunks of 131072 bytes
	// NCCL 2.29.2 expects 3972.6 us of NVLS/Simple and 5275.6 us of the next, Ring/Simple
}
