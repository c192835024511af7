package palette_test

import (
	"fmt"

	"collsim/plots/palette"
	"collsim/sim/ledger"
)

func ExampleComponent() {
	c := palette.Component(ledger.Serialize)
	fmt.Printf("#%02x%02x%02x\n", c.R, c.G, c.B)
	// Output: #4a8474
}
