package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "pcie-8-shared-nic",
	Doc: "The server of pcie-8 with one 200 Gb/s NIC for all 8 GPUs, on the first PCIe switch. " +
		"Whatever leaves the node shares that NIC, and half of it crosses between the sockets first.",
	Drawing:     "4 x [2 GPU -31.5 GB/s- PCIe switch] -31.5 GB/s- 2 CPU -16 GB/s- each other; 1 NIC on switch 0 -25 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 8,
	LargeScale:  "leaf-spine",
	Transport:   "infiniband-hdr",
	GPU:         "pcie-p2p",
	gpusPerNIC:  8,
	priors: slices.Concat(
		pcie4(), socket(16*gigabyte, "NCCL 2.30 topology table: AMD sockets, peer traffic"), epyc(),
	),
	build: (*builder).tree,
})
