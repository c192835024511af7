package fabric

import "collsim/sim/units"

// tcpx is Google's GPUDirect over TCP.
func tcpx(nic units.Duration, card, speed string) []prior {
	return between{
		rate: 25 * gigabyte, speed: speed, reached: "-15 %: NCCL reaches 85-95 % of it",
		frame: 8192, header: 90, framed: "exact", headed: "-50 / +10 %: packets of the model, 4 KiB, carry one each, those of TCP half as many",
		format: "Google Cloud: MTU 8,244 B = 8,192 B + IP 20 B + TCP 32 B; Ethernet 14 + 4 B, preamble and gap 20 B",
		nic:    nic, card: card, ofCard: "factor 2",
		forward: 600 * ns, box: "prior, to be verified: Ethernet switches of shallow buffers take 300-800 ns; Google does not publish its own", ofBox: "factor 2",
		ports: 64, ofPorts: "prior, to be verified: 64 ports are common; Google does not publish its own",
	}.priors()
}

var _ = registerTransport(Transport{
	Name:  "tcpx",
	Class: "tcpx",
	Doc: "Google's GPUDirect-TCPX, NICs of 200 Gb/s that put what TCP receives into GPU memory: 4 a server in a3-highgpu. " +
		"The protocol itself runs on CPUs.",
	priors: tcpx(10*units.Microsecond, "prior, to be verified: TCP of the kernel at each end, polled", "Google Cloud a3-highgpu-8g: 4 x 200 Gb/s for GPUs"),
})

var _ = registerTransport(Transport{
	Name:  "tcpxo",
	Class: "tcpxo",
	Doc: "Google's GPUDirect-TCPXO (FasTrak), NICs of 200 Gb/s that perform the protocol themselves: 8 a server in a3-megagpu. " +
		"Messages are driven by a service on the CPU.",
	priors: tcpx(5*units.Microsecond, "prior, to be verified: half of TCPX, for the protocol is in hardware", "Google Cloud a3-megagpu-8g: 8 x 200 Gb/s for GPUs"),
})
