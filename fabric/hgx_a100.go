package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "hgx-a100",
	Doc: "Server with 8 A100 GPUs on NVLink 3 through NVSwitches, here one switch that never blocks, and one 200 Gb/s NIC a GPU. " +
		"Two GPUs and two NICs share each of 4 PCIe 4 switches, two of which hang on each of 2 sockets.",
	Drawing:     "8 GPU =300 GB/s= NVSwitch; 4 x [2 GPU + 2 NIC -31.5 GB/s- PCIe switch] -31.5 GB/s- 2 CPU; 8 NIC -25 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 8,
	LargeScale:  "rail-optimised",
	Transport:   "infiniband-hdr",
	GPU:         "a100",
	gpusPerNIC:  1,
	priors: slices.Concat(
		nvlink(300*gigabyte, "NVIDIA A100 data sheet: 600 GB/s both ways = 12 links x 25 GB/s each way"), nvswitch(),
		pcie4(), socket(16*gigabyte, "NCCL 2.30 topology table: AMD sockets, peer traffic"), epyc(),
	),
	build: nvswitched,
})
