package diagnosis

import (
	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "p2p-off", Group: Host,
	Doc:    "GPUs reach one another through host memory: peer-to-peer access is off",
	Remedy: "run p2pBandwidthLatencyTest; then ACS of the PCIe bridges, IOMMU, NCCL_P2P_DISABLE and NCCL_P2P_LEVEL",
	Ways: func(t *trial.Trial) []Way {
		if p, _, _ := figure(t, "p2p.pcie"); gpuClass(&t.Scenario) != "pcie-p2p" || !on(&t.Scenario, p) {
			return nil
		}
		return []Way{{
			Detail: "p2p.pcie off", Change: func(s *scenarios.Scenario, _ float64) { s.NCCL.GPU = "pcie" },
			Set: func(float64) []scenarios.Setting { return single("p2p.pcie", "off") },
		}}
	},
})
