package nccl

import "collsim/algo"

// Algorithm is one of NCCL's, in NCCL's order, which decides ties.
type Algorithm uint8

// NCCL's algorithms. Grouped is not one of them: it is what a group of sends and receives does.
const (
	Tree Algorithm = iota
	Ring
	CollNetDirect
	CollNetChain
	NVLS
	NVLSTree
	PAT
	algorithms
	Grouped = algorithms
)

var algorithmNames = [...]string{"Tree", "Ring", "CollNetDirect", "CollNetChain", "NVLS", "NVLSTree", "PAT", "Grouped"}

// String is NCCL's own name, as NCCL_ALGO takes it.
func (a Algorithm) String() string { return algorithmNames[a] }

// simpleOnly tells of an algorithm that it speaks Simple only.
func (a Algorithm) simpleOnly() bool { return a != Tree && a != Ring && a != Grouped }

// Protocol is how data and the news of it travel together.
type Protocol uint8

// NCCL's protocols.
const (
	LL     Protocol = iota // 4 bytes of data and 4 of flag in every store
	LL128                  // 120 bytes of data and 8 of flag in every line
	Simple                 // data, then a flag a slice
	protocols
)

var (
	protocolNames = [...]string{"ll", "ll128", "simple"}
	protocolWords = [...]string{"LL", "LL128", "Simple"}
)

// String is the name in scenarios: ll, ll128 or simple.
func (p Protocol) String() string { return protocolNames[p] }

// Word is NCCL's own name, as NCCL_PROTO takes it: LL, LL128 or Simple.
func (p Protocol) Word() string { return protocolWords[p] }

// collectives are NCCL's own, in NCCL's order; all others are groups of sends and receives.
var collectives = [...]algo.Collective{algo.Broadcast, algo.Reduce, algo.AllGather, algo.ReduceScatter, algo.AllReduce}

// collectiveWords are NCCL's names for them.
var collectiveWords = [...]string{"Broadcast", "Reduce", "AllGather", "ReduceScatter", "AllReduce"}

// schedule names the algorithm of package algo that stands for one of NCCL's; "" where there is none.
func (a Algorithm) schedule(c algo.Collective) string {
	switch a {
	case Ring:
		if c == algo.Broadcast || c == algo.Reduce {
			return "chain"
		}
		return "ring"
	case Tree:
		return "double_binary_tree"
	case CollNetDirect:
		return "collnet"
	case CollNetChain:
		return "collnet_chain"
	case NVLS:
		return "nvls"
	case NVLSTree:
		return "nvls_tree"
	case PAT:
		return "pat"
	}
	return "grouped"
}
