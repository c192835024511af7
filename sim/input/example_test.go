package input_test

import (
	"fmt"

	"collsim/sim/input"
)

// A file in which one key stands twice, and another is meant to be a word.
func Example() {
	kind := input.Kind{Schema: "lab/v1"}
	_, problems := input.Parse("lab.yaml", []byte("schema: lab/v1\nrate: 5\nrate: 6\n[a]: b\n"), kind)
	fmt.Println(problems)
	root, _ := input.Parse("lab.yaml", []byte("cable: {rate: 5 GB/s}\n"), kind)
	rate := root.At("cable", "rate")
	fmt.Println(input.Problem{Where: rate.Where, What: "cable.rate: too slow", Text: rate.Text})
	// Output:
	// lab.yaml:3:1: this key stands twice, first in line 2: "rate"; valid: each key once
	// lab.yaml:4:1: a key must be a word; valid: name: value
	// lab.yaml:1:15: cable.rate: too slow: "5 GB/s"
}
