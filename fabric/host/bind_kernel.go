package host

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// treeHop is a hop of a tree over NVLink to one of a ring, by NCCL's own constants (2.30, src/graph/tuning.cc): 1.25 to 1.9 us, and
// 4.0 to 3.4 us.
var treeHop = map[string]Ratio{LL128: {125, 190}, Simple: {40, 34}}

// kernel binds how blocks move data.
func (c *Costs) kernel(f figures) {
	k, u, protocol := &c.Kernel, &f.use, f.use.protocol()
	k.Block, k.Piece, k.Hop = f.rate("host.nccl.block."+protocol), f.span("host.nccl.piece."+protocol), f.span("host.nccl.hop."+protocol)
	if k.Lines, k.Gap = protocol != Simple, f.span("host.nccl.gap."+protocol); !k.Lines {
		k.Piece, k.Hop = f.manned(k.Piece), f.manned(k.Hop)
	}
	inside, across := f.wire(protocol, "host.nccl.link.efficiency"), f.wire(u.across(), "host.nccl.net.efficiency")
	if !u.Rooted {
		inside = f.less(inside, "host.nccl.link.duplex")
	}
	c.crossing(f)
	switch u.family() {
	case Tree:
		k.Block, k.NetBlock = f.share(k.Block, "host.nccl.tree.share"), f.share(k.NetBlock, "host.nccl.tree.share")
		k.Hop = treeHop[protocol].of(k.Hop)
	case NVLS, NVLSTree:
		k.Start, k.Seat = f.span("host.nccl.nvls.start"), f.span("host.nccl.nvls.piece")
		k.SeatWire = f.wire(protocol, "host.nccl.nvls.efficiency")
	case CollNet:
		across = f.less(across, "host.nccl.collnet.efficiency")
	case P2P:
		inside, across = f.less(inside, "host.nccl.p2p.efficiency"), f.less(across, "host.nccl.p2p.net-efficiency")
	}
	k.Flags, k.Wire, k.NetWire = flags(protocol), inside, across
	if blocks := int64(max(u.Blocks, 1)); blocks > 1 { // each has its share of a message, and passes, asks and posts by itself
		k.Block, k.NetBlock = k.Block*units.Rate(blocks), k.NetBlock*units.Rate(blocks)
		k.NetEager, k.Inline, k.Buffered = k.NetEager*units.Bytes(blocks), k.Inline*units.Bytes(blocks), k.Buffered*units.Bytes(blocks)
		c.ProxyWork, k.Fetch = c.ProxyWork*units.Duration(blocks), k.Fetch*units.Duration(blocks)
	}
	if u.family() == NVLSTree {
		c.ProxyWork /= 2 // a chunk is posted as one; schedules cut it in halves, as far as switches of a node go
	}
}

// crossing binds what blocks and the proxy thread do for messages between nodes.
func (c *Costs) crossing(f figures) {
	k, protocol := &c.Kernel, f.use.across()
	k.NetBlock, k.NetPiece, k.NetHop = f.rate("host.nccl.block."+protocol), f.span("host.nccl.piece."+protocol), f.span("host.nccl.net."+protocol)
	k.NetFlags = flags(protocol)
	if protocol == Simple {
		k.NetPiece = f.manned(k.NetPiece)
	}
	if rise := f.span("host.nccl.net.rise"); rise > 0 && protocol != Simple {
		k.NetRise, k.NetEager = rise, k.NetFlags.within(f.size("host.nccl.net.eager"))
	}
	k.NetLate = f.span("host.nccl.net.unexpected")
	inline := f.size("host.nccl.net.inline")
	switch protocol {
	case LL: // whose lines lie in the host's memory
		if k.NetRead = f.span("host.nccl.net.read"); k.NetRead > 0 {
			k.Inline = k.NetFlags.within(inline)
		}
	default: // in the GPU's
		if k.Fetch = f.span("host.nccl.proxy.fetch"); k.Fetch > 0 {
			k.Buffered = f.size("host.nccl.net.buffered")
			if protocol == Simple { // LL128 sends 2 KiB of lines at a time
				k.Inline = inline
			}
		}
	}
	if f.count("host.nccl.proxy.rate") != fabric.Auto {
		k.ProxyRate = f.rate("host.nccl.proxy.rate")
	}
	if r := f.rate("host.nccl.proxy.ll-rate"); protocol == LL && (k.ProxyRate == 0 || r < k.ProxyRate) {
		k.ProxyRate = r
	}
	if work := f.span("host.nccl.proxy.work"); work > 0 || k.ProxyRate > 0 || k.Fetch > 0 {
		c.Proxy, c.ProxyWork = RankProxy, work
	}
}

// simpleThreads is how many threads a block of a ring by Simple has at most: those that copy, and a warp for the counters (NCCL 2.12
// to 2.30, NCCL_SIMPLE_MAX_NTHREADS). Other algorithms have up to 640, and never fewer for few bytes, but for CollNet's chain.
const simpleThreads = 512 + 32

// manned is what meeting at barriers takes the threads that a block has, of what it takes the most that it could have.
func (f figures) manned(d units.Duration) units.Duration {
	n := int64(f.use.Threads)
	if n == 0 || n >= simpleThreads {
		return d
	}
	away := Ratio{simpleThreads - n, simpleThreads}.floor(int64(d))
	return d - units.Duration(f.part(away, "host.nccl.warps.share"))
}

// launches binds what it takes to launch kernels.
func (c *Costs) launches(f figures) {
	u := &f.use
	p := units.Duration(max(u.GPUs, 1))
	channels := units.Duration(0)
	if !u.Graph {
		channels = units.Duration(u.Channels) * f.span("host.nccl.launch.channel")
	}
	issue := p * (f.span("host.nccl.launch.issue") + channels)
	c.Launch += channels
	group, peer := f.span("host.nccl.p2p.group"), f.span("host.nccl.p2p.peer")
	switch u.launch() {
	case Process:
	case Thread:
		c.Launch = f.span("host.nccl.launch.thread") + channels
		if u.Rooted {
			c.Launch = units.Duration(f.part(int64(c.Launch), "host.nccl.launch.rooted"))
		}
	case Single:
		if u.Joint || u.family() == P2P { // a group is launched when all of it is known
			c.Launch, group, peer = issue, 0, p*f.span("host.nccl.p2p.issue")
		} else {
			c.Issue = issue
		}
	}
	if u.Graph {
		c.Launch = max(0, c.Launch-f.span("host.nccl.launch.graph-saves"))
	} else if u.family() == P2P {
		c.Enqueue = group + units.Duration(u.Peers)*peer
	}
}

// flags is how many bytes a protocol writes for a byte of payload.
func flags(protocol string) Ratio {
	switch protocol {
	case LL:
		return Ratio{}.times(2, 1)
	case LL128:
		return Ratio{}.times(128, 120)
	}
	return Ratio{}
}

// wire is the time of how many bytes of a link a byte of payload takes.
func (f figures) wire(protocol, efficiency string) Ratio { return f.less(flags(protocol), efficiency) }

// less is a ratio of bytes on the wire where only a share of the link is left.
func (f figures) less(r Ratio, share string) Ratio {
	if v := f.count(share); v > 0 {
		return r.times(int64(units.Certain), v)
	}
	return r
}

// share is a share of a rate, rounded down; all of it where there is none.
func (f figures) share(r units.Rate, share string) units.Rate {
	return units.Rate(f.part(int64(r), share))
}

// part is a share of a number, rounded down; all of it where the share is 0.
func (f figures) part(n int64, share string) int64 {
	if v := f.count(share); v > 0 {
		return Ratio{v, int64(units.Certain)}.floor(n)
	}
	return n
}
