package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "pcie-4",
	Doc: "Server with 4 GPUs that have no NVLink and talk over PCIe 4: two share each of 2 PCIe switches, both on one socket. " +
		"It has one 200 Gb/s NIC, on the first PCIe switch.",
	Drawing:     "2 x [2 GPU -31.5 GB/s- PCIe switch] -31.5 GB/s- CPU; 1 NIC on switch 0 -25 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 4,
	LargeScale:  "leaf-spine",
	Transport:   "infiniband-hdr",
	GPU:         "pcie-p2p",
	gpusPerNIC:  4,
	priors:      slices.Concat(pcie4(), epyc()),
	build:       (*builder).tree,
})
