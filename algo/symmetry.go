package algo

import (
	"errors"
	"fmt"

	"collsim/sim/units"
)

// Symmetry says which folds leave the schedule as it is: displacements of ranks by every stride that is a multiple of unit
// and divides the ranks; with xor, by every power of two from unit on. Then rank h(r) does, step by step, what r does, with
// peers moved by h; only the labels of chunks may differ. The error is a sentence that says why there is none.
//
// It is known by construction, of schedules that [Algorithm.Build] made. Who puts another Step into such a schedule
// must not ask.
func (s *Schedule) Symmetry() (unit int32, xor bool, why error) {
	l := s.layout
	switch {
	case s.Call.Ranks == 1:
		return 1, false, nil
	case s.Seats > 0:
		return 0, false, fmt.Errorf("in %s/%s switches take part, which stay where they are", s.Collective, s.Algorithm)
	case l == nil && s.Place != nil:
		return 0, false, errors.New("it is a program of several operations")
	case l == nil || l.unit == 0 && l.why == "":
		return 0, false, fmt.Errorf("%s/%s gives each rank a place of its own, as a root or a tree does", s.Collective, s.Algorithm)
	case l.unit == 0:
		return 0, false, fmt.Errorf("in %s/%s %s", s.Collective, s.Algorithm, l.why)
	case l.larger != nil:
		each := ceil(s.Call.Bytes, int(l.labels))
		return 0, false, fmt.Errorf("%d B in %d chunks make some larger than others; %d B would be even", s.Call.Bytes, l.labels, each*units.Bytes(l.labels))
	}
	if l.period == l.p {
		return 0, false, errors.New("the order in which channels visit the ranks does not repeat")
	}
	return l.period, l.xor, nil
}

// least is the least stride of ranks that, on every channel, moves all positions alike: a multiple of unit.
func (l *layout) least() int32 {
	for d := l.unit; d < l.p; d += l.unit {
		if l.p%d != 0 || l.xor && d&(d-1) != 0 {
			continue
		}
		if l.repeats(d) {
			return d
		}
	}
	return l.p
}

func (l *layout) repeats(d int32) bool {
	for c := range l.at {
		if l.xor && !flips(l.at[c], d) || !l.xor && !turns(l.at[c], d) {
			return false
		}
	}
	return true
}

// turns reports whether d ranks on is d positions on, everywhere; or d positions back, on channels that go round backwards.
func turns(at []int32, d int32) bool {
	p := int32(len(at))
	by := mod(at[d]-at[0], p)
	if by != d && by != p-d {
		return false
	}
	return apart(at[d:], at[:p-d], by, p) && apart(at[:d], at[p-d:], by, p)
}

// apart reports whether positions are so far from others, round the circle of p.
func apart(all, from []int32, by, p int32) bool {
	for i, q := range from {
		if q += by; q >= p {
			q -= p
		}
		if all[i] != q {
			return false
		}
	}
	return true
}

// flips is turns for displacements by xor with d and every power of two above it.
func flips(at []int32, d int32) bool {
	for ; d < int32(len(at)); d *= 2 {
		for r, q := range at {
			if at[int32(r)^d] != q^d {
				return false
			}
		}
	}
	return true
}
