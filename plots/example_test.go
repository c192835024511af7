package plots_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"collsim/plots"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

func ExampleBreakdown() {
	r := scenarios.Result{Collective: "barrier", Algorithm: "dissemination", Ranks: 8, Fabric: "star", Library: "raw", Fidelity: "packet"}
	r.CriticalPath[ledger.Propagate] = 1200 * units.Nanosecond
	r.Total = 1200 * units.Nanosecond
	var picture bytes.Buffer
	if err := plots.Breakdown(&picture, "svg", []scenarios.Result{r}, "$ collsim run barrier.yaml --plot barrier.svg"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(picture.String(), "propagate 100.0 %"))
	// Output: true
}
