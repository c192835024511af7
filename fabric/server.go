package fabric

import "strconv"

// PCIe trees put two GPUs on a PCIe switch and two PCIe switches on a socket.
const (
	gpusPerSwitch     = 2
	switchesPerSocket = 2
)

// tree adds the GPUs, PCIe switches and CPU sockets of a server and their links, and returns the PCIe switches. GPUs
// that are not there leave no empty switch or socket behind.
func (b *builder) tree(node int) []DeviceID {
	gpus := b.gpus(node)
	var switches, cpus []DeviceID
	for i, gpu := range gpus {
		if i%gpusPerSwitch == 0 {
			switches = append(switches, b.device(PCIeSwitch, node, "pcie"+strconv.Itoa(len(switches))))
		}
		b.wire(gpu, switches[len(switches)-1], "pcie", 1)
	}
	for i, s := range switches {
		if i%switchesPerSocket == 0 {
			cpus = append(cpus, b.device(CPU, node, "cpu"+strconv.Itoa(len(cpus))))
		}
		b.uplink(s, cpus[len(cpus)-1])
	}
	if len(cpus) == 2 {
		b.wire(cpus[0], cpus[1], "socket", 1)
	}
	return switches
}

// nvswitched adds a server whose GPUs meet in an NVSwitch and have one NIC each.
func nvswitched(b *builder, node int) {
	switches := b.tree(node)
	nvswitch := b.device(NVSwitch, node, "nvswitch0")
	for _, gpu := range b.gpusOf(node) {
		b.wire(gpu, nvswitch, "nvlink", 1)
	}
	for i := range b.spec.GPUsPerNode {
		b.nic(node, switches[i/gpusPerSwitch])
	}
}
