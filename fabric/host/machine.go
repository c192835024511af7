package host

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// machine is what holds on a usual server whatever the library. None of it costs anything until a library, or a user,
// says how many instructions a message takes, that it asks first, or that it waits for interrupts.
func machine() []prior {
	return []prior{
		{"host.ack", fabric.WordOf("none"), "choice of the model: reliable transports acknowledge without holding the sender up", "as programmed"},
		{"host.bounce.rate", fabric.RateOf(12 * 1e9), "prior, to be verified: a GPU's copy engine to pinned host memory, PCIe 3 to 5", "6 to 50 GB/s"},
		{"host.completion", fabric.WordOf("polling"), "MPI libraries poll while they wait", "exact for busy waiting"},
		{"host.core.clock", fabric.FrequencyOf(3 * 1e9), "server CPUs run at 2.5 to 4 GHz", "+-30 %"},
		{"host.detour", fabric.DurationOf(0), "choice of the model: the path between nodes is hardware, or its connections are open already", "field report: 1.2 ms through a container network; one site"},
		{"host.free.distribution", fabric.WordOf("exponential"), "choice of the model: preemption is an unrelated event", "heavier tails are seen"},
		{"host.free.jitter", fabric.DurationOf(2 * units.Microsecond), "prior, to be verified: a context switch and cold caches, 1 to 5 us", "factor 3"},
		{"host.gpudirect", fabric.YesNoOf(true), "usual on servers with NICs beside their GPUs", "as installed"},
		{"host.interrupt.coalesce", fabric.DurationOf(20 * units.Microsecond), "field reports: interrupt coalescing adds 20 to 30 us", "a setting of the NIC driver"},
		{"host.interrupt.handler", fabric.DurationOf(4 * units.Microsecond), "prior, to be verified", "2 to 10 us"},
		{"host.nic.small", fabric.SizeOf(0), "choice of the model: an idle NIC with warm tables has no penalty to speak of", "field reports: 64 KiB"},
		{"host.nic.small.penalty", fabric.DurationOf(7 * units.Microsecond), "prior, to be verified: field reports of 47 us in 1 of 100 messages of 4 KB, 32 us above larger ones, are 4.6 times the mean of an exponential", "factor 2"},
		{"host.numa", fabric.WordOf("local"), "choice of the model: bound to the NIC's socket", "as bound"},
		{"host.numa.penalty", fabric.DurationOf(80 * units.Nanosecond), "field reports: 80 ns a remote access", "+-50 %"},
		{"host.offload", fabric.YesNoOf(true), "choice of the model: the NIC or an idle progress thread answers", "as installed"},
		{"host.pcie.roundtrip", fabric.DurationOf(1 * units.Microsecond), "Neugebauer et al. 2018 (SIGCOMM): reading 64 B over PCIe 3 takes 0.55 to 1 us", "500 ns to 1.5 us"},
		{"host.pinned.distribution", fabric.WordOf("exponential"), "choice of the model: what is left is unrelated kernel work", "heavier tails are seen"},
		{"host.pinned.jitter", fabric.DurationOf(500 * units.Nanosecond), "prior, to be verified: timer ticks and kernel threads on an otherwise idle core", "factor 3"},
		{"host.pinning", fabric.WordOf("ideal"), "choice of the model: no chance unless asked for", "no machine is"},
		{"host.prepare", fabric.WordOf("contiguous"), "choice of the model: buckets and fused buffers are contiguous", "as programmed"},
		{"host.prepare.rate", fabric.RateOf(2 * 1e9), "prior, to be verified: one core gathering small runs of bytes", "factor 5; encoding in an interpreter is a hundred times slower"},
		{"host.proxy", fabric.WordOf("none"), "choice of the model: the core that posts a message also drives it", "as programmed"},
		{"host.register.cache", fabric.WordOf("warm"), "choice of the model: a training step uses the same buffers again", "exact after the first call"},
		{"host.register.capacity", fabric.SizeOf(0), "choice of the model: registration caches are as large as the memory in use", "a setting of the library"},
		{"host.register.page-size", fabric.SizeOf(64 * units.KiB), "NVIDIA, GPUDirect RDMA documentation: GPU pages of 64 KiB", "exact for GPU memory"},
		{"host.window", fabric.CountOf(0), "choice of the model: no limit but a schedule's own; NCCL gives each connection 8 slots (NCCL_STEPS, src/include/device.h)", "a constant of the library"},
	}
}

// communicator is what a library needs that sets one up and agrees on what a call means.
func communicator() []prior {
	return []prior{
		{"host.lock.hold", fabric.DurationOf(0), "choice of the model: ranks are processes that share no lock unless the library has one", "0 to milliseconds"},
		{"host.metadata", fabric.DurationOf(20 * units.Microsecond), "prior, to be verified: two small messages each way and a table look-up", "factor 3"},
		{"host.metadata.cache", fabric.WordOf("warm"), "choice of the model: a training step repeats the same calls", "exact after the first call"},
		{"host.setup", fabric.WordOf("warm"), "choice of the model: warmed up before what is measured", "as programmed"},
		{"host.setup.ports", fabric.DurationOf(280 * units.Millisecond), "field report: 280 of 420 ms went into asking ports", "factor 2; one site"},
		{"host.setup.rest", fabric.DurationOf(30 * units.Millisecond), "field report: the rest of 420 ms", "factor 2; one site"},
		{"host.setup.scratch", fabric.DurationOf(110 * units.Millisecond), "field report: 110 of 420 ms went into scratch memory", "factor 2; one site"},
		{"host.stream.distribution", fabric.WordOf("exponential"), "choice of the model: what is queued is unrelated to the call", "as programmed"},
		{"host.stream.queued", fabric.DurationOf(0), "choice of the model: an empty stream", "0 to a whole step of computation"},
	}
}

// overlay is a list of priors in which some are replaced or added.
func overlay(under, over []prior) []prior {
	kept := slices.DeleteFunc(slices.Clone(under), func(p prior) bool {
		return slices.ContainsFunc(over, func(q prior) bool { return q.name == p.name })
	})
	return append(kept, over...)
}
