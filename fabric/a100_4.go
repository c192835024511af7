package fabric

import "slices"

var _ = registerPreset(Preset{
	Name: "a100-4",
	Doc: "Node with one CPU and 4 A100 GPUs, every pair of which 4 NVLinks join; GPUs and two 200 Gb/s NICs hang on the CPU itself. " +
		"GPUs never forward. Polaris (HPE Cray EX) is made of such nodes.",
	Drawing:     "4 GPU, all pairs =100 GB/s=; [4 GPU + 2 NIC -31.5 GB/s- CPU]; 2 NIC -25 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 4,
	LargeScale:  "dragonfly",
	Transport:   "slingshot-11",
	GPU:         "a100",
	gpusPerNIC:  2,
	priors: slices.Concat(
		brick(25*gigabyte, "NVIDIA A100 data sheet: 12 links x 25 GB/s each way; here the rate of one link, of which 4 join a pair"),
		pcieLink(31_500_000_000, "PCIe 4.0"), epyc(),
		[]prior{{"p2p.nic-rate", RateOf(20 * gigabyte),
			"github.com/NVIDIA/nccl, issue 412: a NIC on the CPU reaches 16 GB/s where one on the GPU's switch reaches 24; with PCIe headers and what NCCL reaches of a NIC's rate", "+-15 %"}},
	),
	build: func(b *builder, node int) []DeviceID { return b.rooted(node, 4) },
})
