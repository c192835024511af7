package diagnosis

import (
	"fmt"
	"slices"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "slow-nic", Group: Wires,
	Doc:    "a NIC is slower than it should be, or all are",
	Remedy: "run collsim perf --probe write_bw beside ib_write_bw for each NIC of each node; then cable, optics, port speed, error counters",
	Ways: func(t *trial.Trial) []Way {
		ports := t.Ports(0, 0)
		if !apart(t) || len(ports) == 0 {
			return nil
		}
		words := func(x float64) string { return "at " + percent(x) + " of its rate" }
		return []Way{
			{
				Detail: "one that reports its full speed, the first of the first node for all alike", Low: 0.05, High: 0.95, Words: words,
				Set: func(x float64) []scenarios.Setting { return slowed(t, ports, x) },
			},
			{
				Detail: "one that has come up at a lower speed, the first of the first node, by which NCCL judges all", Low: 0.05, High: 0.95, Words: words,
				Change: func(s *scenarios.Scenario, x float64) { s.Settings = slices.Concat(s.Settings, slowed(t, ports, x)) },
			},
			{
				Detail: "all have come up at a lower speed", Low: 0.05, High: 0.95, Words: words,
				Change: func(s *scenarios.Scenario, x float64) {
					s.Settings = slices.Concat(s.Settings, scaled(t, x, "network.rate"))
				},
			},
		}
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
