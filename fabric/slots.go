package fabric

import (
	"strconv"

	"collsim/sim/units"
)

// mostNICs of a server.
const mostNICs = 1 << 10

// connected looks at the transport and how many NICs there are to be.
func (b *builder) connected() {
	s, ok := &b.spec, false
	if b.transport, ok = FindTransport(s.Transport); !ok && s.Transport != "" {
		b.problems.add("transport", "%v", unknown{"there is no transport", s.Transport, transportNames()})
	}
	switch bundle := b.transport.bundle(); {
	case s.NICs == 0:
	case s.NICs < 0 || s.NICs > mostNICs:
		b.problems.add("nics", "%d NICs a node; 1 to %d are possible", s.NICs, mostNICs)
	case b.preset.gpusPerNIC == 0:
		b.problems.add("nics", "%s has no NICs: its GPUs are wired to the network themselves", s.Preset)
	case s.NICs%bundle != 0:
		b.problems.add("nics", "%d NICs a node; the driver of %s presents %d as one, so that a multiple of %d is needed", s.NICs, s.Transport, bundle, bundle)
	}
}

// cards adds the NICs of a node, spread over its slots: as evenly as they go, from the first. Each stands for as many as
// its driver bundles into one.
func (b *builder) cards(node int, slots []DeviceID) {
	n, most := b.nics(), len(slots)
	for i := range n {
		at := i * most / n
		if n < most {
			at = over(i*most, n)
		}
		b.nic(node, slots[at])
	}
}

// nics is how many NICs a node has, bundles counted once: those asked for, or as the preset has. A node with fewer GPUs
// than the server has room for keeps those that are theirs.
func (b *builder) nics() int {
	gpus := b.spec.GPUsPerNode
	switch {
	case b.preset.gpusPerNIC == 0:
		return 0
	case b.spec.NICs > 0:
		return over(b.spec.NICs/b.transport.bundle()*gpus, b.preset.GPUsPerNode)
	}
	return over(gpus, b.preset.gpusPerNIC)
}

// nic adds the next NIC of a node to a PCIe switch, or to a CPU, whose root complex may pass peers on more slowly than its
// links move bytes.
func (b *builder) nic(node int, at DeviceID) {
	g, i := b.graph, 0
	for i < len(g.NICs) && g.Devices[g.NICs[len(g.NICs)-1-i]].Node == int32(node) {
		i++
	}
	nic := b.device(NIC, node, "nic"+strconv.Itoa(i))
	g.NICs = append(g.NICs, nic)
	cable := b.medium("pcie")
	if g.Devices[at].Kind == CPU {
		b.slowed(&cable.link)
	}
	b.join(nic, at, cable, 1)
}

// slowed makes a link between a NIC and a CPU as slow as the root complex passes peers on.
func (b *builder) slowed(l *Link) {
	if rate := b.value("p2p.nic-rate").Int; rate != Auto {
		l.Rate = min(l.Rate, units.Rate(rate))
	}
}
