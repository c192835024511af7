package scenarios_test

import (
	"fmt"

	"collsim/scenarios"
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
