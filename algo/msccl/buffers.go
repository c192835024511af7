package msccl

import "collsim/algo"

// cells numbers the chunks of all buffers of a GPU: the output's, the scratch's, then the input's, but where the algorithm
// works in place input and output are one.
type cells struct {
	first [buffers]int32
	count int32
	in    int32 // the first of what the collective takes from the GPU
	out   int32 // the first of what it gives to it
}

// cellsOf gives buffers as many chunks as the collective needs, or the file names: who writes files leaves out what an
// algorithm does not touch, such as the output in place.
func (a *Algorithm) cellsOf(gpu int32) cells {
	n := a.GPUs[gpu].Chunks
	in, out := a.given(gpu)
	n[Input], n[Output] = max(n[Input], in), max(n[Output], out)
	if !a.InPlace {
		scratch, input := n[Output], n[Output]+n[Scratch]
		return cells{first: [buffers]int32{Scratch: scratch, Input: input}, count: input + n[Input], in: input}
	}
	whole := max(n[Input], n[Output])
	c := cells{first: [buffers]int32{Scratch: whole}, count: whole + n[Scratch]}
	switch part := gpu * a.share(); {
	case a.Collective == algo.AllGather: // a rank's input is its part of the output
		if c.in = part; n[Input] == in {
			c.first[Input] = part
		}
	case a.Collective == algo.ReduceScatter: // and its output its part of the input
		if c.out = part; n[Output] == out {
			c.first[Output] = part
		}
	}
	return c
}

// of is the cell of a chunk of a buffer.
func (c *cells) of(b Buffer, chunk int32) int32 { return c.first[b] + chunk }

// share is how many chunks of the whole buffer are of one GPU, where each has its own.
func (a *Algorithm) share() int32 { return a.Chunks / int32(len(a.GPUs)) }

// shares reports whether each GPU has a part of its own of the whole buffer, or for each other.
func (a *Algorithm) shares() bool {
	switch a.Collective {
	case algo.AllGather, algo.ReduceScatter, algo.AllToAll, algo.Gather, algo.Scatter:
		return true
	}
	return false
}

// given is how many chunks the collective takes from a GPU and gives to it. The root of a rooted one is GPU 0.
func (a *Algorithm) given(gpu int32) (in, out int32) {
	whole, share, root := a.Chunks, a.share(), int32(0)
	if gpu == 0 {
		root = whole
	}
	switch a.Collective {
	case algo.AllReduce, algo.AllToAll:
		return whole, whole
	case algo.AllGather:
		return share, whole
	case algo.ReduceScatter:
		return whole, share
	case algo.Broadcast:
		return root, whole
	case algo.Reduce:
		return whole, root
	case algo.Gather:
		return share, root
	case algo.Scatter:
		return root, share
	}
	return a.GPUs[gpu].Chunks[Input], 0 // what another promises is not known
}

// from is the part of the whole buffer that chunk k of what a GPU gives is: the same part on all GPUs of an all_reduce, but
// each has its own part in an all_gather. An all_to_all has as many buffers as GPUs, one behind the other.
func (a *Algorithm) from(gpu, k int32) int32 {
	switch a.Collective {
	case algo.AllGather, algo.Gather:
		return gpu*a.share() + k
	case algo.AllToAll:
		return gpu*a.Chunks + k
	}
	return k
}

// to is the part that chunk k of what a GPU is given must be at the end.
func (a *Algorithm) to(gpu, k int32) int32 {
	switch share := a.share(); a.Collective {
	case algo.ReduceScatter, algo.Scatter:
		return gpu*share + k
	case algo.AllToAll: // block b of the output comes from GPU b, whose block for this GPU it is
		return k/share*a.Chunks + gpu*share + k%share
	}
	return k
}

// sums reports whether a result has contributions of all GPUs.
func (a *Algorithm) sums() bool {
	return a.Collective == algo.AllReduce || a.Collective == algo.ReduceScatter || a.Collective == algo.Reduce
}
