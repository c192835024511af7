package algo

import "math/bits"

// binomial is the binomial tree over p vertices: the parent of v is v without its lowest set bit, and 0 is the root.
// Vertex v has children v+1, v+2, v+4, ... below its lowest bit. On the way up, messages over a distance of 2^k make
// round k; on the way down they make round base + L-1-k.
//
// Everything of one child goes before anything of the next: a vertex has its whole buffer to send to each, so
// alternating between children would only make the deepest one wait.
type binomial struct {
	p, slices int32
	reduce    bool
	downLane  int32 // up: the lane that waits for the root's last steps; -1 = none
	upLane    int32 // down: the lane to wait for at the root; -1 = none
	base      int32 // first round of the way down
}

// children of v, and the distance's logarithm to its parent (for the root, the number of rounds).
func (b *binomial) children(v int32) (m, low int32) {
	low = ceilLog(b.p)
	if v != 0 {
		low = lowBit(v)
	}
	return min(low, int32(bits.Len32(uint32(b.p-v-1)))), low
}

// up sends to the parent what the children sent, combined with the vertex's own.
func (b *binomial) up(s *Step, v, index int32) bool {
	m, low := b.children(v)
	k, slice := index/b.slices, index%b.slices
	if k >= max(m, 1) || b.p == 1 {
		return false
	}
	s.still()
	s.Chunks, s.Slice, s.Round = one(0), slice, k
	if m > 0 {
		s.Recv, s.Reduce = v+1<<k, b.reduce
	}
	if k == max(m, 1)-1 {
		if v != 0 {
			s.Send, s.Round = v-1<<low, low
		} else {
			s.Signal = b.downLane >= 0
		}
	}
	return true
}

// down sends to the children what the parent sent; at the root, what the way up has completed.
func (b *binomial) down(s *Step, v, index int32) bool {
	m, low := b.children(v)
	k, slice := index/b.slices, index%b.slices
	if k >= max(m, 1) || b.p == 1 {
		return false
	}
	last := b.base + ceilLog(b.p) - 1
	s.still()
	s.Chunks, s.Slice, s.Round = one(0), slice, last-low
	if k == 0 {
		if v != 0 {
			s.Recv = v - 1<<low
		} else if b.upLane >= 0 {
			s.WaitLane, s.WaitStep = b.upLane, (m-1)*b.slices+slice
		}
	}
	if m > 0 {
		s.Send, s.Round = v+1<<(m-1-k), last-(m-1-k)
	}
	return true
}

// shift turns a step of vertices into one of positions, where the root stands at position root.
func (s *Step) shift(root, p int32) {
	if s.Recv >= 0 {
		s.Recv = mod(s.Recv+root, p)
	}
	if s.Send >= 0 {
		s.Send = mod(s.Send+root, p)
	}
}

// upDown is the tree with a lane up and a lane down, rooted at position 0.
func upDown(call Call, reduce bool) (*Schedule, error) {
	p := int32(call.Ranks)
	b := binomial{p: p, slices: int32(call.Slices), reduce: reduce, downLane: 1, upLane: 0, base: ceilLog(p)}
	l := newLayout(call, 1, false)
	return l.schedule(2, func(rank, lane, index int32) (s Step, ok bool) {
		c, k, q := l.spot(rank, lane)
		if k == 0 {
			ok = b.up(&s, q, index)
		} else {
			ok = b.down(&s, q, index)
		}
		if ok {
			l.finish(&s, c)
		}
		return s, ok
	}), nil
}
