package nccl

import "collsim/sim/units"

// widths are what Blackwell's NVLS is tuned to across nodes.
type widths struct {
	channels    int
	chunk, tree units.Bytes
}

// blackwellTree is the tuning of NVLSTree by NIC and GPUs a node, from 2.29 on (src/transport/nvls.cc).
func (t *Tuning) blackwellTree() widths {
	s := &t.System
	w := widths{32, 128 << 10, 0}
	per, near := s.perNode(), s.NICPath <= PXB
	switch {
	case s.Nodes == 2 && s.NICRate >= 48e9:
		w.tree = 128 << 10
		if per <= 4 {
			w.chunk, w.tree = 256<<10, 256<<10
		} else if per >= 16 || per <= 8 && near && s.NICRate < 96e9 {
			w.tree = 64 << 10
		}
	case s.NICRate >= 96e9 && per <= 8:
		w = widths{24, 256 << 10, 256 << 10}
	case s.NICRate >= 96e9 && per < 32:
		w.tree = 128 << 10
	case s.NICRate >= 96e9:
		w.tree = 64 << 10
	case s.NICRate >= 48e9:
		w.channels, w.tree = 24, 128<<10
		if near {
			w.tree = 64 << 10
		}
	}
	return w
}

// nvlsChunks are the largest chunks of NVLS and of NVLSTree.
func (t *Tuning) nvlsChunks() (chunk, tree units.Bytes) {
	chunk = 128 << 10
	switch blackwell := t.System.Nodes > 1 && t.System.GPU.Capability >= 100; {
	case blackwell && t.since(29, 0):
		w := t.blackwellTree()
		chunk, tree = w.chunk, w.tree
	case !t.since(29, 0):
		tree = t.step(Simple)
	}
	if t.Env.NVLSChunk > 0 {
		chunk = t.Env.NVLSChunk
	}
	switch {
	case t.Env.NVLSTreeChunk > 0:
		tree = t.Env.NVLSTreeChunk
	case (tree == 0 || !t.since(29, 0)) && t.System.Nodes >= 4 && t.since(19, 3):
		tree = 64 << 10
	case tree == 0:
		tree = chunk
	}
	if t.since(29, 0) {
		tree = min(tree, chunk)
	}
	return chunk, tree
}

// nvlsChunk is the data of one head and block: less of it while there are few.
func (t *Tuning) nvlsChunk(x *Choice) units.Bytes {
	chunk, tree := t.nvlsChunks()
	at := units.Bytes(x.Channels * x.Heads)
	c, limits := min(t.step(Simple), chunk), []limit{{64, 64 << 10}, {8, 32 << 10}, {2, 16 << 10}}
	if x.Method == NVLSTree {
		c, limits = tree, []limit{{32, 256 << 10}, {16, 128 << 10}, {4, 64 << 10}, {1, 32 << 10}}
	}
	for _, l := range limits {
		if x.Bytes < l.chunks*at*c && c > l.floor {
			c = l.floor
		}
	}
	return c
}
