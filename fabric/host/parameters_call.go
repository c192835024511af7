package host

import "collsim/fabric"

var distributions = []string{"constant", "uniform", "exponential"}

// calling is what a call of the library costs before its first message.
func calling() []fabric.Parameter {
	return []fabric.Parameter{
		{Name: "host.launch", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "From the call to the first step: stream synchronisation and kernel launch. Every rank pays it once a collective."},
		{Name: "host.lock.hold", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "How long a call keeps the library's global lock, which the ranks of a node share. Holding it counts as library, waiting for it as lock."},
		{Name: "host.metadata", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Agreeing on shape, type, algorithm, scratch and stream before a call. When it is paid says host.metadata.cache; it counts as negotiate."},
		{Name: "host.metadata.cache", Quantity: fabric.WordQuantity, Words: []string{"warm", "cold", "off"},
			Doc: "What is known of a call's metadata. Warm: all, from calls before; cold: nothing before the first call; off: nothing before any call."},
		{Name: "host.prepare", Quantity: fabric.WordQuantity, Words: []string{"contiguous", "strided"},
			Doc: "How the data of a call lie in memory. Strided data are gathered first, at host.prepare.rate."},
		{Name: "host.prepare.rate", Quantity: fabric.RateQuantity, Least: slowest, Most: fastest,
			Doc: "How fast strided data are gathered at the start of a call, by the bytes of the call. It counts as prepare."},
		{Name: "host.serialize.rate", Quantity: fabric.RateQuantity, Least: slowest, Most: fastest,
			Doc: "How fast a CPU encodes the data of a call at its start, by the bytes of the call. It counts as prepare; a library without it sends what lies in memory."},
		{Name: "host.setup", Quantity: fabric.WordQuantity, Words: []string{"warm", "first", "every"},
			Doc: "When a rank pays for setting up its communicator: host.setup.ports, host.setup.scratch and host.setup.rest together. Warm: before the simulation; first: at its first call; every: at each call, as a wrapper does that is built anew each step."},
		{Name: "host.setup.ports", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Asking all ports and paths of the machine while a communicator is set up. It counts as negotiate."},
		{Name: "host.setup.rest", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "The rest of setting a communicator up, such as its bootstrap rounds. It counts as negotiate."},
		{Name: "host.setup.scratch", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Allocating scratch memory while a communicator is set up. It counts as negotiate."},
		{Name: "host.stream.distribution", Quantity: fabric.WordQuantity, Words: distributions,
			Doc: "How host.stream.queued is distributed: always the mean, evenly from 0 to twice the mean, or exponentially. Each rank and call draws its own."},
		{Name: "host.stream.queued", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Mean of what is still queued in the stream when the communication kernel is launched. The kernel begins after it; the wait counts as launch."},
	}
}
