package report_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"collsim/plots/report"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

func ExampleResults() {
	r := scenarios.Result{Collective: "barrier", Algorithm: "dissemination", Ranks: 8, Fabric: "star", Library: "raw", Fidelity: "packet"}
	r.CriticalPath[ledger.Propagate] = 1200 * units.Nanosecond
	r.Total = 1200 * units.Nanosecond
	r.Bound = scenarios.Bound{Total: 1200 * units.Nanosecond, Percent: "100.00", Binding: "latency"}
	page, err := report.Results([]scenarios.Result{r}, "$ collsim run barrier.yaml", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(page.Lead[0])
	var html bytes.Buffer
	if _, err := page.WriteTo(&html); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(html.String(), "<svg"))
	// Output:
	// barrier, dissemination, 8 ranks on star takes 1.2 us, at the packet level with library raw; no run can take less than 1.2 us (latency), which is 100.00 % of that.
	// true
}
