package fabric

var _ = registerTransport(Transport{
	Name:  "slingshot-11",
	Class: "slingshot",
	Doc: "HPE Slingshot 11: NICs (Cassini) and cables of 200 Gb/s, switches (Rosetta) of 64 ports, made for dragonflies. " +
		"NCCL reaches it through libfabric.",
	priors: between{
		rate: 25 * gigabyte, speed: "HPE Slingshot 11: 200 Gb/s a port", reached: "-30 %: NCCL reaches 67-90 % of it",
		frame: 2048, header: 64, framed: "+-100 %", headed: "+-50 %",
		format: "prior, to be verified: packets of 2 KiB of an optimised Ethernet",
		nic:    350 * ns, card: "prior, to be verified: MPI takes 1.7-2 us one way through one switch, less that, PCIe and software", ofCard: "+-50 %",
		forward: 350 * ns, box: "Rosetta: 350 ns, 300-400 ns for most packets (De Sensi et al., SC 2020)", ofBox: "+-15 %",
		ports: 64, ofPorts: "Rosetta: 64 ports of 200 Gb/s (De Sensi et al., SC 2020)",
	}.priors(),
})
