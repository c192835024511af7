package fit_test

import (
	"fmt"

	"collsim/scenarios/fit"
)

// Two numbers of a machine, a latency and a rate, from four messages of 0 to 3000 bytes.
func Example() {
	p := &fit.Problem{
		Numbers: []fit.Number{
			{Name: "latency", Start: 1, Low: 0.1, High: 100, Spread: 1},
			{Name: "rate", Start: 100, Low: 1, High: 10_000, Spread: 1},
		},
		Tables: []fit.Table{{Name: "lab", Measured: []float64{5, 10, 15, 20}}},
		Simulate: func(at fit.Place, v []float64) (float64, error) {
			return v[0] + 1000*float64(at.Point)/v[1], nil
		},
	}
	found, err := p.Find(func(n int, do func(i int)) {
		for i := range n {
			do(i)
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range found.Values {
		fmt.Printf("%s %.3g\n", v.Name, v.Value)
	}
	// Output:
	// latency 4.87
	// rate 196
}
