package glossary_test

import (
	"fmt"

	"collsim/scenarios/glossary"
)

func ExampleFind() {
	t, _ := glossary.Find("skew")
	fmt.Println(t.Kind)
	// Output: waiting component
}
