package diagnosis

import (
	"fmt"
	"strings"

	"collsim/scenarios/trial"
)

// NCCL's environment, or a tuner, may forbid what would be best.

var _ = register(Cause{
	Name: "nvls-off", Group: Environment,
	Doc:    "the switches of a node do not add up: NVLS is not used",
	Remedy: "look for NVLS in NCCL's INFO lines: NCCL_NVLS_ENABLE, the Fabric Manager, and multicast support of the driver or the virtual machine",
	Ways: func(t *trial.Trial) []Way {
		if says(t, "NCCL_NVLS_ENABLE") || says(t, "NCCL_ALGO") {
			return nil
		}
		return []Way{{Detail: "NCCL_NVLS_ENABLE=0", Change: environ("NCCL_NVLS_ENABLE", "0")}}
	},
})

var _ = register(Cause{
	Name: "algorithm-forced", Group: Environment,
	Doc:    "an algorithm is forced that NCCL would not take at all sizes",
	Remedy: "print NCCL's environment and /etc/nccl.conf, and unset NCCL_ALGO; with a tuner plug-in, run once without it",
	Ways: func(t *trial.Trial) (all []Way) {
		if says(t, "NCCL_ALGO") || t.Scenario.Algorithm != "auto" {
			return nil
		}
		for _, name := range []string{"Tree", "Ring"} {
			all = append(all, Way{Detail: "NCCL_ALGO=" + name, Change: environ("NCCL_ALGO", name)})
		}
		return all
	},
})

var _ = register(Cause{
	Name: "protocol-forced", Group: Environment,
	Doc:    "a protocol is forced that NCCL would not take at all sizes",
	Remedy: "print NCCL's environment and /etc/nccl.conf, and unset NCCL_PROTO",
	Ways: func(t *trial.Trial) (all []Way) {
		if says(t, "NCCL_PROTO") || t.Scenario.Protocol != "auto" {
			return nil
		}
		for _, name := range []string{"LL", "LL128", "Simple"} {
			all = append(all, Way{Detail: "NCCL_PROTO=" + name, Change: environ("NCCL_PROTO", name)})
		}
		return all
	},
})

var _ = register(Cause{
	Name: "channels", Group: Environment,
	Doc:    "too few or too many channels",
	Remedy: "print NCCL's environment and /etc/nccl.conf, and unset NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS and NCCL_MAX_CTAS",
	Ways: func(t *trial.Trial) (all []Way) {
		if says(t, "NCCL_MAX_NCHANNELS") || says(t, "NCCL_MIN_NCHANNELS") || t.Scenario.Channels > 0 {
			return nil
		}
		for _, of := range []string{"NCCL_MAX_NCHANNELS=1", "NCCL_MAX_NCHANNELS=2", "NCCL_MAX_NCHANNELS=4", "NCCL_MIN_NCHANNELS=32"} {
			name, value, _ := strings.Cut(of, "=")
			all = append(all, Way{Detail: fmt.Sprintf("%s=%s", name, value), Change: environ(name, value)})
		}
		return all
	},
})
