package algo_test

import (
	"fmt"
	"os"

	"collsim/algo"
)

func Example() {
	ring, _ := algo.Find(algo.AllReduce, "ring")
	schedule, err := ring.Build(algo.Call{Ranks: 3, Bytes: 3 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("wrong:", algo.Check(schedule))
	counts, _ := algo.Count(schedule)
	fmt.Println("rounds:", counts.Rounds, "messages:", counts.Messages, "bytes a rank:", counts.Sent)
	// Output:
	// wrong: <nil>
	// rounds: 4 messages: 12 bytes a rank: 4 MiB
}

func ExampleDraw() {
	chain, _ := algo.Find(algo.Broadcast, "chain")
	schedule, _ := chain.Build(algo.Call{Ranks: 3})
	_ = algo.Draw(os.Stdout, schedule)
	// Output:
	// broadcast/chain: 3 ranks, 2 rounds
	// x: holds the chunk; * marks what a round has changed
	//
	// start
	//           all
	//   rank 0  x
	//   rank 1  .
	//   rank 2  .
	//
	// round 0
	//   0 -> 1  all
	//           all
	//   rank 0  x
	//   rank 1  x*
	//   rank 2  .
	//
	// round 1
	//   1 -> 2  all
	//           all
	//   rank 0  x
	//   rank 1  x
	//   rank 2  x*
}
