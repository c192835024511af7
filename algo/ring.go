package algo

import "collsim/sim/units"

// ring passes chunks around: in round t position q sends chunk q - first - t to q+1. What it receives in one round it
// sends in the next, so a step is receive, combine, send. Slices go round in batches: all rounds of one, then all rounds
// of the next. In a batch of k, step t*k + s moves its slice s in round t.
//
// Over 2(p-1) rounds with first = 0, position q sends every chunk twice, except q+1 and q+2.
type ring struct {
	p, slices int32
	batch     int32 // slices that go round together; the last batch may have fewer
	rounds    int32
	reducing  int32 // what arrives in the first so many rounds is combined
	first     int32
}

func (r *ring) step(s *Step, q, index int32) bool {
	t, slice := index, int32(0)
	if r.slices > 1 {
		t, slice = r.moves(index)
	}
	if r.rounds == 0 || t > r.rounds || slice >= r.slices {
		return false
	}
	s.still()
	s.Chunks, s.Slice, s.Round = one(mod(q-r.first-t, r.p)), slice, t
	if t > 0 {
		s.Recv, s.Reduce = mod(q-1, r.p), t <= r.reducing
	}
	if t < r.rounds {
		s.Send = mod(q+1, r.p)
	} else {
		s.Round = t - 1
	}
	return true
}

// moves is the round and the slice of a step.
func (r *ring) moves(index int32) (t, slice int32) {
	if r.batch == r.slices {
		return index / r.slices, index % r.slices
	}
	loop := index / (r.batch * (r.rounds + 1))
	first := loop * r.batch
	index -= first * (r.rounds + 1)
	if r.batch == 1 {
		return index, first
	}
	width := min(r.batch, max(r.slices-first, 1))
	return index / width, first + index%width
}

// steps a lane, with one slice.
func (r *ring) steps() int32 {
	if r.rounds == 0 {
		return 0
	}
	return r.rounds + 1
}

func buildRing(call Call, owned bool, rounds, reducing, first int32) (*Schedule, error) {
	p := int32(call.Ranks)
	r := ring{p: p, slices: int32(call.Slices), batch: int32(call.Slices), rounds: rounds, reducing: reducing, first: first}
	if call.Batch > 0 {
		r.batch = int32(call.Batch)
	}
	l := newLayout(call, p, owned)
	s := l.regular(rotating(1, turn, p), 1, func(rank, lane, index int32) (s Step, ok bool) {
		c, _, q, away := l.home(rank, lane)
		if ok = r.step(&s, q, index); ok {
			l.settle(&s, c, away)
		}
		return s, ok
	})
	if r.batch == 1 && l.larger == nil {
		s.alike = func(_, _, index int32) int32 { return r.alike(index) }
	}
	return s, nil
}

// ringLockStep: every chunk is on its way in every round, so the longest message is the largest chunk.
func ringLockStep(call Call, c Cost, reducing, copying int) units.Duration {
	chunk := ceil(call.Bytes, call.Ranks)
	return times(reducing, c.merge(chunk)) + times(copying, c.Message(chunk))
}
