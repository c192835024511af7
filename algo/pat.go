package algo

import "collsim/sim/units"

// pat is NCCL's parallel aggregated trees (Jeaugey 2025): a binomial tree below every chunk's owner, all trees at once.
// Chunk c goes from its owner c to c+2^d for the largest distance first, then from both over half of that, and so on: the
// rounds of Bruck's algorithm in reverse order, so that the farthest messages carry the least. What goes over one distance
// is as many chunks as have come so far; a message takes at most so many of them together, and one follows another.
//
// Over the distance 2^d position q sends the chunks of the owners q, q-2^(d+1), q-2*2^(d+1), ... A reduce-scatter is the
// reverse of all of it: the same messages the other way, the last one first.
type pat struct {
	p, together   int32
	slices, batch int32
	stages        []stage // the farthest first
	rounds        int32
	reverse       bool
}

// stage is the messages over one distance.
type stage struct {
	distance, chunks int32
	first            int32 // round
}

func newPat(call Call, reverse bool) *pat {
	f := &pat{p: int32(call.Ranks), together: int32(call.Together), slices: int32(call.Slices), batch: int32(call.Batch), reverse: reverse}
	if f.together == 0 {
		f.together = f.p
	}
	if f.batch == 0 {
		f.batch = f.slices
	}
	for d := ceilLog(f.p) - 1; d >= 0; d-- {
		st := stage{1 << d, (f.p - 1<<d + 2<<d - 1) / (2 << d), f.rounds}
		f.stages = append(f.stages, st)
		f.rounds += (st.chunks + f.together - 1) / f.together
	}
	return f
}

// step: in every round a lane sends its message, slice by slice, then receives its neighbour's.
func (f *pat) step(s *Step, q, index int32) bool {
	first := int32(0)
	if a := 2 * f.rounds * f.batch; a > 0 && index >= a {
		first = index / a * f.batch
		index %= a
	}
	if first >= f.slices || f.rounds == 0 {
		return false
	}
	width := min(f.batch, f.slices-first)
	t := index / (2 * width)
	if t >= f.rounds {
		return false
	}
	slice := index % (2 * width)
	if slice < width {
		f.move(s, q, t, false)
	} else {
		slice -= width
		f.move(s, q, t, true)
	}
	s.Slice = first + slice
	return true
}

// move is what position q sends, or receives, in a round.
func (f *pat) move(s *Step, q, t int32, receives bool) {
	at := t
	if f.reverse {
		at = f.rounds - 1 - t
	}
	st, what := f.message(at)
	if receives == f.reverse { // from here, as an all-gather sends it
		what.First += q
	} else {
		what.First += q - st.distance
	}
	what.First = mod(what.First, f.p)
	peer := mod(q+st.distance, f.p)
	if receives != f.reverse {
		peer = mod(q-st.distance, f.p)
	}
	if receives {
		s.receive(peer, what, t, f.reverse)
	} else {
		s.send(peer, what, t)
	}
}

// message is the stage of a round of an all-gather, and the chunks that position 0 sends there.
func (f *pat) message(t int32) (*stage, Chunks) {
	i := 0
	for i+1 < len(f.stages) && f.stages[i+1].first <= t {
		i++
	}
	st := &f.stages[i]
	from := (t - st.first) * f.together
	count := min(f.together, st.chunks-from)
	return st, Chunks{First: -(from + count - 1) * 2 * st.distance, Count: count, Run: 1, Stride: 2 * st.distance}
}

func buildPat(call Call, reverse bool) (*Schedule, error) {
	f, p := newPat(call, reverse), int32(call.Ranks)
	l := newLayout(call, p, true)
	return l.regular(rotating(1, turn, p), 1, func(rank, lane, index int32) (s Step, ok bool) {
		c, _, q, away := l.home(rank, lane)
		if ok = f.step(&s, q, index); ok {
			l.settle(&s, c, away)
		}
		return s, ok
	}), nil
}

// patRounds: over a distance of 2^d every rank sends a chunk for each 2^(d+1) ranks that reach so far, so many together.
func patRounds(call Call) (rounds int) {
	for half := 1; half < call.Ranks; half *= 2 {
		chunks := (call.Ranks - half + 2*half - 1) / (2 * half)
		rounds += (chunks + together(call) - 1) / together(call)
	}
	return rounds
}

func together(call Call) int {
	if call.Together > 0 {
		return call.Together
	}
	return call.Ranks
}

// patLockStep: the longest message of each round, of whichever rank.
func patLockStep(call Call, cost func(units.Bytes) units.Duration) (total units.Duration) {
	for half := 1; half < call.Ranks; half *= 2 {
		for first := 0; first+half < call.Ranks; first += 2 * half * together(call) {
			var longest units.Bytes
			for q := range call.Ranks {
				var n units.Bytes
				for v := first; v+half < call.Ranks && v < first+2*half*together(call); v += 2 * half {
					n += part(call.Bytes, (q-v+call.Ranks)%call.Ranks, call.Ranks)
				}
				longest = max(longest, n)
			}
			total += cost(longest)
		}
	}
	return total
}
