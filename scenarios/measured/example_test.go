package measured_test

import (
	"fmt"
	"os"

	"collsim/algo"
	"collsim/scenarios/measured"
)

func ExampleParse() {
	const log = `
[1,0]<stdout>:#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
[1,0]<stdout>:      131072         32768     float     sum      -1    32.77    4.00    6.00      0    26.21    5.00    7.50      0
[1,1]<stdout>:beta:77:77 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] via P2P/CUMEM
[1,0]<stdout>:     1048576        262144     float     sum      -1    91.1`
	l, err := measured.Parse("some.log", []byte(log), algo.AllReduce)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(l.Collective, "of", l.Ranks, "ranks")
	for _, r := range l.Rows {
		fmt.Println(r.Bytes, "in", r.Time())
	}
	fmt.Println(l.Problems)
	// Output:
	// all_reduce of 4 ranks
	// 128 KiB in 32.77 us
	// some.log:5:1: a row is cut: its size is 1048576 B, and its numbers are not all there; valid: time, algbw, busbw, #wrong
}

func ExampleReadSweeps() {
	sweeps, err := measured.ReadSweeps(os.DirFS("../../testdata/measured"))
	if err != nil {
		fmt.Println(err)
		return
	}
	healthy := 0
	for _, s := range sweeps {
		if s.Status == measured.Healthy {
			healthy++
		}
	}
	s := sweeps[0]
	fmt.Println(len(sweeps), "sweeps,", healthy, "healthy")
	fmt.Println(s.ID, s.Source, s.Log.Collective, s.System.Preset, s.System.Launch, s.System.Assumed)
	// Output:
	// 62 sweeps, 59 healthy
	// 001 github.com/NVIDIA/dgxc-benchmarking all_reduce hgx-h100 process [nccl]
}
