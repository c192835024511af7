package site_test

import (
	"fmt"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/site"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

func load(more string) scenarios.Scenario {
	f, err := scenarios.Load("machine.yaml", []byte("schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, gpus-per-node: 2}\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"+more))
	if err != nil {
		panic(err)
	}
	return f.Scenarios[0]
}

// What a launch takes on a machine, from a log of it.
func Example() {
	real, err := scenarios.NewBench(load("set: {host.launch: 9 us}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	l := &measured.Log{Name: "a.log", Collective: algo.AllReduce}
	for n := units.KiB; n <= 64*units.MiB; n *= 4 {
		answer, err := real.Run(n, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		l.Rows = append(l.Rows, measured.Row{Bytes: n, OutOfPlace: measured.Sample{Measured: true, Time: answer.Total}})
	}
	t, err := trial.New(load(""), l)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := (&site.Question{Trials: []*trial.Trial{t}, Parameters: []string{"host.launch"}}).Fit(func(n int, do func(i int)) {
		for i := range n {
			do(i)
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := &a.Figures[0]
	fmt.Printf("%s was wrong and is %.2f us\n", f.Name, float64(f.Value.Int)/float64(units.Microsecond))
	// Output: host.launch was wrong and is 9.00 us
}
