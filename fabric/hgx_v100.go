package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "hgx-v100",
	Doc: "Server with 8 V100 GPUs on an HGX-1 board, the hybrid cube mesh of the DGX-1: two full quads, 0-3 and 4-7, and NVLink 2 from each GPU to its twin in the other. " +
		"It differs from dgx1-v100 in the CPUs alone, a generation newer.",
	Drawing:     "2 x [4 GPU all joined] =25 or 50 GB/s= twins; 4 x [2 GPU + 1 NIC -15.75 GB/s- PCIe switch] -15.75 GB/s- 2 CPU; 4 NIC -12.5 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 8,
	LargeScale:  "leaf-spine",
	Transport:   "infiniband-edr",
	GPU:         "v100",
	gpusPerNIC:  2,
	priors: slices.Concat(
		brick(25*gigabyte, "NVIDIA V100 data sheet: 300 GB/s both ways = 6 links x 25 GB/s each way; here the rate of one link"),
		pcie3(), socket(10*gigabyte, "NCCL 2.30 topology table: Skylake sockets, peer traffic"),
		hostMemory(51*gigabyte, "prior, to be verified: 6 channels of DDR4-2666, 128 GB/s (Intel Xeon Scalable, first generation, data sheet)"),
	),
	build: meshed,
})
