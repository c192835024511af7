package nccl

import (
	"fmt"

	"collsim/algo"
)

// unavailable says why the model leaves a combination out; "" = it does not.
func (t *Tuning) unavailable(c int, a Algorithm, p Protocol) string {
	coll := collectives[c]
	if why := t.unfit(coll, a, p); why != "" {
		return why
	}
	if t.Env.algorithms[c][a] == denied {
		return "NCCL_ALGO leaves it out"
	}
	return t.noProtocol(c, a, p)
}

// unfit says why an algorithm cannot do it on this machine.
func (t *Tuning) unfit(coll algo.Collective, a Algorithm, p Protocol) string {
	own := coll == algo.AllGather || coll == algo.ReduceScatter
	switch {
	case a == Ring:
		return ""
	case coll == algo.Broadcast || coll == algo.Reduce:
		return fmt.Sprintf("NCCL has %s as a ring only", coll)
	case own && (a == Tree || a == CollNetChain || a == NVLSTree):
		return fmt.Sprintf("NCCL has no %s by it", coll)
	case a == PAT && !own:
		return "it is for all_gather and reduce_scatter"
	case a.simpleOnly() && p != Simple:
		return "it speaks Simple only"
	}
	switch a {
	case CollNetDirect, CollNetChain:
		return t.noCollNet(own)
	case NVLS, NVLSTree:
		return t.noNVLS(coll, a)
	case PAT:
		return t.noPAT()
	}
	if t.Graphs.of(a).Channels == 0 {
		return "no channels were found for it"
	}
	return ""
}

func (t *Tuning) noCollNet(own bool) string {
	s := &t.System
	switch {
	case !s.SHARP || s.Nodes == 1:
		return "the network does not add up"
	case s.perNode() > maxDirect:
		return "it is for 8 GPUs a node at most"
	case own && !t.since(20, 0):
		return "it came with 2.20"
	case own:
		return "collsim has no schedule of it"
	}
	return ""
}

func (t *Tuning) noNVLS(coll algo.Collective, a Algorithm) string {
	s := &t.System
	switch {
	case s.Wires != Switched:
		return "there is no NVSwitch"
	case s.GPU.Capability < 90:
		return "the NVSwitch does not add up before Hopper"
	case t.Env.NVLSDisable:
		return "NCCL_NVLS_ENABLE=0 leaves it out"
	case a == NVLS && !t.since(17, 0):
		return "it came with 2.17"
	case a == NVLSTree && !t.since(18, 0):
		return "it came with 2.18"
	case a == NVLSTree && s.Nodes == 1:
		return "it is for several nodes"
	case a == NVLS && s.Nodes > 1 && !s.SHARP:
		return "across nodes it needs a network that adds up"
	case a == NVLS && s.Nodes > 1:
		return "collsim has no schedule of NVSwitches and a network that both add up"
	case coll != algo.AllReduce && t.since(18, 0) && !t.since(19, 0):
		return "2.18 has it for all_reduce only"
	case coll != algo.AllReduce && s.perNode() > maxHeads:
		return "it is for 32 GPUs a node at most"
	case t.Graphs.NVLS.Channels < 2:
		return "it needs two GPUs a node"
	}
	return ""
}

func (t *Tuning) noPAT() string {
	s := &t.System
	switch {
	case !t.since(23, 0):
		return "it came with 2.23"
	case t.Env.PATDisable:
		return "NCCL_PAT_ENABLE=0 leaves it out"
	case s.Nodes != s.Ranks:
		return "it is for one GPU a node"
	}
	return ""
}

// noProtocol says why a protocol may not be used on the paths of an algorithm.
func (t *Tuning) noProtocol(c int, a Algorithm, p Protocol) string {
	switch said := t.Env.protocols[c][p]; {
	case said == denied:
		return "NCCL_PROTO leaves it out"
	case said == allowed || p != LL128:
		return ""
	}
	return t.distrust(t.Graphs.of(a), t.System.GPU.Capability)
}

// distrust says why NCCL would not use LL128 on the paths of a graph: it needs stores of 128 bytes that arrive whole.
func (t *Tuning) distrust(g *Graph, capability int) string {
	intra, inter := NVB, PXB
	if !t.since(18, 3) {
		intra = NVL
	}
	if capability >= 90 && t.since(17, 0) {
		inter = PXN
	}
	switch {
	case g.TypeIntra > intra:
		return fmt.Sprintf("LL128 is not trusted over %v", g.TypeIntra)
	case g.TypeInter > inter:
		return fmt.Sprintf("LL128 is not trusted over %v to the NIC", g.TypeInter)
	case capability < 70:
		return "LL128 is not trusted before Volta"
	case !t.since(27, 0) && !knownLL128(t.Version, capability):
		return fmt.Sprintf("%v does not trust LL128 on compute capability %d", t.Version, capability)
	}
	return ""
}

// knownLL128 are the GPUs that versions before 2.27 name.
func knownLL128(v Version, capability int) bool {
	switch capability {
	case 70, 80:
		return true
	case 90:
		return !v.before(Version{2, 15, 0})
	case 100, 120:
		return !v.before(Version{2, 25, 0})
	}
	return false
}
