package lesson_test

import (
	"fmt"

	"collsim/scenarios"
	"collsim/scenarios/lesson"
)

// An answer to the first lesson, and what is wrong with it.
func Example() {
	all, err := lesson.All()
	if err != nil {
		fmt.Println(err)
		return
	}
	first, err := lesson.Find(all, "1")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := first.Start().Override([]scenarios.Flag{{Name: "algorithm", Value: "tree"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := first.Check(answer, func(f *scenarios.File) ([]scenarios.Result, error) { return f.Run(nil) })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(first.Title, v.Passed)
	for _, p := range v.Points {
		fmt.Println(p.Says)
	}
	// Output:
	// Rounds and floors false
	// twice.total is 4.0016 us (4001600 ps), and the bound is 3.601 us (3601440 ps)
}
