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

// rooted adds a server whose GPUs hang on its one CPU, every pair joined by so many NVLinks, and returns the CPU.
func (b *builder) rooted(node, nvlinks int) []DeviceID {
	gpus := b.gpus(node)
	cpu := b.device(CPU, node, "cpu0")
	for i, gpu := range gpus {
		b.wire(gpu, cpu, "pcie", 1)
		for j := range i {
			if nvlinks > 0 {
				b.wire(gpus[j], gpu, "nvlink", nvlinks)
			}
		}
	}
	return []DeviceID{cpu}
}

// sockets records which devices belong to which CPU, for Levels: whatever reaches it over PCIe or
// NVLink-C2C, and its memory. CPUs with unequal numbers
// of GPUs, or with GPUs whose ranks do not follow each other, are no level; nor is one CPU a node, which is the node.
func (b *builder) sockets() {
	g := b.graph
	s := grouping{name: "socket", part: make([]int32, len(g.Devices))}
	for d := range s.part {
		s.part[d] = -1
	}
	for d := range g.Devices {
		if g.Devices[d].Kind == CPU {
			b.claim(DeviceID(d), s.part, int32(s.parts))
			s.parts++
		}
	}
	if s.parts > g.Nodes && s.equal(g.GPUs) {
		g.sockets = s
	}
}

// equal says whether every part has equally many of the GPUs, one after the other.
func (s *grouping) equal(gpus []DeviceID) bool {
	size := len(gpus) / s.parts
	for r, gpu := range gpus {
		if size == 0 || int(s.part[gpu]) != r/size {
			return false
		}
	}
	return true
}

// claim marks a device and all that hang on it by PCIe or NVLink-C2C.
func (b *builder) claim(d DeviceID, part []int32, owner int32) {
	part[d] = owner
	for _, id := range b.graph.Out(d) {
		if l := &b.graph.Links[id]; (l.Medium == "pcie" || l.Medium == "c2c" || l.Medium == "dram" || l.Medium == "copy") && part[l.To] != owner {
			b.claim(l.To, part, owner)
		}
	}
}

// nvswitched adds a server whose GPUs meet in an NVSwitch.
func nvswitched(b *builder, node int) []DeviceID {
	switches := b.tree(node)
	nvswitch := b.device(NVSwitch, node, "nvswitch0")
	for _, gpu := range b.gpusOf(node) {
		b.wire(gpu, nvswitch, "nvlink", 1)
	}
	return switches
}
