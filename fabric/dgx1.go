package fabric

import "slices"

// cubeMesh lists the pairs of a DGX-1 with Tesla V100 that NVLink joins, and with how many of the 6 bricks of each GPU,
// as nvidia-smi topo -m prints them on that machine (NV1, NV2).
var cubeMesh = []struct{ a, b, bricks int }{
	{0, 1, 1}, {0, 2, 1}, {0, 3, 2}, {1, 2, 2}, {1, 3, 1}, {2, 3, 2},
	{0, 4, 2}, {1, 5, 2}, {2, 6, 1}, {3, 7, 1},
	{4, 5, 1}, {4, 6, 1}, {4, 7, 2}, {5, 6, 2}, {5, 7, 1}, {6, 7, 2},
}

var _ = registerPreset(Preset{
	Name: "dgx1-v100",
	Doc: "DGX-1 with 8 V100 GPUs in a hybrid cube mesh: two full quads, 0-3 and 4-7, and NVLink 2 from each GPU to its twin in the other. " +
		"GPUs never forward, so other pairs use PCIe 3 and the CPUs; 4 PCIe switches carry 2 GPUs and one 100 Gb/s NIC each.",
	Drawing:     "2 x [4 GPU all joined] =25 or 50 GB/s= twins; 4 x [2 GPU + 1 NIC -15.75 GB/s- PCIe switch] -15.75 GB/s- 2 CPU; 4 NIC -12.5 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 8,
	LargeScale:  "leaf-spine",
	Transport:   "infiniband-edr",
	GPU:         "v100",
	gpusPerNIC:  2,
	priors: slices.Concat(
		brick(25*gigabyte, "NVIDIA DGX-1 with Tesla V100 white paper: 6 links x 25 GB/s each way; here the rate of one link"),
		pcie3(), socket(6*gigabyte, "NCCL 2.30 topology table: Broadwell sockets, peer traffic"),
		hostMemory(27*gigabyte, "prior, to be verified: 4 channels of DDR4-2133, 68 GB/s (Intel Xeon E5-2698 v4 in a DGX-1)"),
	),
	build: meshed,
})

// meshed adds a server whose GPUs are joined as a hybrid cube mesh.
func meshed(b *builder, node int) []DeviceID {
	switches := b.tree(node)
	gpus := b.gpusOf(node)
	for _, pair := range cubeMesh {
		if pair.a < len(gpus) && pair.b < len(gpus) {
			b.wire(gpus[pair.a], gpus[pair.b], "nvlink", pair.bricks)
		}
	}
	return switches
}
