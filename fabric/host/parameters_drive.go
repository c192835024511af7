package host

import "collsim/fabric"

// driving is what moves messages along beside the lane that posts them.
func driving() []fabric.Parameter {
	return []fabric.Parameter{
		{Name: "host.ack", Quantity: fabric.WordQuantity, Words: []string{"none", "software", "hardware"},
			Doc: "Who acknowledges a message to its sender, which does not post again or end before. Software: the receiver's library, with a post and a round trip over PCIe; hardware: its NIC by itself."},
		{Name: "host.bounce.rate", Quantity: fabric.RateQuantity, Least: slowest, Most: fastest,
			Doc: "How fast data are copied between GPU and host memory where host.gpudirect is no. It counts as prepare, at both ends of a message between nodes."},
		{Name: "host.gpudirect", Quantity: fabric.YesNoQuantity,
			Doc: "Whether the NIC reads and writes GPU memory by itself. If not, data between nodes are copied through host memory at both ends, and the sender hears of the copy's end after a round trip over PCIe."},
		{Name: "host.offload", Quantity: fabric.YesNoQuantity,
			Doc: "Whether the NIC answers requests and clears to send by itself. If not, each takes a post on the core of whoever got it, and a round trip over PCIe."},
		{Name: "host.pcie.roundtrip", Quantity: fabric.DurationQuantity, Most: longest,
			Doc: "From something that happens at a device to what the CPU tells it in answer: PCIe there and back. It counts as protocol, where host.offload, host.ack or host.gpudirect call for it."},
		{Name: "host.proxy", Quantity: fabric.WordQuantity, Words: []string{"none", "rank", "node"},
			Doc: "Who shares a proxy thread that drives the messages between nodes, one after the other. The lanes of a rank or the ranks of a node queue for it; waiting for it counts as library."},
		{Name: "host.proxy.instructions", Quantity: fabric.CountQuantity, Unit: "instructions", Most: mostInstructions,
			Doc: "CPU instructions that the proxy thread executes for one message. Over host.core.clock they are its time, which counts as library."},
		{Name: "host.window", Quantity: fabric.CountQuantity, Unit: "messages", Most: mostWindow,
			Doc: "How many messages a lane may have on their way to one peer that has not taken them, as slots of a connection are; 0 means any number. Whoever takes one tells its sender by an empty message, which counts as protocol. NCCL has 8 (NCCL_STEPS)."},
	}
}
