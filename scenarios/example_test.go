package scenarios_test

import (
	"fmt"

	"collsim/scenarios"
	"collsim/sim/units"
)

// Two algorithms for the same barrier, and what is expected of them.
func Example() {
	file, err := scenarios.Load("barrier.yaml", []byte(`
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 8}
collective: barrier
library: raw
variants:
  dissemination: {algorithm: dissemination}
  tree: {algorithm: tree}
expect:
  dissemination: {rounds: 3, total: 1.2 us}
  tree: {rounds: 6, total: {is: 2 x dissemination.total}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := file.Run(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.Variant, r.Total, "in", r.Rounds, "rounds")
	}
	fmt.Println(len(file.Check(results)), "expectations failed")
	// Output:
	// dissemination 1.2 us in 3 rounds
	// tree 2.4 us in 6 rounds
	// 0 expectations failed
}

// How long NCCL takes at some sizes, and what it takes them with.
func ExampleBench() {
	f, err := scenarios.Load("bench.yaml", []byte(`
schema: collsim.scenario/v1
fabric: hgx-h100
collective: all_reduce
bytes: 1 MiB
library: nccl
nccl: {version: 2.29.2}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	bench, err := scenarios.NewBench(f.Scenarios[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range []units.Bytes{units.KiB, units.MiB, units.GiB} {
		t, err := bench.Run(n, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(n, t.Algorithm, t.Protocol, t.Channels, t.Total > 0)
	}
	// Output:
	// 1 KiB ring ll 1 true
	// 1 MiB ring ll 24 true
	// 1 GiB nvls simple 16 true
}
