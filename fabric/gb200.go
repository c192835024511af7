package fabric

import (
	"slices"
	"strconv"
)

// A compute tray of the rack has two Grace CPUs with two GPUs each.
const (
	gpusPerGrace  = 2
	gracesPerTray = 2
)

var _ = registerPreset(Preset{
	Name: "gb200-nvl72",
	Doc: "Rack of 18 trays with 4 GB200 GPUs each, all 72 on NVLink 5 through NVSwitches, here one switch that never blocks; a node is a rack. " +
		"Two GPUs and their two 400 Gb/s NICs hang on each Grace CPU, two of which share a tray; rail r joins NIC r of all trays.",
	Drawing:     "72 GPU =900 GB/s= NVSwitch; 18 x 2 x [2 GPU =225 GB/s= CPU -63 GB/s- 2 NIC]; 72 NIC -50 GB/s- network",
	Nodes:       1,
	GPUsPerNode: 72,
	LargeScale:  "rail-optimised",
	Transport:   "infiniband-ndr",
	GPU:         "gb200",
	gpusPerNIC:  1,
	rails:       gpusPerGrace * gracesPerTray,
	priors: slices.Concat(
		multicasting("fourth-generation NVSwitch: NVLink SHARP, as in the third (NVIDIA, GB200 NVL72, 2024)"),
		nvlink(900*gigabyte, "NVIDIA GB200 NVL72 data sheet: 1.8 TB/s a GPU both ways = 18 links x 50 GB/s each way"), nvswitch(),
		c2c(225*gigabyte, "prior, to be verified: NVIDIA GB200 data sheet, 900 GB/s both ways a superchip, here half of it for each GPU", "-0 / +100 %"),
		pcieLink(63*gigabyte, "PCIe 5.0"), grace(),
		socket(300*gigabyte, "prior, to be verified: coherent NVLink between the two Grace CPUs of a tray, 600 GB/s both ways"),
	),
	build: func(b *builder, node int) []DeviceID {
		nvswitch := b.device(NVSwitch, node, "nvswitch0")
		var cpus []DeviceID
		for i, gpu := range b.gpus(node) {
			if i%gpusPerGrace == 0 {
				cpu := b.device(CPU, node, "cpu"+strconv.Itoa(len(cpus)))
				if len(cpus)%gracesPerTray == 1 {
					b.wire(cpus[len(cpus)-1], cpu, "socket", 1)
				}
				cpus = append(cpus, cpu)
			}
			b.wire(gpu, nvswitch, "nvlink", 1)
			b.wire(gpu, cpus[len(cpus)-1], "c2c", 1)
		}
		return cpus
	},
})
