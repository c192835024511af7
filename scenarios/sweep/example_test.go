package sweep_test

import (
	"fmt"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

// Two algorithms at three sizes, in two shards that are merged.
func Example() {
	text := `schema: collsim.scenario/v1
fabric: {preset: star, nodes: 8}
collective: all_reduce
library: raw
sweep: {axes: {algorithm: [ring, tree], bytes: 1 KiB..1 MiB:x32}}
`
	inTurn := func(n int, do func(int)) {
		for i := range n {
			do(i)
		}
	}
	plan, err := sweep.Expand(sweep.Source{Name: "sizes.yaml", Text: text}, nil, inTurn, scenarios.Room{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var shards []*sweep.Journal
	for i := 1; i <= 2; i++ {
		shard := &sweep.Journal{Name: fmt.Sprint("shard ", i), Header: plan.Header(i, 2)}
		points := plan.Shard(i, 2)
		for _, point := range points {
			record, _ := plan.Run(point, len(points), scenarios.Room{}, nil) // its error is in the record
			shard.Records = append(shard.Records, record)
		}
		fmt.Println(shard.Name, "has", len(points), "points")
		shards = append(shards, shard)
	}
	merged, err := sweep.Merge(plan, shards...)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range merged.Records {
		answer, err := r.Answer()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Values, "takes", answer.Total.Short())
	}
	// Output:
	// shard 1 has 3 points
	// shard 2 has 3 points
	// algorithm = ring, bytes = 1 KiB takes 5.636 us
	// algorithm = ring, bytes = 32 KiB takes 6.747 us
	// algorithm = ring, bytes = 1 MiB takes 42.3 us
	// algorithm = tree, bytes = 1 KiB takes 2.523 us
	// algorithm = tree, bytes = 32 KiB takes 6.332 us
	// algorithm = tree, bytes = 1 MiB takes 128.2 us
}
