package host

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// Parameters lists every parameter of the software path. Their defaults are by library: fabric.Default's Preset is a
// library here. Where a library has no default, it does not have that cost at all.
func Parameters() []fabric.Parameter {
	return []fabric.Parameter{
		{Name: "host.completion", Quantity: fabric.WordQuantity, Words: []string{"polling", "interrupt"},
			Doc:      "How a rank notices that a message has arrived. Polling looks every host.poll while it waits; an interrupt comes after the NIC's coalescing timer and wakes a thread.",
			Defaults: all(fabric.WordOf("polling"), "MPI libraries poll while they wait", "exact for busy waiting")},
		{Name: "host.copy.rate", Quantity: fabric.RateQuantity, Least: 1,
			Doc:      "How fast an eager message is copied into the registered buffer at the sender and out of it at the receiver. It counts as prepare.",
			Defaults: mpi(fabric.RateOf(10*1e9), "prior, to be verified: one core copying between cached and uncached memory", "5 to 20 GB/s")},
		{Name: "host.core.clock", Quantity: fabric.FrequencyQuantity, Least: 1,
			Doc:      "Clock of the CPU core that runs the library, at one instruction a cycle. Posting a message takes host.core.instructions over it.",
			Defaults: all(fabric.FrequencyOf(3*1e9), "server CPUs run at 2.5 to 4 GHz", "+-30 %")},
		{Name: "host.core.instructions", Quantity: fabric.CountQuantity, Unit: "instructions",
			Doc:      "CPU instructions that the library executes to post one message. Over the core's clock they are the library time; lanes of one rank share its core.",
			Defaults: mpi(fabric.CountOf(2000), "prior, to be verified: 0.3 to 1 us a message is usual for MPI point to point", "factor 2")},
		{Name: "host.eager", Quantity: fabric.SizeQuantity,
			Doc:      "Largest message that is sent at once, through a buffer that is registered already. Larger ones ask first: request to send, clear to send, data.",
			Defaults: mpi(fabric.SizeOf(8*units.KiB), "prior, to be verified: common defaults of MPI libraries on InfiniBand lie between 4 and 64 KiB", "factor 8")},
		{Name: "host.handshake", Quantity: fabric.YesNoQuantity,
			Doc:      "Whether messages above host.eager ask first. Without it every message is sent at once, without copy or registration.",
			Defaults: mpi(fabric.YesNoOf(true), "MPI libraries use eager and rendezvous", "exact")},
		{Name: "host.interrupt.coalesce", Quantity: fabric.DurationQuantity,
			Doc:      "How long the NIC waits for more arrivals before it interrupts. One interrupt then tells of all that came by then.",
			Defaults: all(fabric.DurationOf(20*units.Microsecond), "field reports: interrupt coalescing adds 20 to 30 us", "a setting of the NIC driver")},
		{Name: "host.interrupt.handler", Quantity: fabric.DurationQuantity,
			Doc:      "From the interrupt to the waiting thread's first instruction: handler, scheduler, context switch.",
			Defaults: all(fabric.DurationOf(4*units.Microsecond), "prior, to be verified", "2 to 10 us")},
		{Name: "host.launch", Quantity: fabric.DurationQuantity,
			Doc:      "From the call to the first step: stream synchronisation and kernel launch. Every rank pays it once a collective.",
			Defaults: mpi(fabric.DurationOf(5*units.Microsecond), "prior, to be verified: a CUDA kernel launch and its synchronisation take 3 to 10 us", "factor 2")},
		{Name: "host.nic.start", Quantity: fabric.DurationQuantity,
			Doc:      "From the doorbell to a message's first byte on the wire: work request, DMA read. Control messages pay it too; it counts as protocol.",
			Defaults: mpi(fabric.DurationOf(400*units.Nanosecond), "prior, to be verified: what remains of a 1 us write on InfiniBand after wire and PCIe", "200 to 600 ns")},
		{Name: "host.poll", Quantity: fabric.DurationQuantity,
			Doc:      "Time of one look for a completion. A message is noticed at the end of the first look that begins after, or goes on while, it arrives.",
			Defaults: mpi(fabric.DurationOf(100*units.Nanosecond), "prior, to be verified: a poll of a completion queue in cache", "50 to 200 ns")},
		{Name: "host.reduce.rate", Quantity: fabric.RateQuantity, Least: 1,
			Doc:      "How fast received bytes are combined with a rank's own. Each lane has this rate for itself.",
			Defaults: mpi(fabric.RateOf(200*1e9), "prior, to be verified: two reads and a write of GPU memory a byte, on part of the GPU", "factor 3")},
		{Name: "host.register.base", Quantity: fabric.DurationQuantity,
			Doc:      "Registering a buffer for the NIC, whatever its size: system call, PCIe read-modify-write. It adds to host.register.page for each page.",
			Defaults: mpi(fabric.DurationOf(7500*units.Nanosecond), "field reports: 5 to 10 us a registration", "5 to 10 us")},
		{Name: "host.register.cache", Quantity: fabric.WordQuantity, Words: []string{"warm", "cold", "off"},
			Doc:      "What the registration cache knows. Warm: the buffer is registered already; cold: each rank registers all of it before its first rendezvous; off: each rendezvous registers what it moves, at both ends.",
			Defaults: all(fabric.WordOf("warm"), "choice of the model: a training step uses the same buffers again", "exact after the first call")},
		{Name: "host.register.page", Quantity: fabric.DurationQuantity,
			Doc:      "Registering one page: pinning it and filling the NIC's table. A buffer has its bytes over host.register.page-size of them, rounded up.",
			Defaults: mpi(fabric.DurationOf(100*units.Nanosecond), "prior, to be verified", "50 to 300 ns")},
		{Name: "host.register.page-size", Quantity: fabric.SizeQuantity, Least: 1,
			Doc:      "Size of the pages that are registered. GPU memory is pinned in pages of 64 KiB, host memory in pages of 4 KiB.",
			Defaults: all(fabric.SizeOf(64*units.KiB), "NVIDIA, GPUDirect RDMA documentation: GPU pages of 64 KiB", "exact for GPU memory")},
	}
}

func all(v fabric.Value, source, uncertainty string) []fabric.Default {
	return []fabric.Default{{Value: v, Source: source, Uncertainty: uncertainty}}
}

func mpi(v fabric.Value, source, uncertainty string) []fabric.Default {
	return []fabric.Default{{Preset: "mpi", Value: v, Source: source, Uncertainty: uncertainty}}
}
