package nccl

import (
	"collsim/algo"
	"collsim/sim/units"
)

// fill works out the table of the model.
func (t *Tuning) fill() {
	for c := range collectives {
		for a := range algorithms {
			for p := range protocols {
				r := &t.rows[c][a][p]
				if r.reason = t.unavailable(c, a, p); r.reason != "" {
					continue
				}
				r.rate, r.lag = t.rate(c, a, p), t.lag(c, a, p)
				if r.rate == 0 {
					r.reason = "the model gives it no bandwidth"
				}
			}
		}
		t.keepOne(c)
	}
}

// keepOne: before 2.24 a list that leaves nothing over is passed over.
func (t *Tuning) keepOne(c int) {
	if t.since(24, 0) {
		return
	}
	for a := range algorithms {
		for p := range protocols {
			if t.rows[c][a][p].rate > 0 {
				return
			}
		}
	}
	for p := range protocols {
		if t.noProtocol(c, Ring, p) == "" {
			t.rows[c][Ring][p] = row{lag: t.lag(c, Ring, p), rate: t.rate(c, Ring, p)}
		}
	}
}

// nodesColumn is the column of the tables: one node, two, or more.
func (t *Tuning) nodesColumn() int { return min(t.System.Nodes, 3) - 1 }

// llRow: on one node the GPU limits LL, across nodes the host.
func (t *Tuning) llRow() generation {
	switch {
	case t.System.Nodes == 1:
		return t.gen
	case t.System.CPU == AMD:
		return ampere
	}
	return volta
}

// rate is the bandwidth of the algorithm: bytes of the call a second.
func (t *Tuning) rate(c int, a Algorithm, p Protocol) units.Rate {
	s, coll := &t.System, collectives[c]
	bus := t.bus(coll, a, p)
	own := coll == algo.AllGather || coll == algo.ReduceScatter
	switch {
	case own && a == NVLS && !t.since(23, 0):
		return bus * 5 / 6
	case own && a != Ring:
		return bus
	case a == Ring, t.since(28, 0) && (a == NVLS || a == NVLSTree):
		return bus * units.Rate(s.Ranks) / units.Rate(t.ringSteps(coll))
	case a == NVLS || a == NVLSTree:
		return t.oldNVLS(a, bus)
	}
	return bus / 2
}

// oldNVLS is NCCL's rule of thumb before 2.28.
func (t *Tuning) oldNVLS(a Algorithm, bus units.Rate) units.Rate {
	n := units.Rate(t.System.Nodes)
	switch {
	case a == NVLS && !t.since(18, 3):
		return bus * 3 / 4
	case a == NVLSTree && !t.since(19, 0):
		return bus * 7 * n / (20 * (n - 1))
	}
	return bus * 5 / 6
}

// ringSteps is the number of hops that each byte makes in a ring.
func (t *Tuning) ringSteps(coll algo.Collective) int {
	n := t.System.Ranks
	switch coll {
	case algo.AllReduce:
		return 2 * (n - 1)
	case algo.AllGather, algo.ReduceScatter:
		return n - 1
	}
	return n
}

// bus is what all channels carry together.
func (t *Tuning) bus(coll algo.Collective, a Algorithm, p Protocol) units.Rate {
	g := t.Graphs.of(a)
	each, col := g.Inter, t.nodesColumn()
	if t.System.Nodes <= 2 || a == CollNetDirect || a == CollNetChain {
		each = g.Intra
	}
	if a == NVLS || a == NVLSTree {
		each = t.eachNVLS(coll, a)
	}
	channels := units.Rate(g.Channels)
	b := channels * each
	if most := t.costs.most[t.gen]; most > 0 {
		b = min(b, most)
	}
	switch a {
	case Ring:
		return t.ringBus(coll, p, b)
	case Tree:
		b = min(b*92/100, channels*t.costs.tree[t.gen][col])
		return t.treeBus(p, b)
	case PAT:
		if t.since(24, 0) {
			return b * 75 / 100
		}
		return b * 85 / 100
	case CollNetDirect:
		return t.directBus(coll, g, b)
	case CollNetChain:
		if !t.since(18, 0) {
			return b * 3 / 4
		}
	}
	return b
}

func (t *Tuning) ringBus(coll algo.Collective, p Protocol, b units.Rate) units.Rate {
	channels, col := units.Rate(t.Graphs.Ring.Channels), t.nodesColumn()
	switch {
	case p == LL && t.since(21, 0):
		return min(b/2, t.costs.llMost[t.llRow()][col])
	case p == LL && (t.System.Nodes > 1 || coll == algo.AllReduce || coll == algo.Reduce):
		return min(b/4, t.costs.llMost[t.llRow()][col])
	case p == LL:
		return min(b/3, t.costs.llMost[t.llRow()][col])
	case p == Simple:
		return b
	}
	each := t.costs.ringLL128[t.gen][col]
	if !t.since(10, 0) {
		each = ringLL128Before210(coll)
	}
	if t.System.perNode() < 2 && !t.since(23, 0) {
		return min(b*7/10, channels*each)
	}
	return min(b*92/100, channels*each)
}

// ringLL128Before210 is the limit of a channel, by collective.
func ringLL128Before210(coll algo.Collective) units.Rate {
	switch coll {
	case algo.Broadcast:
		return 18.8e9
	case algo.Reduce:
		return 12e9
	case algo.AllGather:
		return 18.3e9
	case algo.ReduceScatter:
		return 15.2e9
	}
	return 16.9e9
}

func (t *Tuning) treeBus(p Protocol, b units.Rate) units.Rate {
	g, col := &t.Graphs.Tree, t.nodesColumn()
	switch {
	case p == LL:
		b = min(b*10/38, t.costs.llMost[t.llRow()][col])
	case p == LL128:
		each := t.costs.treeLL128[t.gen][col]
		if !t.since(10, 0) {
			each = 16.9e9
		}
		if t.System.Nodes == 1 {
			b = b * 7 / 9
		} else {
			b = b * 120 / 128
		}
		b = min(b, units.Rate(g.Channels)*each)
	}
	if g.Plain && t.since(18, 3) {
		b = b * 85 / 100
	}
	return b
}

func (t *Tuning) directBus(coll algo.Collective, g *Graph, b units.Rate) units.Rate {
	n := units.Rate(t.System.perNode())
	if coll != algo.AllReduce {
		return n * min(g.Intra, g.Inter*9/10)
	}
	b = b * 2 * units.Rate(g.Channels) / (n + units.Rate(g.Channels)) // GPUs a NIC, halfway to one
	if t.System.GPU.Capability >= 90 && t.since(18, 0) {
		b = b * 85 / 100
	}
	return b
}

// eachNVLS is the rate of one channel of NVLS.
func (t *Tuning) eachNVLS(coll algo.Collective, a Algorithm) units.Rate {
	g, n := &t.Graphs.NVLS, units.Rate(t.System.perNode())
	heads := units.Rate(g.Channels)
	if !t.since(28, 0) {
		return t.eachOldNVLS(coll, a, n)
	}
	intra := g.Intra * nvlsEfficiency[t.gen] / 100 * (heads - 1) / heads
	if coll == algo.AllReduce {
		intra *= 2
	} else {
		intra = intra * (n - 1) / n
	}
	inter := g.Inter
	if a == NVLS {
		return min(intra, inter)
	}
	if t.System.Nodes <= 2 {
		inter *= 2
	}
	return min(intra, inter, t.costs.nvlsTree[t.gen][t.nodesColumn()])
}

// nvlsEfficiency in percent, by generation.
var nvlsEfficiency = [generations]units.Rate{0, 0, 85, 74}

func (t *Tuning) eachOldNVLS(coll algo.Collective, a Algorithm, n units.Rate) units.Rate {
	g := &t.Graphs.NVLS
	switch {
	case !t.since(19, 0):
		if t.System.Nodes <= 2 {
			return g.Intra
		}
		return g.Inter
	case a == NVLSTree && t.System.Nodes > 2:
		return min(g.Intra, g.Inter/2)
	case a == NVLS && coll != algo.AllReduce && t.since(27, 0):
		return min(g.Intra*(n-1)/n, g.Inter*9/10)
	}
	return min(g.Intra, g.Inter)
}
