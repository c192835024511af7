package algo

// Repeats is where steps of a lane of a rank end that are alike: from the given index up to there they receive from and send to
// the same peers, as many bytes, and do the same with them. Chunks and rounds go on. It claims nothing of schedules of
// which it does not know: then it is the next index. Who puts another Step into such a schedule makes a new one: an executor
// takes steps that are alike for granted.
func (s *Schedule) Repeats(rank, lane, index int32) int32 {
	if s.alike == nil {
		return index + 1
	}
	return s.alike(rank, lane, index)
}

// alike is Repeats for a ring by itself, of one slice a batch.
func (r *ring) alike(index int32) int32 {
	before := int32(0)
	if r.slices > 1 {
		before = index - index%(r.rounds+1)
		index -= before
	}
	switch reduced := min(r.reducing, r.rounds-1); {
	case index == 0 || index >= r.rounds:
		return before + index + 1
	case index <= reduced:
		return before + reduced + 1
	}
	return before + r.rounds
}

// alike is Repeats for a ring inside a node, then one across, then one inside.
func (h *nested) alike(index int32) int32 {
	before := int32(0)
	for _, r := range []*ring{&h.scatter, &h.ring, &h.gather} {
		if r == &h.ring && h.k == 1 {
			continue
		}
		if i := index - before; i < r.steps() {
			return before + r.alike(i)
		}
		before += r.steps()
	}
	return index + 1
}
