package host

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// leastShare keeps ratios of bytes in bounds.
const leastShare = int64(units.Certain / 100)

func share(name, doc string) fabric.Parameter {
	return fabric.Parameter{Name: name, Quantity: fabric.ProbabilityQuantity, Least: leastShare, Most: int64(units.Certain), Doc: doc}
}

func lasting(name, doc string) fabric.Parameter {
	return fabric.Parameter{Name: name, Quantity: fabric.DurationQuantity, Most: longest, Doc: doc}
}

func running(name, doc string) fabric.Parameter {
	return fabric.Parameter{Name: name, Quantity: fabric.RateQuantity, Least: slowest, Most: fastest, Doc: doc}
}

// copying is what thread blocks do to data, by protocol, and what is left of links inside a node.
func copying() []fabric.Parameter {
	const pass = "How fast one channel's thread block copies or combines payload in one pass, "
	const piece = "What a thread block does for each message besides moving its bytes, "
	const gap = "How long a link inside a node idles for each message of all channels, because the thread blocks of a GPU write at a time and pause at a time, "
	const hop = "Inside a node: from the last byte of a message to the peer that sees its flag, "
	return []fabric.Parameter{
		running("host.nccl.block.ll", pass+"by protocol LL. It counts as reduce, or as prepare where nothing is combined."),
		running("host.nccl.block.ll128", pass+"by protocol LL128. It counts as reduce, or as prepare where nothing is combined."),
		running("host.nccl.block.simple", pass+"by protocol Simple. It counts as reduce, or as prepare where nothing is combined."),
		lasting("host.nccl.gap.ll", gap+"by protocol LL. A message takes the link longer by its channel's share of it."),
		lasting("host.nccl.gap.ll128", gap+"by protocol LL128. A message takes the link longer by its channel's share of it."),
		lasting("host.nccl.gap.simple", gap+"by protocol Simple: a slice is written, fenced and flagged. A message takes the link longer by its channel's share of it."),
		lasting("host.nccl.hop.ll", hop+"by protocol LL. What the links themselves take is the fabric's; it counts as protocol."),
		lasting("host.nccl.hop.ll128", hop+"by protocol LL128, in a ring; a hop of a tree takes 1.25/1.9 of it, as NCCL's own constants say. What the links themselves take is the fabric's; it counts as protocol."),
		lasting("host.nccl.hop.simple", hop+"by protocol Simple: a fence, then a counter; a hop of a tree takes 4.0/3.4 of it, as NCCL's own constants say. What the links themselves take is the fabric's; it counts as protocol."),
		lasting("host.nccl.piece.ll", piece+"by protocol LL. It adds to the pass."),
		lasting("host.nccl.piece.ll128", piece+"by protocol LL128. It adds to the pass."),
		lasting("host.nccl.piece.simple", piece+"by protocol Simple: barriers, waiting for and setting counters. It adds to the pass."),
		share("host.nccl.link.duplex", "How much of host.nccl.link.efficiency is left where all GPUs send and receive at a time, as in all collectives but broadcast and reduce. Paths through host memory are worse than their two directions together."),
		share("host.nccl.link.efficiency", "How much of a link inside a node kernels get out of it with all channels at work. A message takes so much more of the link's time; the flags of LL and LL128 come on top."),
		share("host.nccl.nvls.efficiency", "How much of a link a collective by the switches of a node gets out of it. It stands in the place of host.nccl.link.efficiency there."),
		lasting("host.nccl.nvls.piece", "What a thread block does for each message that it hands to or takes from a switch of its node. Links and the switch set the pace of the bytes."),
		lasting("host.nccl.nvls.start", "What a collective by the switches of a node takes before its first message: multicast windows, barriers. It counts as protocol."),
		share("host.nccl.warps.share", "How much of host.nccl.piece.simple and host.nccl.hop.simple goes with the warps of a block, which meet at its barriers. Both are those of 512 threads and a warp for the counters; NCCL gives calls of few bytes fewer, and rings over slow PCIe 256 and a warp at most."),
		share("host.nccl.tree.share", "How much of a thread block's rate is left in each direction of a tree, where it goes up and down at a time. NCCL gives each direction half its threads (Simple), or 70 and 30 in 100."),
	}
}

// crossing is what a message between nodes takes.
func crossing() []fabric.Parameter {
	const hop = "Between nodes: from a message that is ready to one that the peer's block sees, the fabric's own share and the proxy thread's work left out, "
	return []fabric.Parameter{
		share("host.nccl.collnet.efficiency", "How much of host.nccl.net.efficiency is left where switches between nodes add up. It multiplies that."),
		lasting("host.nccl.net.ll", hop+"by protocol LL. Clear to send, post, completion poll, flush; it counts as protocol."),
		lasting("host.nccl.net.ll128", hop+"by protocol LL128. Clear to send, post, completion poll, flush; it counts as protocol."),
		lasting("host.nccl.net.simple", hop+"by protocol Simple. Clear to send, post, completion poll, flush; it counts as protocol."),
		share("host.nccl.net.efficiency", "How much of the network between nodes messages of kernels get out of it. A message takes so much more of the time of every link on its way; the flags of LL and LL128 come on top."),
		{Name: "host.nccl.net.buffered", Quantity: fabric.SizeQuantity, Most: largest,
			Doc: "Largest payload between nodes that the transport sends whole without asking, so that the receiver buffers it in host memory when it is unexpected (see host.nccl.net.unexpected). By LL128 or Simple its place is in GPU memory, and the proxy thread of the receiver copies it there, which takes host.nccl.proxy.fetch."},
		{Name: "host.nccl.net.eager", Quantity: fabric.SizeQuantity, Most: largest,
			Doc: "Largest message, flags of LL or LL128 included, that the network takes without host.nccl.net.rise. Messages of Simple are large and take it as they are."},
		{Name: "host.nccl.net.inline", Quantity: fabric.SizeQuantity, Most: largest,
			Doc: "Largest message between nodes that the transport puts into the command itself, so that the NIC need not read it. By LL, whose lines lie in the host's memory, flags count, and a larger one takes host.nccl.net.read more. By Simple a message that fits is fetched from the GPU's memory first, which takes host.nccl.proxy.fetch. Messages of LL128 are of 2 KiB and more."},
		lasting("host.nccl.net.read", "What a message between nodes of more than host.nccl.net.inline bytes takes more, by LL: the NIC reads its lines from the host's memory. It counts as protocol."),
		lasting("host.nccl.net.rise", "What a message between nodes of more than host.nccl.net.eager bytes, flags included, takes more, by LL or LL128. Software transports ask before they send such; it counts as protocol."),
		lasting("host.nccl.net.unexpected", "What a message between nodes takes more beyond the first ones of its connection in a call, as many as the connection has places, and in a group of sends to more peers than it serves at a time those to all but the first. Receives of those are posted beforehand; others may come before theirs, which transports that match messages put aside first. It counts as protocol. For the copy of small ones see host.nccl.net.buffered."),
		lasting("host.nccl.proxy.fetch", "What a rank's proxy thread takes longer for a message of at most host.nccl.net.inline bytes that lies in GPU memory, by Simple: it copies it out by the driver. It counts as library."),
		lasting("host.nccl.proxy.work", "What a rank's proxy thread does for one message between nodes. Its channels queue for it; it counts as library."),
		running("host.nccl.proxy.ll-rate", "How fast a rank's proxy thread itself moves payload between nodes by LL, whose lines it checks. It counts as library."),
		{Name: "host.nccl.proxy.rate", Quantity: fabric.RateQuantity, Auto: true, Least: slowest, Most: fastest,
			Doc: "How fast a rank's proxy thread itself moves payload between nodes by any protocol, where it copies through the kernel's TCP. Auto is where a NIC reads GPU memory by itself: the thread moves nothing. It counts as library."},
		lasting("host.nccl.p2p.group", "What the host does before a group of sends and receives is launched, whatever their number. It counts as library."),
		lasting("host.nccl.p2p.peer", "What the host does before a group of sends and receives is launched, for each peer. It counts as library."),
		share("host.nccl.p2p.efficiency", "How much of host.nccl.link.efficiency is left to grouped sends and receives. It multiplies that."),
		share("host.nccl.p2p.net-efficiency", "How much of host.nccl.net.efficiency is left to grouped sends and receives. It multiplies that."),
	}
}

// launching is what it takes to launch kernels where not every GPU has a process of its own.
func launching() []fabric.Parameter {
	return []fabric.Parameter{
		lasting("host.nccl.launch.channel", "What whoever launches a kernel needs for each of its channels: an entry in a queue, a proxy's orders, a thread block to start. It counts as launch, and not where launches are replayed from a CUDA graph."),
		lasting("host.nccl.launch.graph-saves", "What a launch that is replayed from a CUDA graph takes less than host.launch. It never takes less than nothing."),
		lasting("host.nccl.launch.issue", "What one thread that launches on all GPUs of its process needs for each. Calls that follow one another are over no faster than all of them are launched; the rest counts as launch."),
		share("host.nccl.launch.rooted", "How much of host.nccl.launch.thread shows in broadcast and reduce. From one call to the next the root runs ahead of the others."),
		lasting("host.nccl.launch.thread", "What takes the place of host.launch where each GPU has a thread of one process. The threads get in one another's way."),
		lasting("host.nccl.p2p.issue", "What one thread that launches on all GPUs of its process needs for each peer of each GPU, in a group of sends and receives. It takes the place of host.nccl.p2p.peer and counts as library."),
	}
}
