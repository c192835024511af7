package algo

import "collsim/sim/units"

// subtree is the chunks of vertex v of a binomial tree and of all below it: v up to v + 2^low, as labels of positions.
func (b *binomial) subtree(v, low, root int32) Chunks {
	return span(mod(v+root, b.p), min(1<<low, b.p-v))
}

// gather: a vertex receives the chunks of each child's subtree, then sends those of its own.
func (b *binomial) gather(s *Step, v, i, root int32) bool {
	m, low := b.children(v)
	switch {
	case i < m:
		child := v + 1<<i
		s.receive(child, b.subtree(child, i, root), i, false)
	case i == m && v != 0:
		s.send(v-1<<low, b.subtree(v, low, root), low)
	default:
		return false
	}
	return true
}

// scatter: a vertex receives the chunks of its subtree, then sends each child those of its own.
func (b *binomial) scatter(s *Step, v, i, root int32) bool {
	m, low := b.children(v)
	last := ceilLog(b.p) - 1
	if v != 0 {
		if i == 0 {
			s.receive(v-1<<low, b.subtree(v, low, root), last-low, false)
			return true
		}
		i--
	}
	if i >= m {
		return false
	}
	k := m - 1 - i
	child := v + 1<<k
	s.send(child, b.subtree(child, k, root), last-k)
	return true
}

// subtreeLockStep: in the round over a distance of 2^k, the longest message carries the largest subtree of that height.
func subtreeLockStep(call Call, c Cost) (total units.Duration) {
	for half := 1; half < call.Ranks; half *= 2 {
		var longest units.Bytes
		for child := half; child < call.Ranks; child += 2 * half {
			first, last := call.Root+child, call.Root+min(child+half, call.Ranks)
			longest = max(longest, circular(call, last)-circular(call, first))
		}
		total += c.Message(longest)
	}
	return total
}

// circular is the bytes of the chunks below label i, going on round the circle.
func circular(call Call, i int) units.Bytes {
	return units.Bytes(i/call.Ranks)*call.Bytes + cut(call.Bytes, i%call.Ranks, call.Ranks)
}
