package diagnosis

import (
	"fmt"

	"collsim/scenarios"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// Messages of others, by their size: a continuous stream, or such as storage and other jobs send.
var foreign = []units.Bytes{0, 64 * units.KiB, 256 * units.KiB, units.MiB}

var _ = register(Cause{
	Name: "congestion", Group: Wires,
	Doc:    "others use the network as well",
	Remedy: "repeat the test when the cluster is idle; then watch pause frames, ECN marks and the counters of switch ports",
	Ways: func(t *trial.Trial) (all []Way) {
		_, _, ok := figure(t, "network.rate")
		if !apart(t) || !ok {
			return nil
		}
		for _, n := range foreign {
			detail := "others send on every network link"
			if n > 0 {
				detail += fmt.Sprintf(", messages of %v that come by chance", n)
			}
			all = append(all, Way{
				Detail: detail, Low: 0.05, High: 0.95,
				Set:   func(x float64) []scenarios.Setting { return busy(t, x, n) },
				Words: func(x float64) string { return percent(x) + " of the time" },
			})
		}
		return all
	},
})

// busy is links that others use for a share of the time: what is left of the rate, and the mean wait behind a message of
// theirs, as in a queue of messages that are alike and come by chance (Pollaczek and Khinchine: M/D/1).
func busy(t *trial.Trial, x float64, n units.Bytes) []scenarios.Setting {
	set := scaled(t, 1-x, "network.rate", "trunk.rate")
	_, rate, _ := figure(t, "network.rate")
	wait := x / (2 * (1 - x)) * float64(units.Rate(rate.Int).Over(n))
	return append(set, longer(t, units.Duration(wait), "network.latency")...)
}
