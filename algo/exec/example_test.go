package exec_test

import (
	"fmt"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/ledger"
)

// A ring all-reduce of 4 MB over four hosts on one switch, as packets: six rounds of one chunk each.
func Example() {
	g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	ring, _ := algo.Find(algo.AllReduce, "ring")
	schedule, err := ring.Build(algo.Call{Ranks: 4, Bytes: 4_000_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := exec.New(exec.Config{Schedule: schedule, Graph: g, Net: func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
		return packet.New(k, g, s, packet.Options{})
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := run.Play(0); err != nil {
		fmt.Println(err)
		return
	}
	o := run.Outcome()
	fmt.Println(o.Total, "=", o.Critical[ledger.Serialize], "of bytes +", o.Critical[ledger.Propagate], "of cable and switch")
	// Output: 122.4 us = 120 us of bytes + 2.4 us of cable and switch
}
