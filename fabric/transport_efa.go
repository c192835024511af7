package fabric

import "collsim/sim/units"

// efa is a generation of Amazon's Elastic Fabric Adapter.
func efa(rate units.Rate, speed string, nic units.Duration, card string) []prior {
	return between{
		rate: rate, speed: speed, reached: "-25 %: NCCL reaches 78-97 % of it",
		frame: 8192, header: 82, framed: "exact", headed: "-50 / +20 %: packets of the model, 4 KiB, carry one each, those of EFA half as many",
		format: "prior, to be verified: EFA devices report an MTU of 8,928 B; headers as of RoCEv2",
		nic:    nic, card: card, ofCard: "factor 2",
		forward: 600 * ns, box: "prior, to be verified: Ethernet switches of shallow buffers take 300-800 ns; Amazon does not publish its own", ofBox: "factor 2",
		ports: 64, ofPorts: "prior, to be verified: 64 ports are common; Amazon does not publish its own",
	}.priors()
}

const efaLatency = "prior, to be verified: 15.5 us one way between MPI processes (Amazon, first generation, 2019), less software"

var _ = registerTransport(Transport{
	Name:  "efa-v1",
	Class: "efa-v1",
	Doc: "Amazon's EFA of the first generation, NICs of 100 Gb/s whose protocol, SRD, sprays packets over many ways: 4 a server in p4d and p4de. " +
		"Its latency is well above InfiniBand's.",
	priors: efa(12_500_000_000, "Amazon EC2 p4d and p4de: 4 x 100 Gb/s", 6*units.Microsecond, efaLatency),
})

const plugin = " Its NCCL plug-in presents the NICs beside a GPU as one device (github.com/aws/aws-ofi-nccl, issue 890), which is how the model has them."

var _ = registerTransport(Transport{
	Name:   "efa-v2",
	Class:  "efa-v2",
	Doc:    "Amazon's EFA of the second generation, NICs of 100 Gb/s: 32 a server in p5 and p5e." + plugin,
	Bundle: 4,
	priors: efa(12_500_000_000, "Amazon EC2 p5: 32 x 100 Gb/s; here the rate of one NIC of four that are bundled", 4*units.Microsecond, efaLatency+", a third less since"),
})

var _ = registerTransport(Transport{
	Name:   "efa-v3",
	Class:  "efa-v2",
	Doc:    "Amazon's EFA of the third generation, NICs of 200 Gb/s: 16 a server in p5en." + plugin,
	Bundle: 2,
	priors: efa(25*gigabyte, "Amazon EC2 p5en: 16 x 200 Gb/s; here the rate of one NIC of two that are bundled", 3*units.Microsecond, efaLatency+", half less since"),
})
