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
	priors: slices.Concat(
		nvlink(25*gigabyte, "NVIDIA GH200 data sheet: 18 links x 25 GB/s each way; here the rate of one link, of which 6 join a pair"),
		[]prior{{"nvlink.latency", DurationOf(200 * ns),
			"prior, to be verified: the low end of 200-300 ns a hop, for there is no switch between", "+-30 %"}},
		c2c(450*gigabyte, "NVIDIA GH200 data sheet: 900 GB/s both ways", "-25 %: copies reach less (Fusco et al. 2024)"),
		pcieLink(63*gigabyte, "PCIe 5.0"), grace(),
		socket(100*gigabyte, "prior, to be verified: Fusco et al. 2024, Grace to Grace within a node of four"),
		infiniBand(25*gigabyte, "NDR200 200 Gb/s", 128, 125*ns, 200*ns,
			"prior, to be verified: ConnectX-7 one way 0.6-0.8 us back to back, less PCIe and software",
			"prior, to be verified: Quantum-2 figures between <150 and 330 ns are published; each of 64 ports is split in two"),
	),
	build: func(b *builder, node int) {
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
		for _, cpu := range cpus {
			b.nic(node, cpu)
		}
	},
})
