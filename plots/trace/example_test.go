package trace_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/google/pprof/profile"

	"collsim/plots/trace"
	"collsim/scenarios"
)

// A ring over two hosts takes two rounds. Its trace has them for each rank, and its profile sums to the run's total.
func Example() {
	f, err := scenarios.Load("f.yaml", []byte("{schema: collsim.scenario/v1, fabric: {preset: star, nodes: 2}, collective: all_reduce, algorithm: ring, bytes: 4 KiB, library: raw}"))
	if err != nil {
		panic(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		panic(err)
	}
	if err := f.Timelines(results, nil, inTurn); err != nil {
		panic(err)
	}
	var file, packed bytes.Buffer
	if err := trace.Perfetto(&file, results, "an example"); err != nil {
		panic(err)
	}
	if err := trace.Profile(&packed, results, "an example"); err != nil {
		panic(err)
	}
	p, err := profile.Parse(&packed)
	if err != nil {
		panic(err)
	}
	sum := int64(0)
	for _, s := range p.Sample {
		sum += s.Value[0]
	}
	fmt.Println(strings.Count(file.String(), `"name":"round 1"`), sum == int64(results[0].Total))
	// Output: 2 true
}
