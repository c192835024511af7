package goal_test

import (
	"fmt"
	"os"

	"collsim/algo"
	"collsim/algo/goal"
)

func Example() {
	ring, _ := algo.Find(algo.AllGather, "ring")
	s, err := ring.Build(algo.Call{Ranks: 2, Bytes: 2000})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := goal.Of(s, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := goal.Write(os.Stdout, p); err != nil {
		fmt.Println(err)
		return
	}
	o, err := p.Play(goal.Parameters{Latency: 1500, Overhead: 200, Gap: 5, PerByteGap: 1, Eager: 65536})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("finish:", o.Finish)
	// Output:
	// num_ranks 2
	//
	// rank 0 {
	// s_0_0: send 1000b to 1
	// r_0_1: recv 1000b from 1
	// }
	//
	// rank 1 {
	// s_0_0: send 1000b to 0
	// r_0_1: recv 1000b from 0
	// }
	//
	// finish: [2899 2899]
}
