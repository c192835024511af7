package trial_test

import (
	"fmt"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// log is what somebody measured, in microseconds.
func log(times map[units.Bytes]float64) *measured.Log {
	l := &measured.Log{Name: "a.log", Collective: algo.AllReduce}
	for n := units.Bytes(1); n <= units.GiB; n *= 2 {
		if us, ok := times[n]; ok {
			l.Rows = append(l.Rows, measured.Row{Bytes: n, OutOfPlace: measured.Sample{Measured: true, Time: units.Duration(us * float64(units.Microsecond))}})
		}
	}
	return l
}

// A log is held against a machine, or refused with a reason.
func Example() {
	f, err := scenarios.Load("machine.yaml", []byte("schema: collsim.scenario/v1\nfabric: hgx-h100\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := trial.New(f.Scenarios[0], log(map[units.Bytes]float64{1 << 10: 17, 64 << 20: 325, 1 << 30: 4029}))
	fmt.Println(len(t.Rows), err)
	_, err = trial.New(f.Scenarios[0], log(map[units.Bytes]float64{1 << 10: 100, 1 << 20: 100, 1 << 30: 100}))
	fmt.Println(err)
	// Output:
	// 3 <nil>
	// a.log says 100 us for each of 3 sizes: a time that no size changes is not one of moving data; valid: times as measured
}
