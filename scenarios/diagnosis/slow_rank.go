package diagnosis

import (
	"fmt"
	"math"

	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "slow-rank", Group: Host,
	Doc:    "one GPU or its host is slow in all that it does itself, and the others wait for it",
	Remedy: "compare clocks, power limits, temperatures and ECC counters of the GPUs, and what else runs on the hosts",
	Ways: func(t *trial.Trial) []Way {
		if len(t.Scenario.Stragglers) > 0 {
			return nil
		}
		var all []Way
		for _, times := range []float64{1.5, 2, 3, 5} {
			all = append(all, Way{
				Detail: fmt.Sprintf("the last rank takes %g times as long", times),
				Change: func(s *scenarios.Scenario) {
					s.Stragglers = []scenarios.Straggler{{Rank: ranks(s) - 1, Slow: scenarios.Ratio{Num: int64(math.Round(times * 2)), Den: 2}}}
				},
			})
		}
		return all
	},
})
