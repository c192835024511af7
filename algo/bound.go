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

// Compulsory is the theorem for this schedule. Seats stand outside the parts unless inside says that each is within one.
func (s *Schedule) Compulsory(m int, inside bool) Crossing {
	if s.Seats == 0 || inside {
		return Compulsory(s.Collective, s.Call.Bytes, s.Call.Ranks, m)
	}
	return CompulsoryWithSeats(s.Collective, s.Call.Bytes, s.Call.Ranks, m)
}

// CompulsoryWithSeats is Compulsory where switches between the parts add up and copy, as many as there may be.
//
// What leaves a part is counted at its edge, once for however many parts it is for. all_reduce: something about every
// element must leave each part, or nobody else's sum could have its share, and something must enter, or its own could not
// have the others': n each way, which a switch that adds up and copies needs no more than. all_gather: each part's chunks
// leave it once, and all others enter. reduce_scatter: the other way round. Neither gains on the side that decides: all
// but n/m must enter, or leave, with seats or without. The other collectives, for which no schedule has seats, need at
// least what the part with least must move: nothing is said of them.
func CompulsoryWithSeats(c Collective, n units.Bytes, p, m int) Crossing {
	if m < 2 || p%m != 0 {
		return Crossing{}
	}
	own := ceil(cut(n, 1, m), 1) // of the part that has most: some part has at least an m-th
	switch c {
	case AllReduce:
		return Crossing{n, n}
	case AllGather:
		return Crossing{Out: own, In: n - own}
	case ReduceScatter:
		return Crossing{Out: n - own, In: own}
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
