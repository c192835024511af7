package host

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

var _ = registerLibrary(Library{
	Name: "gloo",
	Doc: "The CPU path: data are copied to host memory, serialised, and sent over TCP by the kernel. " +
		"A core spends microseconds on each message, and a thread sleeps until an interrupt tells of an arrival.",
	priors: slices.Concat(overlay(machine(), []prior{
		{"host.completion", fabric.WordOf("interrupt"), "TCP sockets are waited for with epoll: the thread sleeps", "exact while it sleeps"},
		{"host.gpudirect", fabric.YesNoOf(false), "Gloo sends from host memory", "exact"},
	}), communicator(), []prior{
		{"host.copy.rate", fabric.RateOf(10 * 1e9), "prior, to be verified: one core copying between user memory and socket buffers", "5 to 20 GB/s"},
		{"host.core.instructions", fabric.CountOf(21_000), "field reports: tens of thousands of instructions, 6 to 8 us a message", "factor 2"},
		{"host.eager", fabric.SizeOf(units.Bytes(1) << 50), "TCP sends at once whatever the size, through socket buffers", "exact"},
		{"host.handshake", fabric.YesNoOf(true), "choice of the model: every message is copied at both ends and none asks first", "exact"},
		{"host.launch", fabric.DurationOf(10 * units.Microsecond), "prior, to be verified: the CPU waits for the stream, then wakes a worker thread", "factor 2"},
		{"host.nic.start", fabric.DurationOf(600 * units.Nanosecond), "prior, to be verified: descriptor, doorbell and DMA start of an Ethernet NIC", "factor 2"},
		{"host.numa.accesses", fabric.CountOf(88), "prior, to be verified: 88 x 80 ns double 7 us, as field reports say of remote memory", "factor 2"},
		{"host.proxy.instructions", fabric.CountOf(6000), "prior, to be verified: an event loop that finds a socket and writes to it", "factor 2"},
		{"host.reduce.on", fabric.WordOf("core"), "Gloo adds on the CPU", "exact"},
		{"host.reduce.rate", fabric.RateOf(5 * 1e9), "prior, to be verified: one core adding two arrays in memory", "factor 2"},
		{"host.serialize.rate", fabric.RateOf(3 * 1e9), "prior, to be verified: one core encoding into a buffer", "1 to 5 GB/s; an interpreter is a hundred times slower"},
	}),
})
