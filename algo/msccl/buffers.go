package msccl

import "collsim/algo"

// cells numbers the chunks of all buffers of a GPU: the output's, the scratch's, then the input's, but where the algorithm
// works in place input and output are one.
type cells struct {
	a     *Algorithm
	gpu   int32
	first [buffers]int32
	count int32
	alias bool
}

func (a *Algorithm) cellsOf(gpu int32) cells {
	n := a.GPUs[gpu].Chunks
	c := cells{a: a, gpu: gpu, alias: a.InPlace}
	c.first[Output] = 0
	whole := n[Output]
	if c.alias {
		whole = max(n[Output], n[Input])
	}
	c.first[Scratch] = whole
	c.first[Input] = whole + n[Scratch]
	c.count = whole + n[Scratch]
	switch {
	case !c.alias:
		c.count += n[Input]
	case a.Collective == algo.AllGather && n[Output] > n[Input]: // a rank's input is its part of the output
		c.first[Input] = gpu * n[Input]
	default:
		c.first[Input] = 0
	}
	if c.alias && a.Collective == algo.ReduceScatter && n[Input] > n[Output] { // and its output its part of the input
		c.first[Output] = gpu * n[Output]
	}
	return c
}

// of is the cell of a chunk of a buffer.
func (c *cells) of(b Buffer, chunk int32) int32 { return c.first[b] + chunk }

// in is the part of the whole buffer that chunk k of a GPU's input is: what a file calls input chunk k is the same part on
// all GPUs of an all_reduce, but each has its own part in an all_gather. An all_to_all has as many buffers as GPUs, one
// behind the other.
func (a *Algorithm) in(gpu, k int32) int32 {
	n := a.GPUs[gpu].Chunks[Input]
	switch a.Collective {
	case algo.AllGather, algo.Gather, algo.AllToAll:
		return gpu*n + k
	}
	return k
}

// out is the part that chunk k of a GPU's output must be at the end; -1 = nobody cares.
func (a *Algorithm) out(gpu, k int32) int32 {
	n := a.GPUs[gpu].Chunks[Output]
	switch a.Collective {
	case algo.ReduceScatter, algo.Scatter:
		return gpu*n + k
	case algo.AllToAll: // block b of the output comes from GPU b, whose block for this GPU it is
		block := max(1, n/int32(len(a.GPUs)))
		from := k / block
		return from*n + gpu*block + k%block
	case algo.Reduce, algo.Gather:
		if gpu != 0 {
			return -1
		}
	case "":
		return -1
	}
	return k
}

// sums reports whether a result has contributions of all GPUs.
func (a *Algorithm) sums() bool {
	return a.Collective == algo.AllReduce || a.Collective == algo.ReduceScatter || a.Collective == algo.Reduce
}

// has reports whether a GPU has data of its own at the beginning: of a broadcast or scatter the first alone.
func (a *Algorithm) has(gpu int32) bool {
	return gpu == 0 || a.Collective != algo.Broadcast && a.Collective != algo.Scatter
}
