package fabric

import "collsim/sim/units"

// roce is RDMA over Ethernet, version 2, at a speed of Ethernet.
func roce(rate units.Rate, speed string, ports int64, box string, card string) []prior {
	return between{
		rate: rate, speed: speed + " Ethernet", reached: "-5 %: NCCL reaches 92-97 % of it",
		frame: 4096, header: 82, framed: "exact where MTUs allow 4,096 B; 1,024 B with Ethernet's own 1,500 B", headed: "+-16 B",
		format: "RoCEv2 (InfiniBand Architecture, annex A17): MTU 4,096 B; Ethernet 14 + 4 B, IP 20 B, UDP 8 B, BTH 12 B, ICRC 4 B, preamble and gap 20 B",
		nic:    150 * ns, card: card, ofCard: "+-50 %",
		forward: 500 * ns, box: "prior, to be verified: Ethernet switches of shallow buffers take 300-800 ns", ofBox: "-40 / +60 %",
		ports: ports, ofPorts: box,
	}.priors()
}

const (
	roceDoc  = "Switches are modelled by credit unless switch.flow-control is set to pause (PFC) or drop."
	roceCard = "prior, to be verified: as the same card on InfiniBand, and Ethernet's checks"
)

var _ = registerTransport(Transport{
	Name:   "roce-100",
	Class:  "roce",
	Doc:    "RDMA over Ethernet (RoCEv2), NICs and cables of 100 Gb/s. " + roceDoc,
	priors: roce(12_500_000_000, "100 Gb/s", 64, "Broadcom Tomahawk 2, 6.4 Tb/s: 64 ports of 100 Gb/s", roceCard),
})

var _ = registerTransport(Transport{
	Name:   "roce-200",
	Class:  "roce",
	Doc:    "RDMA over Ethernet (RoCEv2), NICs and cables of 200 Gb/s. " + roceDoc,
	priors: roce(25*gigabyte, "200 Gb/s", 64, "Broadcom Tomahawk 3, 12.8 Tb/s: 64 ports of 200 Gb/s", roceCard),
})

var _ = registerTransport(Transport{
	Name:   "roce-400",
	Class:  "roce",
	Doc:    "RDMA over Ethernet (RoCEv2), NICs and cables of 400 Gb/s. " + roceDoc,
	priors: roce(50*gigabyte, "400 Gb/s", 64, "Broadcom Tomahawk 4, 25.6 Tb/s: 64 ports of 400 Gb/s", roceCard),
})
