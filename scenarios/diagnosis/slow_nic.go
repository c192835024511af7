package diagnosis

import (
	"fmt"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "slow-nic", Group: Wires,
	Doc:    "one NIC is slower than the others",
	Remedy: "run collsim perf --probe write_bw beside ib_write_bw for each NIC of each node; then cable, optics, port speed, error counters",
	Ways: func(t *trial.Trial) []Way {
		ports := t.Ports(0, 0)
		if !apart(t) || len(ports) == 0 {
			return nil
		}
		return []Way{{
			Detail: "the first NIC of the first node, for all alike", Low: 0.05, High: 0.95,
			Set:   func(x float64) []scenarios.Setting { return slowed(t, ports, x) },
			Words: func(x float64) string { return "at " + percent(x) + " of its rate" },
		}}
	},
})

// slowed is links at a share of the rate that NICs have.
func slowed(t *trial.Trial, links []string, x float64) []scenarios.Setting {
	_, rate, ok := figure(t, "network.rate")
	if !ok {
		return nil
	}
	var set []scenarios.Setting
	for _, l := range links {
		v := fabric.Value{Quantity: fabric.RateQuantity, Int: max(1, int64(float64(rate.Int)*x))}
		set = append(set, scenarios.Setting{Name: l + ".rate", Value: fmt.Sprintf("%d B/s", v.Int)})
	}
	return set
}
