package fabric

import "collsim/sim/units"

// infiniBand is a generation of InfiniBand over four lanes.
func infiniBand(rate units.Rate, generation string, ports int64, nic, forward units.Duration, card, box string) []prior {
	return between{
		rate: rate, speed: "InfiniBand " + generation + ", 4 lanes", reached: "-4 %: NCCL reaches 93-98 % of it",
		frame: 4096, header: 30, framed: "exact", headed: "+-12 B",
		format: "InfiniBand Architecture: MTU 4,096 B; headers 8 + 12 B, checks 4 + 2 B, and 16 B RETH on the first packet, less framing: about 30 B",
		nic:    nic, card: card, ofCard: "+-50 %",
		forward: forward, box: box, ofBox: "-35 / +65 %",
		ports: ports, ofPorts: "ports of that switch generation in one box (vendor data sheet)",
	}.priors()
}

var _ = registerTransport(Transport{
	Name:  "infiniband-edr",
	Class: "infiniband-hdr",
	Doc: "InfiniBand EDR: NICs and cables of 100 Gb/s, switches of 36 ports. " +
		"It came with servers of V100 GPUs.",
	priors: infiniBand(12_500_000_000, "EDR 100 Gb/s", 36, 175*ns, 90*ns,
		"prior, to be verified: ConnectX-4 and -5 one way 0.75-0.9 us back to back, less PCIe and software",
		"prior, to be verified: Switch-IB 2, 90 ns port to port (vendor)"),
})

var _ = registerTransport(Transport{
	Name:  "infiniband-hdr",
	Class: "infiniband-hdr",
	Doc: "InfiniBand HDR: NICs and cables of 200 Gb/s, switches of 40 ports. " +
		"It came with servers of A100 GPUs.",
	priors: infiniBand(25*gigabyte, "HDR 200 Gb/s", 40, 175*ns, 130*ns,
		"prior, to be verified: ConnectX-6 one way 0.75-0.9 us back to back, less PCIe and software",
		"Quantum HDR: 130 ns port to port (vendor)"),
})

var _ = registerTransport(Transport{
	Name:  "infiniband-ndr200",
	Class: "infiniband-ndr",
	Doc: "InfiniBand NDR with two NICs of 200 Gb/s a port of 400 Gb/s, so that a switch has 128 of them. " +
		"It is what clusters of GH200 buy that do not need more.",
	priors: infiniBand(25*gigabyte, "NDR200 200 Gb/s", 128, 125*ns, 200*ns,
		"prior, to be verified: ConnectX-7 one way 0.6-0.8 us back to back, less PCIe and software",
		"prior, to be verified: Quantum-2 figures between <150 and 330 ns are published; each of 64 ports is split in two"),
})

var _ = registerTransport(Transport{
	Name:  "infiniband-ndr",
	Class: "infiniband-ndr",
	Doc: "InfiniBand NDR: NICs and cables of 400 Gb/s, switches of 64 ports. " +
		"It came with servers of H100 GPUs.",
	priors: infiniBand(50*gigabyte, "NDR 400 Gb/s", 64, 125*ns, 200*ns,
		"prior, to be verified: ConnectX-7 one way 0.6-0.8 us back to back, less PCIe and software",
		"prior, to be verified: Quantum-2 figures between <150 and 330 ns are published"),
})

var _ = registerTransport(Transport{
	Name:  "infiniband-xdr",
	Class: "infiniband-ndr",
	Doc: "InfiniBand XDR: NICs and cables of 800 Gb/s, switches of 144 ports. " +
		"It came with servers of B300 GPUs.",
	priors: infiniBand(100*gigabyte, "XDR 800 Gb/s", 144, 125*ns, 200*ns,
		"prior, to be verified: as ConnectX-7; no figure of ConnectX-8 is published",
		"prior, to be verified: as Quantum-2; no figure of Quantum-X800 is published"),
})
