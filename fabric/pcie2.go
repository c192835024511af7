package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "pcie-2",
	Doc: "Server with 2 consumer GPUs (RTX 2080 Ti) below one PCIe 3 switch, whose driver lets no GPU write into another: they talk through host memory. " +
		"All they say crosses the link between switch and CPU twice. It has one 25 Gb/s Ethernet NIC, on the switch.",
	Drawing:     "[2 GPU + 1 NIC -15.75 GB/s- PCIe switch] -15.75 GB/s- CPU; 1 NIC -3.125 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 2,
	LargeScale:  "leaf-spine",
	Transport:   "ethernet-25",
	GPU:         "pcie",
	gpusPerNIC:  2,
	priors: slices.Concat(
		[]prior{{"p2p.pcie", WordOf("off"), "GeForce drivers without P2P over PCIe: nvidia-smi topo -p2p says NS", "exact"}},
		pcie3(),
		hostMemory(51*gigabyte, "prior, to be verified: 6 channels of DDR4-2666, 128 GB/s (Intel Xeon Scalable, first generation, data sheet)"),
	),
	build: (*builder).tree,
})
