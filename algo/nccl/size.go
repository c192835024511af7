package nccl

import (
	"collsim/algo"
	"collsim/sim/units"
)

// Of NCCL's connections and kernels.
const (
	steps       = 8                   // places in a connection's buffer
	llStep      = units.Bytes(32768)  // data of a place of LL: half of 64 KiB
	ll128Step   = units.Bytes(576000) // data of a place of LL128: 120 of every 128 bytes of 614,400
	simpleBytes = units.Bytes(4 << 20)
	armBytes    = units.Bytes(1 << 20) // on hosts with Arm's CPUs, before 2.19
	warp        = 32
	mostThreads = 640
)

// step is the data of one place of a connection's buffer.
func (t *Tuning) step(p Protocol) units.Bytes {
	switch {
	case p == LL:
		return llStep
	case p == LL128:
		return ll128Step
	case t.Env.BuffSize > 0:
		return t.Env.BuffSize / steps
	}
	if t.System.CPU == Arm && !t.since(19, 0) {
		return armBytes / steps
	}
	return simpleBytes / steps
}

// size fills in channels, threads and chunks.
func (t *Tuning) size(x *Choice, channels int) {
	x.Channels, x.Threads = t.blocks(x.Method, x.Protocol, x.Bytes)
	x.Channels = min(t.spread(x), t.most(x.Method))
	if channels > 0 {
		x.Channels = channels
	}
	x.Pieces, x.Window = 1, steps
	x.Chunk = t.chunk(x)
	t.shape(x)
}

// blocks is how many thread blocks are worth their while, and their threads.
func (t *Tuning) blocks(a Algorithm, p Protocol, n units.Bytes) (channels, threads int) {
	channels, threads = t.Channels, t.threads(a, p)
	each := units.Bytes(8)
	if p == Simple {
		each = 64
	}
	switch a {
	case NVLS, NVLSTree:
		if a == NVLS && t.System.Nodes > 1 && t.since(27, 0) {
			return min(t.NVLSChannels, t.Channels), threads
		}
		return t.NVLSChannels, threads
	case PAT:
		return channels, threads
	case CollNetDirect:
		return t.directBlocks(n), threads
	case CollNetChain:
		each = 512
	case Ring:
		if p == LL {
			each *= units.Bytes(t.System.Ranks)
		}
	}
	for channels > 1 && n < units.Bytes(channels*threads)*each {
		channels--
	}
	for threads%128 == 0 && n < units.Bytes(channels*threads)*each {
		threads /= 2
	}
	if p == Simple && a == Ring {
		threads += warp // for the flags
	}
	if a == Tree {
		return channels, mostThreads
	}
	return channels, max(threads, 3*warp)
}

func (t *Tuning) threads(a Algorithm, p Protocol) int {
	r := &t.Graphs.Ring
	switch {
	case a == Ring && p == Simple && r.Intra*units.Rate(r.Channels) <= 12e9:
		return 256
	case a <= Ring && p != LL128:
		return 512
	}
	return mostThreads
}

// directBlocks is the rule of CollNetDirect, which becomes content with less at 16, 8, 4, 2 channels.
func (t *Tuning) directBlocks(n units.Bytes) int {
	channels, each, heads := t.Channels, units.Bytes(512), t.Graphs.CollNetDirect.Channels
	for at := 16; at >= 1; at /= 2 {
		short := false
		for {
			short = n < units.Bytes(channels*mostThreads*heads)*each
			if !short || channels <= at {
				break
			}
			if channels == at+at/2 {
				each /= 2
			}
			channels--
		}
		if !short {
			break
		}
	}
	return channels
}

// spread gives each block at least so much traffic, from 2.22 on. Traffic is what a byte of the call costs a rank's links
// about: twice for all_reduce, once else, and from 2.26 on four times that by LL (src/enqueue.cc, scheduleCollTasksToPlan).
func (t *Tuning) spread(x *Choice) int {
	least := t.leastTraffic()
	if least == 0 || x.Method == CollNetDirect || x.Method == CollNetChain || x.Bytes == 0 {
		return x.Channels
	}
	per, count := units.Bytes(1), x.Bytes
	switch x.Collective {
	case algo.AllReduce:
		per = 2
	case algo.AllGather, algo.ReduceScatter:
		per = units.Bytes(t.System.Ranks)
		count /= per
	}
	if x.Protocol == LL && t.since(26, 0) {
		per *= 4
	}
	each := max(least, count*per/units.Bytes(x.Channels))
	if t.since(29, 0) {
		each = up(each, 16) * 16
	}
	cell := units.Bytes(16)
	if t.since(23, 0) {
		cell = up(up(least, per), 16) * 16
	}
	cells := max(1, up(count, cell))
	some := min(cells, max(1, up(each, cell*per)))
	first := some
	if !t.since(23, 0) { // the first channel is filled with whole cells, and the next has the rest
		first = min(cells, each/(cell*per))
	}
	return int(min(first, 1) + up(cells-first, some))
}

// most is the number of blocks that an algorithm has.
func (t *Tuning) most(a Algorithm) int {
	if a == NVLS || a == NVLSTree {
		return t.NVLSChannels
	}
	return t.Channels
}

func (t *Tuning) leastTraffic() units.Bytes {
	switch {
	case t.since(29, 0):
		return 32 << 10
	case t.since(23, 0):
		return 16 << 10
	case t.since(22, 0):
		return 512
	}
	return 0
}

// up is a quotient rounded up.
func up(a, b units.Bytes) units.Bytes { return (a + b - 1) / b }

// chunk is the data that a block hands on as one unit, at most.
func (t *Tuning) chunk(x *Choice) units.Bytes {
	c := t.step(x.Protocol)
	n, blocks := x.Bytes, units.Bytes(x.Channels)
	switch x.Method {
	case Ring:
		if x.Protocol == Simple && x.Collective != algo.Broadcast && x.Collective != algo.Reduce {
			x.Pieces, x.Window = 2, steps/2
			c *= 4
		}
	case Tree:
		c = t.treeChunk(x.Protocol, n/blocks)
	case CollNetDirect:
		x.Heads = t.Graphs.CollNetDirect.Channels
		levels := units.Bytes(min(2, t.System.perNode())) // from the other GPUs, and to the network
		c = shrink(c, n/(blocks*units.Bytes(x.Heads)), []limit{{64 * levels, 128 << 10}, {8 * levels, 32 << 10}})
	case CollNetChain:
		depth := units.Bytes(t.System.perNode())
		c = shrink(min(c, 256<<10), n/blocks, []limit{{64 * depth, 128 << 10}, {8 * depth, 64 << 10}, {depth, 32 << 10}})
	case NVLS, NVLSTree:
		x.Heads = t.Graphs.NVLS.Channels
		c = t.nvlsChunk(x)
	case PAT:
		times := units.Bytes(32)
		if x.Collective == algo.ReduceScatter {
			times = 16
		}
		for c*blocks*times > n && c > 64<<10 {
			c /= 2
		}
	}
	return grain(x.Protocol, c)
}

// limit says: halve a chunk while there are fewer than so many of it, down to so many bytes.
type limit struct{ chunks, floor units.Bytes }

func shrink(c, n units.Bytes, limits []limit) units.Bytes {
	for _, l := range limits {
		for n/c < l.chunks && c > l.floor {
			c /= 2
		}
	}
	return c
}

// treeChunk: deep trees need many chunks, of LL128 and, before 2.20, of Simple.
func (t *Tuning) treeChunk(p Protocol, n units.Bytes) units.Bytes {
	c, per, levels := t.step(p), units.Bytes(t.System.perNode()), units.Bytes(log2(t.System.Nodes))
	switch {
	case p == Simple && !t.since(20, 0):
		depth := per - 1 + levels
		return shrink(c, n, []limit{{8 * depth, 128 << 10}, {4 * depth, 64 << 10}, {depth, 32 << 10}})
	case p != LL128:
		return c
	}
	tenths := 10 + 10*levels + per // of a step
	for _, l := range []limit{{64, 128 << 10}, {16, 32 << 10}} {
		for n/c*per*10 < tenths*l.chunks && c > l.floor {
			c /= 2
		}
	}
	return c
}

// grain cuts a chunk to whole grains.
func grain(p Protocol, c units.Bytes) units.Bytes {
	g := [protocols]units.Bytes{16, 1920, 512}[p]
	return c / g * g
}
