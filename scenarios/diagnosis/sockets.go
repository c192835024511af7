package diagnosis

import (
	"fmt"

	"collsim/scenarios"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

var _ = register(Cause{
	Name: "sockets", Group: Network,
	Doc:    "NCCL talks TCP sockets between nodes instead of RDMA",
	Remedy: "look for NET/Socket in NCCL's INFO lines: the plug-in or libibverbs was not found, or NCCL_NET or NCCL_IB_DISABLE forbids it",
	Ways: func(t *trial.Trial) []Way {
		if !apart(t) || t.Scenario.NCCL.Network == "sockets" {
			return nil
		}
		return []Way{{
			Detail: "network class sockets", Change: func(s *scenarios.Scenario, _ float64) { s.NCCL.Network = "sockets" }, Low: 0.0101, High: 0.6,
			Set: func(x float64) []scenarios.Setting {
				return single("host.nccl.net.efficiency", units.Probability(x*float64(units.Certain)).Exact())
			},
			Words: func(x float64) string { return fmt.Sprintf("streams that reach %.1f %% of a NIC", 100*x) },
		}}
	},
})
