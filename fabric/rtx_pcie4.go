package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "rtx-pcie-4",
	Doc: "Server with one CPU and 4 workstation GPUs without NVLink (RTX PRO 6000) that hang on it by PCIe 5 and write into each other's memory through it. " +
		"It has one 400 Gb/s NIC, on the CPU.",
	Drawing:     "[4 GPU + 1 NIC -63 GB/s- CPU]; 1 NIC -50 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 4,
	LargeScale:  "leaf-spine",
	Transport:   "infiniband-ndr",
	GPU:         "pcie-p2p",
	gpusPerNIC:  4,
	priors: slices.Concat(
		pcieLink(63*gigabyte, "PCIe 5.0"),
		hostMemory(240*gigabyte, "prior, to be verified: 12 channels of DDR5-6400, 614 GB/s (AMD EPYC 9005 data sheet)"),
	),
	build: func(b *builder, node int) []DeviceID { return b.rooted(node, 0) },
})
