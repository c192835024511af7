package diagnosis

import (
	"fmt"
	"math"
	"slices"

	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "slow-rank", Group: Host,
	Doc:    "one GPU, or all of one node, is slow in what it does itself, and the others wait for it",
	Remedy: "compare clocks, power limits, temperatures and ECC counters of the GPUs, and what else runs on the hosts",
	Ways: func(t *trial.Trial) []Way {
		if len(t.Scenario.Stragglers) > 0 {
			return nil
		}
		n, perNode := seats(&t.Scenario)
		all := []Way{slowest(n, 1, "the last rank")}
		if apart(t) && perNode > 1 {
			all = append(all, slowest(n, perNode, "all ranks of the last node"))
		}
		return all
	},
})

// slowest is that the last few of n ranks take longer.
func slowest(n, few int, who string) Way {
	return Way{
		Detail: who, Low: 1.1, High: 6,
		Change: func(s *scenarios.Scenario, x float64) {
			slow := scenarios.Ratio{Num: int64(math.Round(x * 100)), Den: 100}
			s.Stragglers = slices.Clone(s.Stragglers)
			for r := n - few; r < n; r++ {
				s.Stragglers = append(s.Stragglers, scenarios.Straggler{Rank: r, Slow: slow})
			}
		},
		Words: func(x float64) string { return fmt.Sprintf("%.1f times as slow", x) },
	}
}
