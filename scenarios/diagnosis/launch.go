package diagnosis

import (
	"collsim/scenarios"
	"collsim/scenarios/trial"
)

var _ = register(Cause{
	Name: "one-process", Group: Host,
	Doc:    "one thread launches the kernels of all GPUs of a node, one after the other",
	Remedy: "start one process a GPU, or replay a CUDA graph",
	Ways: func(t *trial.Trial) []Way {
		if t.Scenario.NCCL.Launch != "process" {
			return nil
		}
		return []Way{{Detail: "nccl.launch single", Change: func(s *scenarios.Scenario, _ float64) { s.NCCL.Launch = "single" }}}
	},
})
