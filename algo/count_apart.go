package algo

// A layout gives every channel the same steps, at its own positions of the ranks, and cuts every chunk into slices that all
// take the same steps; only sizes differ. So one channel tells how chains of messages grow, and the same call in one slice
// tells what bytes are moved.

// countApart counts the chains of one channel and the bytes of one slice. ok is false where the schedule was not made by a
// layout, or has nothing to spare, or something is wrong, which Count finds out by itself.
func countApart(s *Schedule, asked *asked) (Counts, bool) {
	if s.layout == nil || s.Seats > 0 || s.Call.Channels == 1 && s.Call.Slices == 1 {
		return Counts{}, false
	}
	moved, ok := s.unsliced()
	if !ok {
		return Counts{}, false
	}
	fold, even := s.likeness()
	chains, err := countFolded(s.channel(), fold, asked)
	if err != nil {
		return Counts{}, false
	}
	chains.Messages *= int64(s.Call.Channels)
	bytes := newCounter(moved, fold, asked)
	bytes.weighAll(moved, fold.Stride)
	bytes.rounds = chains.rounds
	bytes.Depth, bytes.PipelineSteps, bytes.Messages = chains.Depth, chains.PipelineSteps, chains.Messages
	bytes.unfold(moved, even)
	return bytes.Counts, true
}

// channel is the first channel of a schedule.
func (s *Schedule) channel() *Schedule {
	first := *s
	first.Lanes /= int32(s.Call.Channels)
	first.Channels = s.Channels[:first.Lanes]
	return &first
}

// unsliced is the schedule with whole chunks.
func (s *Schedule) unsliced() (*Schedule, bool) {
	if s.Call.Slices == 1 {
		return s, true
	}
	a, ok := Find(s.Collective, s.Algorithm)
	if !ok {
		return nil, false
	}
	call := s.Call
	call.Slices, call.Batch, call.Portion = 1, 0, 0
	whole, err := a.Build(call)
	return whole, err == nil
}
