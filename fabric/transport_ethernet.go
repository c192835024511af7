package fabric

import "collsim/sim/units"

// sockets is TCP of an operating system over Ethernet.
func sockets(rate units.Rate, speed string) []prior {
	return between{
		rate: rate, speed: speed + " Ethernet", reached: "-10 %: with enough connections; one reaches 2 to 5 GB/s",
		frame: 8192, header: 90, framed: "1448 or 8948 B", headed: "-50 / +10 %: packets of the model, 4 KiB, carry one each, those of TCP half as many",
		format: "TCP/IP with jumbo frames, MTU 9,000 B: IP 20 B, TCP 32 B, Ethernet 14 + 4 B, preamble and gap 20 B",
		nic:    5 * units.Microsecond, card: "prior, to be verified: the TCP stack and an interrupt at each end; coalescing adds 8-50 us", ofCard: "factor 3",
		forward: 600 * ns, box: "prior, to be verified: Ethernet switches of shallow buffers take 300-800 ns", ofBox: "factor 2",
		ports: 64, ofPorts: "prior, to be verified: 64 ports are common",
	}.priors()
}

const socketsDoc = "It is what NCCL falls back to where it finds nothing better."

var _ = registerTransport(Transport{
	Name:   "ethernet-25",
	Class:  "sockets",
	Doc:    "TCP of the operating system over Ethernet of 25 Gb/s. " + socketsDoc,
	priors: sockets(3_125_000_000, "25 Gb/s"),
})

var _ = registerTransport(Transport{
	Name:   "ethernet-100",
	Class:  "sockets",
	Doc:    "TCP of the operating system over Ethernet of 100 Gb/s. " + socketsDoc,
	priors: sockets(12_500_000_000, "100 Gb/s"),
})

var _ = registerTransport(Transport{
	Name:   "ethernet-200",
	Class:  "sockets",
	Doc:    "TCP of the operating system over Ethernet of 200 Gb/s. " + socketsDoc,
	priors: sockets(25*gigabyte, "200 Gb/s"),
})
