package nccl

import (
	"collsim/algo"
	"collsim/sim/units"
)

// shape says a choice in the terms of a schedule of package algo: how many copies of it share the bytes, and how much of
// each chunk goes at a time.
func (t *Tuning) shape(x *Choice) {
	x.Lanes = x.Channels
	switch x.Method {
	case NVLS:
		x.Lanes = 1 // blocks go in step, as one
	case NVLSTree:
		x.Lanes = 2 - x.Channels%2 // half of the blocks go by either tree first
	case Tree: // as many channels as were found have the first tree, the next ones the other; a channel of the schedule has both
		if x.Lone = x.Channels <= t.Graphs.Ring.Channels; !x.Lone {
			x.Lanes = x.Channels / 2
		}
	}
	x.Blocks = x.Channels / x.Lanes
	if x.Method == Tree {
		x.Blocks = 1
	}
	labels := t.labels(x)
	share := x.Bytes / (labels * units.Bytes(x.Lanes))
	x.Portion = x.Chunk
	if x.Heads > 0 {
		x.Portion = max(1, x.Chunk*units.Bytes(x.Heads*x.Channels)/(labels*units.Bytes(x.Lanes)))
	}
	x.Loops = count(max(1, up(share, x.Portion)))
	if x.Pieces > 1 && x.Loops == 1 && share <= t.step(Simple)/16 {
		x.Pieces = 1 // a slice is 1/32 of the longest at least
	}
	x.Slices = x.Loops * x.Pieces
	switch {
	case x.Method == PAT:
		x.Batch, x.Together = 1, t.together(share)
	case x.Method == Ring && x.Collective != algo.Broadcast && x.Collective != algo.Reduce:
		x.Batch = x.Pieces
	case x.Method == Grouped && x.Slices > x.Window && x.Collective != algo.Gather && x.Collective != algo.Scatter:
		x.Batch, x.Portion = x.Window, units.Bytes(x.Window)*x.Chunk // a lane sends so many before it receives in turn
		x.Slices = x.Batch * count(up(share, x.Portion))
	case x.Method == NVLS, x.Method == NVLSTree:
		// NVSwitches stream, seats of a schedule store what they get: a chunk in two halves fills the pipeline as long
		// as one that streams.
		x.Portion = up(x.Portion, 2)
		x.Slices = count(max(1, up(share, x.Portion)))
	}
}

// count keeps a number of loops within an int of any machine; a schedule of so many could not be built.
func count(n units.Bytes) int { return int(min(n, 1<<28)) }

// labels is how many parts a schedule cuts a channel's bytes into.
func (t *Tuning) labels(x *Choice) units.Bytes {
	switch {
	case x.Method == Tree && !x.Lone:
		return 2
	case x.Method == CollNetDirect, x.Method == NVLSTree, x.Method == NVLS:
		return units.Bytes(t.System.perNode())
	case x.Method == Tree, x.Method == CollNetChain, x.Collective == algo.Broadcast, x.Collective == algo.Reduce, x.Collective == algo.SendRecv:
		return 1
	}
	return units.Bytes(t.System.Ranks)
}

// together is how many ranks' chunks PAT sends as one: as many as fill a place of the buffer, then as the buffer has places.
func (t *Tuning) together(share units.Bytes) int {
	n, ranks := 1, t.System.Ranks
	for t.step(Simple)/(max(1, share)*units.Bytes(n)) >= 2 && n < ranks/2 {
		n *= 2
	}
	for d := steps; d > 1 && n < ranks/2; d /= 2 {
		n *= 2
	}
	return n
}

// Shape fills a choice into a call of the schedule that it names.
func (c *Choice) Shape(call algo.Call) algo.Call {
	call.Channels, call.Slices, call.Batch, call.Portion = c.Lanes, c.Slices, c.Batch, c.Portion
	call.Lone, call.Together, call.Peers = c.Lone, c.Together, c.Peers
	return call
}
