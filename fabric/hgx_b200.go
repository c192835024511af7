package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "hgx-b200",
	Doc: "Server with 8 B200 GPUs on NVLink 5 through NVSwitches, here one switch that never blocks, and one 400 Gb/s NIC a GPU. " +
		"Two GPUs and two NICs share each of 4 PCIe 5 switches, two of which hang on each of 2 sockets.",
	Drawing:     "8 GPU =900 GB/s= NVSwitch; 4 x [2 GPU + 2 NIC -63 GB/s- PCIe switch] -63 GB/s- 2 CPU; 8 NIC -50 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 8,
	LargeScale:  "rail-optimised",
	Transport:   "infiniband-ndr",
	GPU:         "b200",
	gpusPerNIC:  1,
	priors: slices.Concat(
		multicasting("fourth-generation NVSwitch: NVLink SHARP, as in the third (NVIDIA, Blackwell architecture brief, 2024)"),
		nvlink(900*gigabyte, "NVIDIA HGX B200 data sheet: 1.8 TB/s both ways = 18 links x 50 GB/s each way"), nvswitch(),
		pcie5(), socket(22*gigabyte, "prior, to be verified: NCCL 2.30 topology table, Sapphire Rapids sockets; those of Emerald Rapids are alike"),
		hostMemory(140*gigabyte, "prior, to be verified: 8 channels of DDR5-5600, 358 GB/s (Intel Xeon, fifth generation, data sheet)"),
	),
	build: nvswitched,
})
