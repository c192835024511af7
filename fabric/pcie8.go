package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "pcie-8",
	Doc: "Server with 8 GPUs that have no NVLink and talk over PCIe 4: two share each of 4 PCIe switches, whose uplinks to 2 sockets everybody shares. " +
		"Each socket has one 200 Gb/s NIC, on its first PCIe switch.",
	Drawing:     "4 x [2 GPU -31.5 GB/s- PCIe switch] -31.5 GB/s- 2 CPU -16 GB/s- each other; 2 NIC on switches 0 and 2 -25 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 8,
	LargeScale:  "leaf-spine",
	Transport:   "infiniband-hdr",
	GPU:         "pcie-p2p",
	gpusPerNIC:  4,
	priors: slices.Concat(
		pcie4(), socket(16*gigabyte, "NCCL 2.30 topology table: AMD sockets, peer traffic"), epyc(),
	),
	build: (*builder).tree,
})
