package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "hgx-h100",
	Doc: "Server with 8 H100 GPUs on NVLink 4 through NVSwitches, here one switch that never blocks, and one 400 Gb/s NIC a GPU. " +
		"Two GPUs and two NICs share each of 4 PCIe 5 switches, two of which hang on each of 2 sockets.",
	Drawing:     "8 GPU =450 GB/s= NVSwitch; 4 x [2 GPU + 2 NIC -63 GB/s- PCIe switch] -63 GB/s- 2 CPU; 8 NIC -50 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 8,
	LargeScale:  "rail-optimised",
	Transport:   "infiniband-ndr",
	GPU:         "h100",
	gpusPerNIC:  1,
	priors: slices.Concat(
		multicasting("third-generation NVSwitch: multicast and NVLink SHARP reductions (NVIDIA, Hot Chips 2022)"),
		nvlink(450*gigabyte, "NVIDIA H100 data sheet: 900 GB/s both ways = 18 links x 25 GB/s each way"), nvswitch(),
		pcie5(), socket(22*gigabyte, "NCCL 2.30 topology table: Sapphire Rapids sockets, peer traffic"),
		hostMemory(120*gigabyte, "prior, to be verified: 8 channels of DDR5-4800, 307 GB/s (Intel Xeon, fourth generation, data sheet)"),
	),
	build: nvswitched,
})
