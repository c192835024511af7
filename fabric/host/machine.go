package host

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// machine is what holds on a usual server whatever the library. None of it costs anything until a library, or a user,
// says how many instructions a message takes, that it asks first, or that it waits for interrupts.
func machine() []prior {
	return []prior{
		{"host.completion", fabric.WordOf("polling"), "MPI libraries poll while they wait", "exact for busy waiting"},
		{"host.core.clock", fabric.FrequencyOf(3 * 1e9), "server CPUs run at 2.5 to 4 GHz", "+-30 %"},
		{"host.interrupt.coalesce", fabric.DurationOf(20 * units.Microsecond), "field reports: interrupt coalescing adds 20 to 30 us", "a setting of the NIC driver"},
		{"host.interrupt.handler", fabric.DurationOf(4 * units.Microsecond), "prior, to be verified", "2 to 10 us"},
		{"host.register.cache", fabric.WordOf("warm"), "choice of the model: a training step uses the same buffers again", "exact after the first call"},
		{"host.register.page-size", fabric.SizeOf(64 * units.KiB), "NVIDIA, GPUDirect RDMA documentation: GPU pages of 64 KiB", "exact for GPU memory"},
	}
}
