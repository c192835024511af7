package host

import "collsim/fabric"

// The parameters without their defaults, by what they are about. Parameters sorts them.

// posting is what it takes to hand a message to the NIC.
func posting() []fabric.Parameter {
	return []fabric.Parameter{
		{Name: "host.core.clock", Quantity: fabric.FrequencyQuantity, Least: slowestClock, Most: fastest,
			Doc: "Clock of the CPU core that runs the library, at one instruction a cycle. Posting a message takes host.core.instructions over it."},
		{Name: "host.core.instructions", Quantity: fabric.CountQuantity, Unit: "instructions", Most: mostInstructions,
			Doc: "CPU instructions that the library executes to post one message. Over the core's clock they are the library time; lanes of one rank share its core."},
		{Name: "host.detour", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "What a software hop in the path between nodes, such as a container network or an extra route, adds to each connection. The first message between two ranks of different nodes waits so long, others between the two until it is over; it counts as protocol."},
		{Name: "host.eager", Quantity: fabric.SizeQuantity,
			Doc: "Largest message that is sent at once, through a buffer that is registered already. Larger ones ask first: request to send, clear to send, data."},
		{Name: "host.handshake", Quantity: fabric.YesNoQuantity,
			Doc: "Whether messages above host.eager ask first. Without it every message is sent at once, without copy or registration."},
		{Name: "host.nic.small", Quantity: fabric.SizeQuantity, Most: largest,
			Doc: "Messages between nodes of fewer bytes than this take the NIC host.nic.small.penalty longer. 0 B means that none do."},
		{Name: "host.nic.small.penalty", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Mean of what the NIC spends on a small message more than on others: header, work request, DMA mapping, look-up of the queue pair. Its tail is exponential, a lane's messages leave in order, and all of it counts as protocol."},
		{Name: "host.nic.start", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "From the doorbell to a message's first byte on the wire: work request, DMA read. Control messages pay it too; it counts as protocol."},
	}
}

// moving is what is done to the bytes of a message.
func moving() []fabric.Parameter {
	return []fabric.Parameter{
		{Name: "host.copy.rate", Quantity: fabric.RateQuantity, Least: slowest, Most: fastest,
			Doc: "How fast an eager message is copied into the registered buffer at the sender and out of it at the receiver. It counts as prepare."},
		{Name: "host.reduce.on", Quantity: fabric.WordQuantity, Words: []string{"gpu", "core"},
			Doc: "Who combines received data with a rank's own. The GPU does it beside everything else; on the rank's core all its lanes queue for it."},
		{Name: "host.reduce.rate", Quantity: fabric.RateQuantity, Least: slowest, Most: fastest,
			Doc: "How fast received bytes are combined with a rank's own. On the GPU each lane has this rate for itself."},
		{Name: "host.register.base", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Registering a buffer for the NIC, whatever its size: system call, PCIe read-modify-write. It adds to host.register.page for each page."},
		{Name: "host.register.cache", Quantity: fabric.WordQuantity, Words: []string{"warm", "cold", "off"},
			Doc: "What the registration cache knows. Warm: the buffer is registered already; cold: each rank registers all of it before its first rendezvous; off: each rendezvous registers what it moves, at both ends."},
		{Name: "host.register.capacity", Quantity: fabric.SizeQuantity,
			Doc: "How many bytes a cold registration cache holds for each rank; 0 B means all. With a limit each message registers what it moves at its first use, and what was used longest ago gives way."},
		{Name: "host.register.page", Quantity: fabric.DurationQuantity, Most: longestPage,
			Doc: "Registering one page: pinning it and filling the NIC's table. A buffer has its bytes over host.register.page-size of them, rounded up."},
		{Name: "host.register.page-size", Quantity: fabric.SizeQuantity, Least: smallestPage, Most: largest,
			Doc: "Size of the pages that are registered. GPU memory is pinned in pages of 64 KiB, host memory in pages of 4 KiB."},
	}
}

// noticing is how a rank finds out that a message has arrived.
func noticing() []fabric.Parameter {
	return []fabric.Parameter{
		{Name: "host.completion", Quantity: fabric.WordQuantity, Words: []string{"polling", "interrupt"},
			Doc: "How a rank notices that a message has arrived. Polling looks every host.poll while it waits; an interrupt comes after the NIC's coalescing timer and wakes a thread."},
		{Name: "host.interrupt.coalesce", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "How long the NIC waits for more arrivals before it interrupts. One interrupt then tells of all that came by then."},
		{Name: "host.interrupt.handler", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "From the interrupt to the waiting thread's first instruction: handler, scheduler, context switch. A rank that polls does not pay it."},
		{Name: "host.poll", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Time of one look for a completion. A message is noticed at the end of the first look that begins after, or goes on while, it arrives."},
	}
}
