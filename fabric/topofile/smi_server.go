package topofile

import (
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// isGPU says whether a device of the matrix is a GPU.
func (m *smi) isGPU(at int) bool { return strings.HasPrefix(m.names[at], "GPU") }

// build guesses a tree of PCIe from the classes.
func (m *smi) build(o Import) {
	m.which(o)
	names := make([]string, len(m.names))
	gpus, nics := 0, 0
	for i := range m.names {
		if m.isGPU(i) {
			names[i] = m.add(fabric.GPU, "gpu"+strconv.Itoa(gpus))
			gpus++
		} else {
			names[i] = "nic" + strconv.Itoa(nics)
			nics++
		}
	}
	t := &guess{smi: m, names: names}
	t.tree()
	for i, name := range names {
		if !m.isGPU(i) {
			m.add(fabric.NIC, name)
			card := m.cards[m.names[i]]
			if card == "" {
				card = m.names[i]
			}
			m.server.nics = append(m.server.nics, uplink{nic: name, note: card})
		}
	}
	m.nvlinks(names)
	m.note("guessed: the tree of PCIe switches and CPUs, from classes that say only what lies between two devices")
}

// which settles which GPU it is: by the flag, or by how many NVLinks there are.
func (m *smi) which(o Import) {
	m.gpu, _ = gpuNamed(o.GPU)
	if o.GPU != "" {
		return
	}
	most := 0
	for a := range m.cells {
		sum := 0
		for _, c := range m.cells[a] {
			if c.class == nvlinks {
				sum, most = sum+c.count, max(most, c.count, min(sum, 12))
			}
		}
	}
	name := "h100"
	switch {
	case most == 0:
		name = "pcie"
	case most <= 6:
		name = "v100"
	case most <= 12:
		name = "a100"
	}
	m.gpu, _ = gpuNamed(name)
	m.note("assumed: the GPUs are like %s, by the number of NVLinks; say which with --gpu", name)
}

// nvlinks wires GPUs to each other, or to an NVSwitch where all have more links than a GPU has ports.
func (m *smi) nvlinks(names []string) {
	per := m.gpu.rate
	if per == 0 {
		per = 25 * gigabyte
	}
	switched, any := true, false
	var widest []int
	for a := range m.cells {
		if !m.isGPU(a) {
			continue
		}
		sum, most := 0, 0
		for b, c := range m.cells[a] {
			if m.isGPU(b) && a != b {
				if c.class == nvlinks {
					sum, most, any = sum+c.count, max(most, c.count), true
				} else {
					sum = -1 << 20
				}
			}
		}
		widest = append(widest, most)
		switched = switched && sum > max(m.gpu.links, 1) && sum > most
	}
	if !any {
		return
	}
	m.note("assumed: an NVLink carries %s each way, by the data sheet of %s", per.Short(), m.gpu.name)
	if switched {
		for i, count := range widest {
			m.wire("gpu"+strconv.Itoa(i), "nvswitch0", "nvlink", rateOf(per*units.Rate(count)))
		}
		m.add(fabric.NVSwitch, "nvswitch0")
		m.note("assumed: all NVSwitches are one that never blocks, for a GPU has fewer links than its cells add up to")
		return
	}
	for a := range m.cells {
		for b := a + 1; b < len(m.cells); b++ {
			if c := m.cells[a][b]; c.class == nvlinks {
				m.wire(names[a], names[b], "nvlink", rateOf(per*units.Rate(c.count)))
			}
		}
	}
}
