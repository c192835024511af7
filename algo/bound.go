package algo

import "collsim/sim/units"

// BusFactor is what nccl-tests multiplies size/time by to get bus bandwidth, as an exact fraction: what a port carries
// for each byte of the call, if no byte is moved needlessly. A barrier has none: 0/1.
func BusFactor(c Collective, p int) (numerator, denominator int64) {
	switch c {
	case AllReduce:
		return 2 * int64(p-1), int64(p)
	case AllGather, ReduceScatter, AllToAll, Gather, Scatter:
		return int64(p - 1), int64(p)
	case Barrier:
		return 0, 1
	}
	return 1, 1
}

// Crossing is how many bytes must cross the edge of a part of the ranks: some part sends at least Out to the others, and
// some part, perhaps another, receives at least In.
type Crossing struct{ Out, In units.Bytes }

// Compulsory is a theorem about every schedule of collective c of n bytes over p ranks, in m parts of p/m ranks each,
// whichever ranks they are; without reduction inside the network. It says nothing (zero) unless m divides p.
//
// A run is never faster than Out over the egress rate of a part, nor than In over its ingress rate. Where parts differ
// in rate take the fastest, for a schedule may let that one be the busiest.
//
// all_reduce: think of one element and count messages about it between parts. Until some part first knows the sum, m-1
// are needed, to join all m contributions; then each of the other m-1 parts needs one more. So 2(m-1)n bytes cross, and
// some part sends, and some part receives, an m-th of them. all_gather and reduce_scatter: each chunk enters, or its
// contributions leave, m-1 parts: (m-1)n cross. all_to_all: every chunk goes to the part of its receiver from the p-p/m
// ranks outside: n(p-p/m) cross. broadcast: the root's part sends, and the others receive, all of it; reduce: the other
// way round, since a part may add up inside before it sends. gather: the root's part receives all but its own chunks,
// and the others share the sending; scatter: the other way round. send_recv: the ring of ranks leaves every part.
func Compulsory(c Collective, n units.Bytes, p, m int) Crossing {
	if m < 2 || p%m != 0 {
		return Crossing{}
	}
	both := func(n units.Bytes) Crossing { return Crossing{n, n} }
	away := max(0, n-ceil(n, p)*units.Bytes(p/m)) // the chunks outside a part, which may hold the larger ones
	switch c {
	case AllReduce:
		return both(cut(n, 2*(m-1), m))
	case AllGather, ReduceScatter:
		return both(cut(n, m-1, m))
	case AllToAll:
		return both(cut(n, p-p/m, m))
	case Broadcast, Reduce, SendRecv:
		return both(n)
	case Gather:
		return Crossing{Out: away / units.Bytes(m-1), In: away}
	case Scatter:
		return Crossing{Out: away, In: away / units.Bytes(m-1)}
	}
	return Crossing{}
}

// Needs reports whether rank j's result depends on rank i's input, so that no run ends before news from i can reach j. A
// chunk without bytes is nobody's business, except in a barrier, where the news is the point.
//
// The news may be relayed: the bound is the cheapest path of empty messages from i to j, not the cheapest message.
func Needs(c Collective, call Call, i, j int) bool {
	if i == j {
		return false
	}
	chunk := func(r int) bool { return part(call.Bytes, r, call.Ranks) > 0 }
	switch c {
	case Barrier:
		return true
	case AllReduce:
		return call.Bytes > 0
	case AllGather:
		return chunk(i)
	case ReduceScatter, AllToAll:
		return chunk(j)
	case Broadcast:
		return i == call.Root && call.Bytes > 0
	case Reduce:
		return j == call.Root && call.Bytes > 0
	case Scatter:
		return i == call.Root && chunk(j)
	case Gather:
		return j == call.Root && chunk(i)
	case SendRecv:
		return j == (i+1)%call.Ranks && call.Bytes > 0
	}
	return false
}
