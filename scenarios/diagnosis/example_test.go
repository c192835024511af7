package diagnosis_test

import (
	"fmt"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/diagnosis"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

func load(more string) scenarios.Scenario {
	f, err := scenarios.Load("machine.yaml", []byte("schema: collsim.scenario/v1\nfabric: {preset: hgx-a100, gpus-per-node: 4}\ncollective: all_gather\nbytes: 1 KiB\nlibrary: nccl\n"+more))
	if err != nil {
		panic(err)
	}
	return f.Scenarios[0]
}

// Somebody has left NCCL two channels.
func Example() {
	ill, err := scenarios.NewBench(load("nccl: {env: {NCCL_MAX_NCHANNELS: 2}}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	l := &measured.Log{Name: "a.log", Collective: algo.AllGather}
	for n := units.KiB; n <= 256*units.MiB; n *= 8 {
		answer, err := ill.Run(n, nil)
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
	d, err := diagnosis.Question{Trial: t}.Diagnose(func(n int, do func(i int)) {
		for i := range n {
			do(i)
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	first := d.Named()[0]
	fmt.Printf("%s: %s\n", first.Name, first.Detail)
	// Output: channels: NCCL_MAX_NCHANNELS=2
}
