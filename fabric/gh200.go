package fabric

import (
	"slices"
	"strconv"
)

// nvlinksOfPair is how many of the 18 NVLinks of a GH200 lead to each of the 3 others of its node.
const nvlinksOfPair = 6

var _ = registerPreset(Preset{
	Name: "gh200-4",
	Doc: "Node of 4 GH200 superchips, each a Hopper GPU on a Grace CPU by NVLink-C2C, with NVLink 4 between all pairs of GPUs and one 200 Gb/s NIC a CPU. " +
		"A GPU reaches its NIC through its CPU; GPUs never forward.",
	Drawing:     "4 x [GPU =450 GB/s= CPU -63 GB/s- NIC -25 GB/s- network]; all pairs of GPU =150 GB/s=; all pairs of CPU =100 GB/s=",
	Nodes:       1,
	GPUsPerNode: 4,
	LargeScale:  "leaf-spine",
	Transport:   "infiniband-ndr200",
	GPU:         "gh200",
	gpusPerNIC:  1,
	priors: slices.Concat(
		brick(25*gigabyte, "NVIDIA GH200 data sheet: 18 links x 25 GB/s each way; here the rate of one link, of which 6 join a pair"),
		c2c(450*gigabyte, "NVIDIA GH200 data sheet: 900 GB/s both ways", "-25 %: copies reach less (Fusco et al. 2024)"),
		pcieLink(63*gigabyte, "PCIe 5.0"), grace(),
		socket(100*gigabyte, "prior, to be verified: Fusco et al. 2024, Grace to Grace within a node of four"),
	),
	build: func(b *builder, node int) []DeviceID {
		gpus := b.gpus(node)
		var cpus []DeviceID
		for i, gpu := range gpus {
			cpu := b.device(CPU, node, "cpu"+strconv.Itoa(i))
			b.wire(gpu, cpu, "c2c", 1)
			for j := range i {
				b.wire(gpus[j], gpu, "nvlink", nvlinksOfPair)
				b.wire(cpus[j], cpu, "socket", 1)
			}
			cpus = append(cpus, cpu)
		}
		return cpus
	},
})
