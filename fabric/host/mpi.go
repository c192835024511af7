package host

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

var _ = registerLibrary(Library{
	Name: "mpi",
	Doc: "CPU-driven message passing: the library posts every message from a core, eagerly up to a size, by handshake beyond. " +
		"Registration, NIC start, polling and reduction cost what they cost.",
	priors: slices.Concat(machine(), communicator(), []prior{
		{"host.copy.rate", fabric.RateOf(10 * 1e9), "prior, to be verified: one core copying between cached and uncached memory", "5 to 20 GB/s"},
		{"host.core.instructions", fabric.CountOf(2000), "prior, to be verified: 0.3 to 1 us a message is usual for MPI point to point", "factor 2"},
		{"host.eager", fabric.SizeOf(8 * units.KiB), "prior, to be verified: common defaults of MPI libraries on InfiniBand lie between 4 and 64 KiB", "factor 8"},
		{"host.handshake", fabric.YesNoOf(true), "MPI libraries use eager and rendezvous", "exact"},
		{"host.launch", fabric.DurationOf(5 * units.Microsecond), "prior, to be verified: a CUDA kernel launch and its synchronisation take 3 to 10 us", "factor 2"},
		{"host.nic.start", fabric.DurationOf(400 * units.Nanosecond), "prior, to be verified: what remains of a 1 us write on InfiniBand after wire and PCIe", "200 to 600 ns"},
		{"host.numa.accesses", fabric.CountOf(8), "prior, to be verified: 8 x 80 ns double a post, as field reports say of remote memory", "factor 2"},
		{"host.poll", fabric.DurationOf(100 * units.Nanosecond), "prior, to be verified: a poll of a completion queue in cache", "50 to 200 ns"},
		{"host.proxy.instructions", fabric.CountOf(1500), "prior, to be verified: half a microsecond to find a request and post it", "factor 2"},
		{"host.reduce.on", fabric.WordOf("gpu"), "MPI libraries for GPU buffers reduce with a kernel", "exact"},
		{"host.reduce.rate", fabric.RateOf(200 * 1e9), "prior, to be verified: two reads and a write of GPU memory a byte, on part of the GPU", "factor 3"},
		{"host.register.base", fabric.DurationOf(7500 * units.Nanosecond), "field reports: 5 to 10 us a registration", "5 to 10 us"},
		{"host.register.page", fabric.DurationOf(100 * units.Nanosecond), "prior, to be verified", "50 to 300 ns"},
	}),
})
