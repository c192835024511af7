package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"collsim/algo/nccl"
	"collsim/fabric"
	"collsim/sim/units"
)

// server is what NCCL's tables know of a preset by name: its GPU and its host, which stand in no graph.
type server struct {
	preset, gpu string
	cpu         nccl.CPU
}

var servers = []server{
	{"a100-4", "a100", nccl.AMD}, {"dgx1-v100", "v100", nccl.Intel}, {"gb200-nvl72", "gb200", nccl.Arm}, {"gh200-4", "gh200", nccl.Arm},
	{"hgx-a100", "a100", nccl.AMD}, {"hgx-b200", "b200", nccl.Intel}, {"hgx-h100", "h100", nccl.Intel}, {"hgx-v100", "v100", nccl.Intel},
	{"pcie-2", "rtx-2080-ti", nccl.Intel}, {"pcie-4", "l40s", nccl.AMD}, {"pcie-8", "l40s", nccl.AMD}, {"pcie-8-shared-nic", "l40s", nccl.AMD},
	{"rtx-pcie-4", "rtx-pro-6000", nccl.AMD},
}

// efaLag is the latency that the plug-in of EFA declares to NCCL's model for p4 and p5 (aws-ofi-nccl 1.7.0 to 1.13.2, platform-aws.c).
const efaLag = 75 * units.Microsecond

// system is what NCCL sees of the fabric and of the ranks on it.
func (b *bound) system() (nccl.System, error) {
	f, g := &b.scenario.Fabric, b.graph
	i := slices.IndexFunc(servers, func(s server) bool { return s.preset == f.Preset })
	if i < 0 {
		return nccl.System{}, fmt.Errorf("library: nccl knows no GPU of preset %s; valid: %s", f.Preset, serverNames())
	}
	gpu, err := nccl.FindGPU(servers[i].gpu)
	if err != nil {
		return nccl.System{}, err
	}
	s := nccl.System{Ranks: len(b.gpus), Nodes: b.nodes(), GPU: gpu, CPU: servers[i].cpu, Wires: b.wires()}
	for i := range g.Devices {
		if d := &g.Devices[i]; d.Kind == fabric.CPU && d.Node == 0 {
			s.CPUs++
		}
	}
	if s.Wires == nccl.Meshed {
		s.Mesh = g.GPUsPerNode
	}
	s.SHARP = len(g.SeatsInNetwork(1).Devices) > 0
	if s.Nodes > 1 {
		b.cards(&s)
	}
	return s, nil
}

func serverNames() string {
	names := make([]string, len(servers))
	for i := range servers {
		names[i] = servers[i].preset
	}
	return strings.Join(names, ", ")
}

// nodes is on how many nodes the ranks stand.
func (b *bound) nodes() int {
	on := make([]bool, b.graph.Nodes)
	n := 0
	for _, gpu := range b.gpus {
		if node := b.node(gpu); !on[node] {
			on[node], n = true, n+1
		}
	}
	return n
}

// wires is how the GPUs of the first node reach one another.
func (b *bound) wires() nccl.Wires {
	g := b.graph
	peers, direct := make([]bool, len(g.Devices)), 0
	for _, id := range g.Out(g.GPUs[0]) {
		switch to := g.Links[id].To; {
		case g.Devices[to].Kind == fabric.NVSwitch:
			return nccl.Switched
		case g.Devices[to].Kind == fabric.GPU && !peers[to]:
			peers[to], direct = true, direct+1
		}
	}
	switch {
	case direct > 0 && direct == g.GPUsPerNode-1:
		return nccl.Meshed
	case direct > 0:
		return nccl.Cube
	case b.parameter("p2p.pcie").Word == "off":
		return nccl.Host
	}
	return nccl.PCIe
}

// parameter is the value of a parameter of the fabric.
func (b *bound) parameter(name string) fabric.Value {
	p, _ := fabric.Find(fabric.Parameters(), name)
	for _, s := range b.ofFabric {
		if s.Name == name {
			return s.Value
		}
	}
	v, _, _ := b.scenario.value(p)
	return v
}

// cards is what NCCL sees of the NICs of a node.
func (b *bound) cards(s *nccl.System) {
	g := b.graph
	s.NICs = g.NICsPerNode
	if strings.HasPrefix(b.scenario.networkClass(), "efa") {
		s.NICLag = efaLag
	}
	if len(g.NICs) == 0 {
		return
	}
	for _, id := range g.Out(g.NICs[0]) {
		if l := &g.Links[id]; g.Devices[l.To].Node < 0 {
			s.NICRate = max(s.NICRate, l.Rate)
		}
	}
	s.NICPath = b.toNIC()
}

// toNIC is the class of the path from the first GPU to the NIC through which its messages leave.
func (b *bound) toNIC() nccl.Path {
	g := b.graph
	away := slices.IndexFunc(b.gpus, func(gpu int32) bool { return b.node(gpu) != b.node(b.gpus[0]) })
	route, err := g.Route(int(b.gpus[0]), int(b.gpus[away]), 0)
	if err != nil {
		return nccl.PHB // the run says so
	}
	switches, chip, path := 0, false, nccl.PIX
	for _, id := range route {
		l := &g.Links[id]
		chip = chip || l.Medium == "c2c"
		switch g.Devices[l.To].Kind {
		case fabric.PCIeSwitch:
			switches++
		case fabric.CPU:
			if path == nccl.PIX && !chip {
				path = nccl.PHB
			} else if chip {
				path = nccl.P2C
			}
		case fabric.NIC:
			if path == nccl.PIX && switches > 1 {
				path = nccl.PXB
			}
			return path
		}
		if l.Medium == "socket" {
			return nccl.SYS
		}
	}
	return path
}
