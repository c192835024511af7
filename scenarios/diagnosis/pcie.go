package diagnosis

import (
	"fmt"

	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "pcie-width", Group: Wires,
	Doc:    "PCIe links run at fewer lanes or an older generation",
	Remedy: "compare LnkSta with LnkCap of GPUs, NICs and switches (lspci -vv); reseat, or update firmware",
	Ways: func(t *trial.Trial) []Way {
		_, _, ok := figure(t, "pcie.rate")
		if !ok {
			return nil
		}
		var all []Way
		for _, lanes := range []int{8, 4} {
			all = append(all, Way{Detail: fmt.Sprintf("x%d instead of x16", lanes), Set: func(float64) []scenarios.Setting { return scaled(t, float64(lanes)/16, "pcie.rate") }})
		}
		return all
	},
})
