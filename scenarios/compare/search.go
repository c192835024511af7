package compare

import "math/bits"

// search is the way to the place between low and high where the sign of a's time less b's changes.
type search struct {
	*known
	*line
	a, b      int
	low, high int64
	at        [2]stand // at low and high; they differ in sign
	stuck     int      // probes in a row that moved the same end
	moved     int      // which: 0 = low, 1 = high
	was       [2]int64 // widths one probe and two probes ago; 0 = not that many since it was last halved
}

// between narrows [low, high], at whose ends the signs differ, until no place between can run both: the ends are then
// places next to each other where the sign changes. ok is false where something has to be played first.
func (k *known) between(l *line, a, b int, low, high int64) (from, to int64, ok bool) {
	s := search{known: k, line: l, a: a, b: b, low: low, high: high}
	for i, end := range []int64{low, high} {
		if s.at[i], ok = k.stand(l, a, b, end); !ok {
			return 0, 0, false
		}
	}
	for s.high-s.low > 1 {
		at, found, ok := s.probe(s.next())
		if !ok {
			return 0, 0, false
		}
		if !found {
			break
		}
		s.narrow(at)
	}
	return s.low, s.high, true
}

// probe looks for the place nearest to a guess where both can run.
func (s *search) probe(guess int64) (at int64, found, ok bool) {
	for away := int64(0); guess-away > s.low || guess+away < s.high; away++ {
		for _, at := range [...]int64{guess - away, guess + away} {
			if at <= s.low || at >= s.high || away == 0 && at != guess {
				continue
			}
			stand, ok := s.stand(s.line, s.a, s.b, at)
			if !ok {
				return 0, false, false
			}
			if stand.runs {
				return at, true, true
			}
		}
	}
	return 0, false, true
}

// narrow takes a place as the end that has its sign.
func (s *search) narrow(at int64) {
	stand, _ := s.stand(s.line, s.a, s.b, at)
	end := 1
	if stand.sign == s.at[0].sign {
		end = 0
	}
	if s.was[0] > 0 && end == s.moved {
		s.stuck++
	} else {
		s.stuck = 0
	}
	s.was = [2]int64{s.high - s.low, s.was[0]}
	s.moved, s.at[end] = end, stand
	if end == 0 {
		s.low = at
	} else {
		s.high = at
	}
}

// next is the place to look at. Between two sizes times are nearly straight, so the line through both ends nearly meets
// the place, and a step from there gets hold of its other side: two probes for a sixteenth of the width. Where they do
// not make it a quarter, the curves are not straight, and it is halved. Places are as round as the width allows, for
// round sizes cut into equal chunks, and runs of equal chunks can be folded.
func (s *search) next() int64 {
	width := s.high - s.low
	switch last := s.was[1]; {
	case width < 4 || last > 0 && width > last/4:
		s.was = [2]int64{}
		return s.round(s.low+width/2, width/4)
	case s.stuck == 0:
		return s.round(s.straight(), width/16)
	case s.moved == 0:
		return s.round(s.low+width/16, width/16)
	}
	return s.round(s.high-width/16, width/16)
}

// round is a place between both ends that is a multiple of the largest power of two within unit, near to a guess.
func (s *search) round(guess, unit int64) int64 {
	if unit > 1 {
		unit = int64(1) << (bits.Len64(uint64(unit)) - 1)
		if near := (guess + unit/2) &^ (unit - 1); near > s.low && near < s.high {
			return near
		}
	}
	return max(s.low+1, min(s.high-1, guess))
}

// straight is where the line through both ends is 0.
func (s *search) straight() int64 {
	x, y := s.at[0].ahead>>1, s.at[1].ahead>>1 // halves, for their sum to fit
	if x+y == 0 {
		return s.low + (s.high-s.low)/2
	}
	over, under := bits.Mul64(uint64(s.high-s.low), x)
	away, _ := bits.Div64(over, under, x+y) // x is not above x+y
	return s.low + int64(away)
}
