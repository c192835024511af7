package host

import "collsim/fabric"

// placing is where the library's thread runs: on which socket, and whether it may be moved.
func placing() []fabric.Parameter {
	jitter := func(name, thread string) fabric.Parameter {
		return fabric.Parameter{Name: "host." + name + ".jitter", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "Mean of what the scheduler adds to each post of a thread that " + thread + ". Each post draws its own; it counts as skew."}
	}
	distribution := func(name string) fabric.Parameter {
		return fabric.Parameter{Name: "host." + name + ".distribution", Quantity: fabric.WordQuantity, Words: distributions,
			Doc: "How host." + name + ".jitter is distributed. It is always the mean, or even from 0 to twice the mean, or exponential."}
	}
	return []fabric.Parameter{
		distribution("free"),
		jitter("free", "may run on any core"),
		{Name: "host.numa", Quantity: fabric.WordQuantity, Words: []string{"local", "remote"},
			Doc: "Whether the library's memory is on the socket that its thread runs on. If it is remote, each post takes host.numa.accesses times host.numa.penalty longer."},
		{Name: "host.numa.accesses", Quantity: fabric.CountQuantity, Unit: "accesses", Most: mostAccesses,
			Doc: "Accesses to memory that posting a message makes past the caches. They cost more where host.numa is remote."},
		{Name: "host.numa.penalty", Quantity: fabric.DurationQuantity, Most: longestPage,
			Doc: "What an access to the other socket's memory takes longer than one to its own. It counts as library."},
		distribution("pinned"),
		jitter("pinned", "is pinned to a core beside the NIC"),
		{Name: "host.pinning", Quantity: fabric.WordQuantity, Words: []string{"ideal", "pinned", "free"},
			Doc: "Where the scheduler may put the library's thread. Ideal: nothing ever disturbs it; pinned and free: each post is late by chance, as host.pinned.jitter and host.free.jitter say."},
	}
}
