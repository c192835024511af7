package nccl

import "collsim/sim/units"

// Graph is what the search for channels finds for one pattern.
type Graph struct {
	Channels             int
	Intra, Inter         units.Rate // of one channel, in a node and across
	TypeIntra, TypeInter Path       // the worst path a channel takes
	Same                 bool       // all channels visit the GPUs in the same order
	Plain                bool       // a tree whose first GPU has the links to all other nodes
}

// Graphs are those of the five patterns.
type Graphs struct{ Ring, Tree, CollNetDirect, CollNetChain, NVLS Graph }

// of is the graph that an algorithm runs on: PAT goes over the rings.
func (g *Graphs) of(a Algorithm) *Graph {
	switch a {
	case Tree:
		return &g.Tree
	case CollNetDirect:
		return &g.CollNetDirect
	case CollNetChain:
		return &g.CollNetChain
	case NVLS, NVLSTree:
		return &g.NVLS
	}
	return &g.Ring
}

// search finds how many channels of which rate fit on the links. NCCL tries them GPU by GPU; here it is counted what the
// links of a node hold, all GPUs alike. DESIGN.md says where that differs.
type search struct {
	*System
	v      Version
	speeds []units.Rate
	cross  bool       // rings may leave a node by another NIC than they enter by
	around bool       // a ring that comes back to its NIC crosses from CPU to CPU
	n      int        // GPUs a node
	total  units.Rate // all NVLinks of a GPU, or its slot
	path   units.Rate // the best path between two GPUs of a node
	net    units.Rate // the best path from a GPU to a NIC
}

func searchGraphs(s *System, v Version, e *Env) Graphs {
	f := search{System: s, v: v, speeds: speeds(v, s.GPU.Capability, s.Nodes > 1), n: s.perNode()}
	f.cross = s.NICs > 1 && (e.CrossNIC == 2 || e.CrossNIC != 1 && !v.before(Version{2, 20, 0}))
	f.around = f.Nodes > 1 && f.n > 1 && f.returns(e) && f.alone()
	f.measure()
	ring := f.ring()
	if ring.Channels == 0 {
		ring = f.fallback()
	}
	tree := f.tree(ring.Channels)
	return Graphs{Ring: ring, Tree: tree, CollNetDirect: f.direct(), CollNetChain: tree, NVLS: f.nvls()}
}

// returns tells whether rings have to come back to the NIC by which they came: unless they are let or made to cross. 2.19 lets
// them, but forgets to try (search.cc asks for crossNic 1 where it has set 2).
func (f *search) returns(e *Env) bool {
	return !f.cross && (e.CrossNIC == 1 || !f.v.before(Version{2, 19, 0}))
}

// alone tells whether every GPU has a CPU of its own, and none may relay what others send to its NIC: that needs a path to the
// NIC below the host's bridge, and over chip-to-chip links came with 2.28.
func (f *search) alone() bool {
	relays := f.NICPath <= PXB || f.NICPath == P2C && !f.v.before(Version{2, 28, 0})
	return f.n <= f.CPUs && !relays
}

// measure is what paths carry.
func (f *search) measure() {
	link := nvlink(f.v, f.GPU.Capability)
	f.total = max(f.GPU.PCIe, link*units.Rate(f.GPU.NVLinks))
	switch f.Wires {
	case Switched:
		f.path = f.total
	case Meshed:
		f.path = link * units.Rate(f.GPU.NVLinks/(f.Mesh-1))
	case Cube:
		f.path = 2 * link
	case PCIe, Host:
		f.total, f.path = f.GPU.PCIe, f.GPU.PCIe
	}
	f.net = min(f.NICRate, f.GPU.PCIe)
}

// worst is the type of the paths in a node and across.
func (f *search) worst() (intra, inter Path) {
	intra = NVL
	switch {
	case f.n == 1:
		intra = LOC
	case f.Wires == PCIe, f.Wires == Host:
		intra = PHB
	}
	if f.Nodes == 1 {
		return intra, PIX
	}
	return intra, f.NICPath
}

// graph is one with its paths.
func (f *search) graph(channels int, intra, inter units.Rate) Graph {
	g := Graph{Channels: channels, Intra: intra, Inter: inter}
	g.TypeIntra, g.TypeInter = f.worst()
	return g
}

// fallback is what NCCL takes where nothing fits.
func (f *search) fallback() Graph {
	g := f.graph(1, 0.1e9, 0.1e9)
	g.TypeIntra, g.TypeInter = SYS, SYS
	return g
}

// top is the first speed that a path carries and that leaves room for a number of channels.
func (f *search) top(channels int, total units.Rate) int {
	most, i := f.path, 0
	if f.Nodes > 1 {
		most = f.net
		if f.n > 1 {
			most = min(most, f.path)
		}
	}
	for i < len(f.speeds)-1 && (f.speeds[i] > most || f.speeds[i]*units.Rate(channels) > total) {
		i++
	}
	return i
}

// ring looks for the largest number of rings times rate, and for a higher rate once the number stands.
func (f *search) ring() (best Graph) {
	most := 16
	if !f.v.before(Version{2, 25, 0}) {
		most = 32
	}
	for i := f.top(1, f.total); i < len(f.speeds); i++ {
		s := f.speeds[i]
		if best.Channels > 0 && s*100 <= best.Inter*49 {
			break
		}
		if c := min(f.rings(s), most); s*units.Rate(c) > best.Intra*units.Rate(best.Channels) {
			best = f.graph(c, s, s)
		}
		if best.Channels == most || best.Channels > 0 && best.Inter*units.Rate(best.Channels) >= f.total {
			break
		}
	}
	f.double(&best, most)
	for i := f.below(best.Inter); i > 0 && best.Channels > 0 && f.rings(f.speeds[i-1]) >= best.Channels; i-- {
		best.Intra, best.Inter = f.speeds[i-1], f.speeds[i-1]
	}
	best.Same = f.Nodes == 1 && (f.Wires == Switched || f.Wires >= PCIe)
	if f.around {
		best.TypeInter = SYS
	}
	return best
}

// rings is how many rings of a rate fit. Across nodes a ring comes back to the NIC by which it came in, with one hop more,
// unless pairs of rings may swap their NICs (crossNic 2, from 2.20 on).
func (f *search) rings(s units.Rate) int {
	c := f.hold(s, 1, 1)
	if f.cross && f.Nodes > 1 && f.n > 1 {
		c = f.hold(s, f.n-1, f.n)
	}
	if f.Wires == Meshed && f.n == 4 && f.path/s%2 == 1 {
		c-- // the 12 links of 4 GPUs do not part into 3 rings, those of 2 layers do into 6
	}
	if f.Nodes > 1 {
		c = min(c, f.ports(s))
	}
	if f.around {
		c = min(c, f.NICs*(f.n-1)*int(socketRate[f.CPU]/s))
	}
	return c
}

// hold is how many channels of a rate the links of a node hold, if one channel loads a GPU's links by num/den on average.
func (f *search) hold(s units.Rate, num, den int) int {
	if f.n == 1 {
		return maxChannels
	}
	switch f.Wires {
	case Meshed:
		return int(f.path/s) * (f.n - 1) * den / num
	case Cube:
		link := f.path / 2
		return int(link/s) * f.GPU.NVLinks * den / num
	case PCIe, Host:
		if f.CPU == Intel {
			s = s * 6 / 5 // the root complex of Intel's hosts costs a fifth
		}
	}
	return int(f.total * units.Rate(den) / (s * units.Rate(num)))
}

// ports is how many channels of a rate the NICs of a node hold, and the slots of its GPUs.
func (f *search) ports(s units.Rate) int {
	return min(f.NICs*int(f.net/s), f.n*int(f.GPU.PCIe/s))
}

// double halves the rate of fast channels and takes twice as many.
func (f *search) double(g *Graph, most int) {
	if g.Channels == 0 || g.Intra < 25e9 || f.GPU.Capability > 80 && g.Intra < 50e9 && g.Channels > 4 {
		return
	}
	c := min(2*g.Channels, most)
	by := units.Rate((c + g.Channels - 1) / g.Channels)
	g.Channels, g.Intra, g.Inter = c, g.Intra/by, g.Inter/by
}

// below is the first speed that is no faster.
func (f *search) below(r units.Rate) int {
	i := 0
	for i < len(f.speeds)-1 && f.speeds[i] > r {
		i++
	}
	return i
}

// tree has as many channels as there are rings. A chain through n GPUs has n-1 hops; two nodes may use faster links
// inside than across, up to twice.
func (f *search) tree(channels int) (g Graph) {
	total, i := f.total, 0
	if f.n > 1 {
		total = f.total * units.Rate(f.n) / units.Rate(f.n-1)
	}
	for i = f.top(channels, total); i < len(f.speeds) && !f.trees(channels, f.speeds[i], f.speeds[i]); i++ {
	}
	if i == len(f.speeds) {
		g = f.fallback()
		g.Channels = channels
		return g
	}
	g = f.graph(channels, f.speeds[i], f.speeds[i])
	f.double(&g, channels)
	for i = f.below(g.Inter); i > 0 && f.speeds[i] == g.Intra && g.Intra < 2*g.Inter && f.trees(channels, f.speeds[i-1], g.Inter); i-- {
		g.Intra = f.speeds[i-1]
	}
	g.Plain = f.n == 1 || f.Nodes > 1 && f.GPU.Capability >= 90
	return g
}

// trees says whether so many trees fit.
func (f *search) trees(channels int, intra, inter units.Rate) bool {
	if f.n > 1 && f.hold(intra, f.n-1, f.n) < channels {
		return false
	}
	return f.Nodes == 1 || f.ports(inter) >= channels
}

// direct has a channel for each GPU that has a NIC of its own.
func (f *search) direct() Graph {
	if !f.SHARP || f.Nodes == 1 {
		return Graph{}
	}
	s := f.speeds[f.top(1, f.total)]
	return f.graph(min(f.n, f.NICs, maxDirect), s, s)
}

// nvls has a channel for each GPU that adds up. A GPU's links carry the rate once for every such GPU and twice for itself.
func (f *search) nvls() (best Graph) {
	if f.Wires != Switched || f.GPU.Capability < 90 || f.v.before(Version{2, 17, 0}) || f.n < 2 {
		return best
	}
	heads, least := min(f.n, maxHeads), 1
	if f.v.before(Version{2, 21, 0}) {
		heads = min(heads, maxDirect)
	}
	if f.Nodes > 1 {
		heads = min(heads, f.NICs)
	} else {
		least = heads
	}
	for i := f.top(least, f.total*units.Rate(f.n)/units.Rate(f.n-1)); i < len(f.speeds) && best.Channels < heads; i++ {
		s := f.speeds[i]
		c := min(heads, int(f.total/s)-1)
		if c > best.Channels && c >= least {
			best = f.graph(c, s, s)
		}
	}
	for i := f.below(best.Inter); i > 0 && best.Inter < 2*best.Intra && (f.Nodes == 1 || f.speeds[i-1] <= f.net); i-- {
		best.Inter = f.speeds[i-1]
	}
	return best
}

// Limits of NCCL.
const (
	maxChannels = 64
	maxDirect   = 8  // GPUs a node for CollNet, and heads of NVLS before 2.21
	maxHeads    = 32 // heads of NVLS
)
