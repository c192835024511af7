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

// nvlsChunk is the data of one head and block.
func (t *Tuning) nvlsChunk(x *Choice) units.Bytes {
	chunk, tree := units.Bytes(128<<10), units.Bytes(0)
	if t.System.Nodes > 1 && t.System.GPU.Capability >= 100 && t.since(29, 0) {
		w := t.blackwellTree()
		chunk, tree = w.chunk, w.tree
	}
	if tree == 0 {
		tree = chunk
		if t.System.Nodes >= 4 {
			tree = 64 << 10
		}
	}
	at := units.Bytes(x.Channels * x.Heads)
	if x.Method == NVLSTree {
		c := min(chunk, tree)
		for _, l := range []limit{{32, 256 << 10}, {16, 128 << 10}, {4, 64 << 10}, {1, 32 << 10}} {
			if x.Bytes < l.chunks*at*c && c > l.floor {
				c = l.floor
			}
		}
		return c
	}
	c := min(t.step(Simple), chunk)
	for _, l := range []limit{{64, 64 << 10}, {8, 32 << 10}, {2, 16 << 10}} {
		if x.Bytes < l.chunks*at*c && c > l.floor {
			c = l.floor
		}
	}
	return c
}
