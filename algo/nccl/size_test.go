package nccl

import (
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

// TestChannelsBySize: 8 ranks add a channel to an LL ring every 32 KiB, 512 threads with 64 bytes each; threads are halved
// only where one channel is too much.
func TestChannelsBySize(t *testing.T) {
	x := tune(t, hgx("h100", 8, 1, 0), "2.21.5")
	for c := units.Bytes(1); c <= 24; c++ {
		for _, n := range []units.Bytes{c * 32 * units.KiB, (c+1)*32*units.KiB - 1} {
			channels, threads := x.blocks(Ring, LL, n)
			if channels != int(c) && c < 24 || threads != 512 {
				t.Errorf("%v: %d channels of %d threads, not %d of 512", n, channels, threads, c)
			}
		}
	}
	for _, c := range []struct {
		a                 Algorithm
		p                 Protocol
		n                 units.Bytes
		channels, threads int
	}{
		{Ring, LL, 32*units.KiB - 1, 1, 256},
		{Ring, LL, 8 * units.KiB, 1, 128},
		{Ring, LL, 8, 1, 96}, // 64 threads would do; 3 warps are the least
		{Ring, LL, units.GiB, 24, 512},
		{Ring, LL128, 2 * 640 * 8, 2, 640},
		{Ring, Simple, 3 * 512 * 64, 3, 512 + 32},
		{Tree, LL, 4 * 512 * 8, 4, 640},
		{Tree, Simple, units.GiB, 24, 640},
		{NVLS, Simple, 8, 16, 640},
	} {
		if channels, threads := x.blocks(c.a, c.p, c.n); channels != c.channels || threads != c.threads {
			t.Errorf("%v/%v of %v: %d channels of %d threads, not %d of %d", c.a, c.p, c.n, channels, threads, c.channels, c.threads)
		}
	}
}

// TestTrafficOfAChannel: from 2.23 on a channel has 16 KiB of traffic at least, of which a byte of an all-reduce is two, from
// 2.26 on eight by LL, and from 2.29 on twice as much.
func TestTrafficOfAChannel(t *testing.T) {
	for _, c := range []struct {
		version string
		p       Protocol
		least   units.Bytes // of an all-reduce, on one channel
	}{
		{"2.22.3", LL, 256}, {"2.22.3", Simple, 256}, {"2.23.4", LL, 8 * units.KiB}, {"2.25.1", LL, 8 * units.KiB}, {"2.26.2", LL, 2 * units.KiB},
		{"2.26.2", LL128, 8 * units.KiB}, {"2.28.3", LL, 2 * units.KiB}, {"2.29.2", LL, 4 * units.KiB}, {"2.29.2", Simple, 16 * units.KiB},
	} {
		x := tune(t, hgx("h100", 8, 2, 50e9), c.version)
		for n, want := range map[units.Bytes]int{1: 1, c.least: 1, c.least + 1: 2, 2 * c.least: 2, 3 * c.least: 3} {
			if got := x.spread(&Choice{Method: Tree, Collective: algo.AllReduce, Protocol: c.p, Bytes: n, Channels: x.Channels}); got != want {
				t.Errorf("%s, %v of %d bytes: %d channels, not %d", c.version, c.p, n, got, want)
			}
		}
	}
	x := tune(t, hgx("h100", 8, 1, 0), "2.22.3")
	if got := x.spread(&Choice{Method: Ring, Collective: algo.AllReduce, Protocol: Simple, Bytes: 260, Channels: 1}); got != 2 {
		t.Errorf("2.22, 260 bytes on a channel: %d, not 256 on one and 4 on the next", got)
	}
}

// TestChannelsOfTheFirstTree: of 2 nodes of 8 H100 the first 8 of 16 channels have the first tree; a call that goes by no more
// has that tree alone.
func TestChannelsOfTheFirstTree(t *testing.T) {
	x := tune(t, hgx("h100", 8, 2, 50e9), "2.29.2")
	most := x.Graphs.Ring.Channels
	if most != 8 || x.Channels != 16 {
		t.Fatalf("%d channels were found, %d are there", most, x.Channels)
	}
	for _, c := range []struct {
		channels, lanes int
		lone            bool
	}{{1, 1, true}, {2, 2, true}, {most, most, true}, {most + 2, (most + 2) / 2, false}, {x.Channels, most, false}} {
		y, err := x.Take(algo.AllReduce, units.GiB, Want{Algorithm: "double_binary_tree", Protocol: "simple", Channels: c.channels})
		if err != nil || y.Lone != c.lone || y.Lanes != c.lanes || y.Shape(algo.Call{}).Lone != c.lone {
			t.Errorf("%d channels: %+v, %v", c.channels, y, err)
		}
	}
}

// TestSlowRingsTakeFewerThreads: at 12 GB/s and below 256 are enough for Simple.
func TestSlowRingsTakeFewerThreads(t *testing.T) {
	x := tune(t, wired("rtx-2080-ti", 2, Host), "")
	if _, threads := x.blocks(Ring, Simple, units.GiB); threads != 256+32 {
		t.Errorf("%d threads", threads)
	}
}

// TestChunks: buffers are 512 KiB of LL, 4,915,200 bytes of LL128 and 4 MiB of Simple in 8 places, half and 15/16 of them
// data for the first two; a ring's chunk takes 4 places of Simple and goes in 2 slices.
func TestChunks(t *testing.T) {
	x := tune(t, hgx("a100", 8, 1, 0), "2.21.5")
	for _, c := range []struct {
		coll           algo.Collective
		w              Want
		chunk          units.Bytes
		pieces, window int
	}{
		{algo.AllReduce, Want{Algorithm: "ring", Protocol: "ll"}, 512 * units.KiB / 8 / 2, 1, 8},
		{algo.AllReduce, Want{Algorithm: "ring", Protocol: "ll128"}, 4915200 / 8 / 128 * 120, 1, 8},
		{algo.AllReduce, Want{Algorithm: "ring", Protocol: "simple"}, 4 * 512 * units.KiB, 2, 4},
		{algo.AllGather, Want{Protocol: "simple"}, 4 * 512 * units.KiB, 2, 4},
		{algo.ReduceScatter, Want{Protocol: "simple"}, 4 * 512 * units.KiB, 2, 4},
		{algo.Broadcast, Want{Protocol: "simple"}, 512 * units.KiB, 1, 8},
		{algo.Reduce, Want{Protocol: "simple"}, 512 * units.KiB, 1, 8},
		{algo.AllReduce, Want{Algorithm: "double_binary_tree", Protocol: "simple"}, 512 * units.KiB, 1, 8},
		{algo.AllReduce, Want{Algorithm: "double_binary_tree", Protocol: "ll128"}, 576000, 1, 8}, // at 4 GiB there are plenty
	} {
		y, err := x.Take(c.coll, 4*units.GiB, c.w)
		if err != nil {
			t.Fatal(err)
		}
		if y.Chunk != c.chunk || y.Pieces != c.pieces || y.Window != c.window {
			t.Errorf("%s %+v: chunk %d in %d slices, window %d; not %d in %d, %d", c.coll, c.w, y.Chunk, y.Pieces, y.Window, c.chunk, c.pieces, c.window)
		}
	}
}

// TestTreeChunks: deep trees halve a chunk while a block has few of it, Simple's before 2.20 only.
func TestTreeChunks(t *testing.T) {
	for _, c := range []struct {
		version string
		p       Protocol
		n       units.Bytes // of a block
		chunk   units.Bytes
	}{
		{"2.18.5", Simple, 4 * 8 * 512 * units.KiB, 512 * units.KiB}, // 4 GPUs and 2 nodes are 4 deep
		{"2.18.5", Simple, 4*8*512*units.KiB - 1, 256 * units.KiB},
		{"2.18.5", Simple, 4*4*128*units.KiB - 1, 64 * units.KiB},
		{"2.18.5", Simple, 4*64*units.KiB - 1, 32 * units.KiB},
		{"2.18.5", Simple, 1, 32 * units.KiB},
		{"2.20.3", Simple, 1, 512 * units.KiB},
		{"2.20.3", LL, 1, 32 * units.KiB},
		{"2.20.3", LL128, 39 * 576000, 576000}, // (1 + 1 + 0.4) * 64 / 4 chunks
		{"2.20.3", LL128, 38 * 576000, 288000},
		{"2.20.3", LL128, 1, 18000},
	} {
		x := tune(t, meshed(hgx("a100", 4, 2, 25e9)), c.version)
		if got := x.treeChunk(c.p, c.n); got != c.chunk {
			t.Errorf("%s: %v of %d: chunk %d, not %d", c.version, c.p, c.n, got, c.chunk)
		}
	}
}

// TestBufferSize: NCCL_BUFFSIZE is that of Simple.
func TestBufferSize(t *testing.T) {
	x := tune(t, hgx("a100", 8, 1, 0), "2.21.5", "NCCL_BUFFSIZE=8388608")
	y, err := x.Take(algo.AllReduce, units.GiB, Want{Protocol: "simple", Algorithm: "ring"})
	if err != nil || y.Chunk != 4*units.MiB {
		t.Errorf("chunk %d, %v", y.Chunk, err)
	}
}

// TestNVLSChunks: 128 KiB, less while there are fewer than 64, 8, 2 of a size for each block and head.
func TestNVLSChunks(t *testing.T) {
	x := tune(t, hgx("h100", 8, 1, 0), "2.29.2")
	const each = 16 * 8 // blocks, heads
	for _, c := range []struct{ n, chunk units.Bytes }{
		{64 * each * 128 * units.KiB, 128 * units.KiB},
		{64*each*128*units.KiB - 1, 64 * units.KiB},
		{8 * each * 64 * units.KiB, 64 * units.KiB},
		{8*each*64*units.KiB - 1, 32 * units.KiB},
		{2 * each * 32 * units.KiB, 32 * units.KiB},
		{2*each*32*units.KiB - 1, 16 * units.KiB},
	} {
		y, err := x.Take(algo.AllReduce, c.n, Want{Algorithm: "nvls"})
		if err != nil || y.Chunk != c.chunk || y.Heads != 8 || y.Channels != 16 || y.Lanes != 1 {
			t.Errorf("%d: chunk %d, %d heads, %d blocks, %v; not %d", c.n, y.Chunk, y.Heads, y.Channels, err, c.chunk)
		}
	}
}

// TestNVLSTreeChunks: 64 KiB at most from 4 nodes on (2.19.3), else as NVLS allows.
func TestNVLSTreeChunks(t *testing.T) {
	for _, c := range []struct {
		nodes   int
		version string
		chunk   units.Bytes
	}{{2, "2.29.2", 128 * units.KiB}, {4, "2.29.2", 64 * units.KiB}, {4, "2.19.3", 64 * units.KiB}, {4, "2.19.1", 512 * units.KiB}} {
		x := tune(t, hgx("h100", 8, c.nodes, 50e9), c.version)
		if y, err := x.Take(algo.AllReduce, 16*units.GiB, Want{Algorithm: "nvls_tree"}); err != nil || y.Chunk != c.chunk {
			t.Errorf("%d nodes, %s: chunk %d, %v; not %d", c.nodes, c.version, y.Chunk, err, c.chunk)
		}
	}
}

// TestTogether: PAT sends as many ranks' chunks as one as fit in a place of 512 KiB, then up to 8 times as many, never more
// than half of the ranks.
func TestTogether(t *testing.T) {
	x := tune(t, hgx("h100", 1, 64, 50e9), "2.29.2")
	for _, c := range []struct {
		share    units.Bytes
		together int
	}{{1, 32}, {128 * units.KiB, 32}, {256 * units.KiB, 16}, {512 * units.KiB, 8}, {4 * units.MiB, 8}} {
		if n := x.together(c.share); n != c.together {
			t.Errorf("%d bytes a rank and channel: %d together, not %d", c.share, n, c.together)
		}
	}
}

// TestSendsAreCut: LL up to 16 KiB a channel, short sends across nodes in quarters and halves of a place.
func TestSendsAreCut(t *testing.T) {
	one, two := tune(t, hgx("h100", 8, 1, 0), "2.29.2"), tune(t, hgx("h100", 8, 2, 50e9), "2.29.2")
	for _, c := range []struct {
		x        *Tuning
		each     units.Bytes
		protocol Protocol
		channels int
		chunk    units.Bytes
	}{
		{one, 16 * units.KiB, LL, 1, 32 * units.KiB},
		{one, 16*units.KiB + 1, Simple, 1, 512 * units.KiB},
		{one, 64 * units.KiB, Simple, 1, 512 * units.KiB},
		{one, 64*units.KiB + 1, Simple, 2, 512 * units.KiB},
		{one, units.GiB, Simple, 32, 512 * units.KiB},
		{two, 16 * units.KiB, LL, 1, 16 * units.KiB},
		{two, 64 * units.KiB, Simple, 1, 32 * units.KiB},
		{two, 128 * units.KiB, Simple, 1, 64 * units.KiB},
		{two, 8 * 128 * units.KiB, Simple, 4, 128 * units.KiB},
	} {
		y, err := c.x.Choose(algo.AllToAll, c.each*units.Bytes(c.x.System.Ranks))
		if err != nil || y.Protocol != c.protocol || y.Channels != c.channels || y.Chunk != c.chunk {
			t.Errorf("%d nodes, %d bytes: %v on %d in chunks of %d, %v; not %v on %d of %d", c.x.System.Nodes, c.each, y.Protocol, y.Channels, y.Chunk, err, c.protocol, c.channels, c.chunk)
		}
	}
}

// TestBuffersOnArm: hosts with Arm's CPUs had buffers of 1 MiB before 2.19 (src/init.cc), a quarter of what others have.
func TestBuffersOnArm(t *testing.T) {
	for version, want := range map[string]units.Bytes{"2.18.6": 128 * units.KiB, "2.19.4": 512 * units.KiB} {
		if got := tune(t, alps(2), version).step(Simple); got != want {
			t.Errorf("%s: a place has %v, not %v", version, got, want)
		}
	}
	if got := tune(t, alps(2), "2.18.6", "NCCL_BUFFSIZE=8388608").step(Simple); got != units.MiB {
		t.Errorf("NCCL_BUFFSIZE: a place has %v", got)
	}
}
