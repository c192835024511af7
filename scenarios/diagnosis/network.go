package diagnosis

import (
	"fmt"

	"collsim/scenarios"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

var _ = register(Cause{
	Name: "gdrcopy-off", Group: Network,
	Doc:    "small messages are copied into GPU memory by the driver: GDRCopy is off",
	Remedy: "load gdrdrv, install libgdrapi, and see FI_HMEM_CUDA_USE_GDRCOPY or NCCL_GDRCOPY_ENABLE",
	Ways: func(t *trial.Trial) []Way {
		if !apart(t) {
			return nil
		}
		return []Way{{
			Detail: "messages of LL and LL128 between nodes that are sent without asking", Low: 1, High: 60,
			Set: func(x float64) []scenarios.Setting {
				more := microseconds(x)
				set := longer(t, more, "host.nccl.net.ll", "host.nccl.net.ll128")
				if _, rise, ok := figure(t, "host.nccl.net.rise"); ok { // larger ones go straight where they belong
					set = append(set, longer(t, -min(more, units.Duration(rise.Int)), "host.nccl.net.rise")...)
				}
				return set
			},
			Words: func(x float64) string { return fmt.Sprintf("%s more each", microseconds(x).Short()) },
		}}
	},
})

var _ = register(Cause{
	Name: "step-cost", Group: Network,
	Doc:    "each step between nodes costs a fixed time more, whatever its size",
	Remedy: "profile the proxy threads: IOMMU, locks in the plug-in, doorbells through a virtual machine, cores that are shared; fewer and larger steps (NCCL_BUFFSIZE) hide it",
	Ways: func(t *trial.Trial) []Way {
		if !apart(t) {
			return nil
		}
		return []Way{{
			Detail: "host.nccl.proxy.work", Low: 1, High: 100,
			Set:   func(x float64) []scenarios.Setting { return longer(t, microseconds(x), "host.nccl.proxy.work") },
			Words: func(x float64) string { return fmt.Sprintf("%s more a step", microseconds(x).Short()) },
		}}
	},
})

var _ = register(Cause{
	Name: "fewer-nics", Group: Wires,
	Doc:    "not all NICs of a node are used",
	Remedy: "look at the NET lines of NCCL's INFO output: NCCL_IB_HCA, links that are down, a topology file that hides NICs",
	Ways: func(t *trial.Trial) (all []Way) {
		have := len(nics(t))
		if !apart(t) || have < 2 {
			return nil
		}
		for _, n := range []int{have / 2, 1} {
			if n < have && (len(all) == 0 || n < have/2) {
				all = append(all, Way{Detail: fmt.Sprintf("%d of %d NICs", n, have), Change: func(s *scenarios.Scenario, _ float64) { s.Fabric.NICs = n }})
			}
		}
		return all
	},
})

// nics are those of the first node.
func nics(t *trial.Trial) (all []int) {
	for i := 0; len(t.Ports(0, i)) > 0; i++ {
		all = append(all, i)
	}
	return all
}
