package nccl

import (
	"fmt"

	"collsim/sim/units"
)

// System is what NCCL sees of the machine and of the communicator.
type System struct {
	Ranks int // one a GPU
	Nodes int // hosts, or domains of one NVLink fabric, with as many ranks each; 0 = 1
	GPU   GPU
	Wires Wires // between the GPUs of a node
	Mesh  int   // GPUs that are Meshed, those without a rank as well; 0 = the ranks of a node
	CPU   CPU
	CPUs  int // of a node, each with links to all others; 0 = 1

	NICs    int            // a node, as many as NCCL may use
	NICRate units.Rate     // of one, as its driver says
	NICPath Path           // from a GPU to the nearest NIC; 0 = PIX
	NICLag  units.Duration // what its plugin declares beyond NCCL's own constant: 0 of InfiniBand and sockets, 75 us of EFA

	SHARP bool // the network adds up: CollNet is enabled
}

// GPU is what NCCL's tables distinguish of a GPU.
type GPU struct {
	Capability int        // CUDA's: 70 V100, 80 A100, 90 H100, 100 B200, 120 RTX PRO 6000
	NVLinks    int        // of one GPU
	PCIe       units.Rate // of its slot as NCCL counts it: 12 GB/s for 16 lanes of generation 3, 24, 48, 96
}

// Wires is how the GPUs of a node reach one another.
type Wires uint8

// How GPUs are wired together.
const (
	Switched Wires = iota // all NVLinks to NVSwitches
	Meshed                // NVLinks from every GPU to every other, as many to each
	Cube                  // NVLinks in a hybrid cube mesh: as many rings as a GPU has links
	PCIe                  // peer to peer through PCIe
	Host                  // through memory of the host: no peer to peer
)

// CPU is what NCCL's tables distinguish of a host.
type CPU uint8

// Hosts.
const (
	Intel CPU = iota
	AMD
	Arm
	Power
)

// socketRate is what NCCL takes a link between two CPUs of a node for (topo.h: of Intel's, Skylake's).
var socketRate = [...]units.Rate{Intel: 10e9, AMD: 16e9, Arm: 6e9, Power: 32e9}

// Path is a class of path, the nearest first, as nvidia-smi topo names them.
type Path uint8

// NCCL's classes of paths.
const (
	LOC Path = iota // the same device
	NVL             // NVLink
	NVB             // NVLink through another GPU
	C2C             // chip to chip
	PIX             // one PCIe switch
	PXB             // several PCIe switches
	P2C             // chip to chip and a PCIe switch
	PXN             // through another GPU's NIC
	PHB             // the host's bridge
	SYS             // between sockets
)

var pathNames = [...]string{"LOC", "NVL", "NVB", "C2C", "PIX", "PXB", "P2C", "PXN", "PHB", "SYS"}

// String is NCCL's name of the class.
func (p Path) String() string { return pathNames[p] }

// perNode is the number of ranks a node.
func (s *System) perNode() int { return s.Ranks / s.Nodes }

// settle fills in the defaults and refuses what cannot be.
func (s *System) settle() error {
	s.Nodes = max(s.Nodes, 1)
	s.Mesh = max(s.Mesh, s.Ranks/s.Nodes, 2)
	if s.NICPath == LOC {
		s.NICPath = PIX
	}
	switch {
	case s.Ranks < 1:
		return fmt.Errorf("nccl: a communicator needs at least 1 rank, not %d", s.Ranks)
	case s.Ranks > mostRanks:
		return fmt.Errorf("nccl: %d ranks are too many: at most %d", s.Ranks, mostRanks)
	case s.Ranks%s.Nodes != 0:
		return fmt.Errorf("nccl: %d ranks do not spread evenly over %d nodes; NCCL's model of uneven nodes is not known here", s.Ranks, s.Nodes)
	case s.GPU.Capability < 60:
		return fmt.Errorf("nccl: a GPU of compute capability %d is too old: at least 60", s.GPU.Capability)
	case s.GPU.PCIe == 0:
		return fmt.Errorf("nccl: the GPU's PCIe slot has no rate")
	case s.GPU.NVLinks == 0 && s.Wires <= Cube:
		return fmt.Errorf("nccl: GPUs without NVLink cannot be wired with it")
	case s.Nodes > 1 && (s.NICs < 1 || s.NICRate == 0):
		return fmt.Errorf("nccl: %d nodes need NICs with a rate", s.Nodes)
	}
	return nil
}

// mostRanks keeps rates times ranks within 64 bits.
const mostRanks = 1 << 22
