package nccl

import (
	"math/bits"

	"collsim/algo"
	"collsim/sim/units"
)

// hopOf is the row of latencies inside a node.
func (t *Tuning) hopOf(a Algorithm) int {
	if t.Graphs.of(a).TypeIntra == NVL {
		return hopNVLink
	}
	return hopPCIe
}

// inside is the latency of a hop in a node, across of one between nodes.
func (t *Tuning) inside(a Algorithm, p Protocol) units.Duration {
	if a == Tree && p == Simple && t.System.CPU == Power && t.hopOf(a) == hopPCIe {
		a = Ring // NCCL favours trees on such hosts
	}
	return t.costs.hop[t.hopOf(a)][a][p]
}

func (t *Tuning) across(a Algorithm, p Protocol) units.Duration {
	from, lag := a, t.System.NICLag
	if t.System.perNode() == 1 && t.since(23, 0) {
		from = Tree // with one GPU a node nothing hides it
	}
	d := t.costs.hop[hopNet][from][p]
	if !t.since(18, 0) {
		if lag > 0 {
			return lag
		}
		return d
	}
	if p == Simple {
		lag *= 2 // the flush
	}
	return d + lag
}

// lag is the latency of a call.
func (t *Tuning) lag(c int, a Algorithm, p Protocol) units.Duration {
	s, coll, base := &t.System, collectives[c], t.costs.base[a][p]
	in, out := t.inside(a, p), t.across(a, p)
	if p == LL && s.Nodes > 1 && !t.since(18, 0) {
		in = in * 18 / 10
	}
	others, depth := units.Duration(s.perNode()-1), units.Duration(log2(s.Nodes))
	switch a {
	case Ring:
		return base + t.ringLag(coll, p, in, out)
	case Tree:
		return base + 2*(others*in+depth*out)
	case CollNetDirect:
		arity := units.Duration(0.4 * us)
		if !t.since(19, 0) {
			arity = 0.5 * us
		}
		return base + 2*(min(1, others)*in+others*arity) + out
	case CollNetChain:
		if !t.since(18, 0) {
			return base + 2*others*in
		}
		return base + 2*others*in + out
	case PAT:
		return base + depth*out*2/7 + units.Duration(s.Ranks)*(2.8*us)
	}
	return t.nvlsLag(a, base, in, out, depth)
}

func (t *Tuning) nvlsLag(a Algorithm, base, in, out, depth units.Duration) units.Duration {
	nodes := units.Duration(t.System.Nodes)
	switch {
	case a == NVLSTree && !t.since(19, 0):
		return base + 2*(nodes-1)*t.costs.hop[hopNet][a][Simple]
	case a == NVLSTree:
		return base + in + 2*depth*out
	case nodes > 1:
		return base + in + out
	}
	return base + in
}

// ringLag: one hop of a ring after another. Broadcast and reduce count one hop where all channels are alike.
func (t *Tuning) ringLag(coll algo.Collective, p Protocol, in, out units.Duration) units.Duration {
	nodes, all := t.System.Nodes, t.ringSteps(coll)
	if coll == algo.Broadcast || coll == algo.Reduce {
		hw, from := hopNet, Ring
		if nodes == 1 {
			hw = t.hopOf(Ring)
		}
		if t.Graphs.Ring.Same {
			return t.costs.hop[hw][Ring][p]
		}
		if p == Simple {
			from = Tree
		}
		return units.Duration(all) * t.costs.hop[hw][from][p]
	}
	crossings := 0
	if nodes > 1 {
		crossings = nodes - 1
		if coll == algo.AllReduce {
			crossings = 2 * (nodes - 1)
			if t.since(10, 0) && !t.since(23, 0) {
				crossings = 2 * nodes
			}
		}
		if t.since(18, 0) {
			in = max(in, t.post(p))
		}
	}
	return units.Duration(all-crossings)*in + units.Duration(crossings)*out
}

// post is what NCCL takes the host to need for each step of a ring across nodes.
func (t *Tuning) post(p Protocol) units.Duration {
	d := units.Duration(1 * us)
	if t.System.CPU == AMD {
		d = 2 * us
	}
	if p == Simple {
		return 3 * d
	}
	return d
}

// log2 is the whole part of the binary logarithm.
func log2(n int) int { return bits.Len(uint(n)) - 1 }
