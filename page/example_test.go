package page_test

import (
	"encoding/json"
	"fmt"

	"collsim/page"
)

func ExampleAnswer() {
	answer := page.Answer([]byte(`{"do":"run","flags":[["fabric","star"],["nodes","4"],["collective","all_reduce"],["algorithm","ring"],["bytes","4 KiB"],["library","raw"]]}`),
		page.Carrier{Limits: page.Usual(), Each: func(n int, do func(i int)) {
			for i := range n {
				do(i)
			}
		}})
	var run struct {
		Result struct {
			Rounds int `json:"rounds"`
		}
		Command string
	}
	if err := json.Unmarshal(answer, &run); err != nil {
		fmt.Println(err)
	}
	fmt.Println(run.Result.Rounds, "rounds")
	fmt.Println(run.Command)
	// Output:
	// 6 rounds
	// collsim run --fabric star --nodes 4 --collective all_reduce --algorithm ring --bytes '4 KiB' --library raw
}
