package diagnosis

import (
	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "gpudirect-off", Group: Network,
	Doc:    "data between nodes pass through host memory: GPUDirect RDMA is off",
	Remedy: "load nvidia-peermem or use dmabuf, see that NCCL_NET_GDR_LEVEL allows the path, and look for GDRDMA in NCCL's INFO lines",
	Ways: func(t *trial.Trial) []Way {
		if !apart(t) {
			return nil
		}
		return []Way{{Detail: "host.gpudirect no", Set: func(float64) []scenarios.Setting { return single("host.gpudirect", "no") }}}
	},
})
