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
	probes    int
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
	if s.probes++; s.probes > 1 && end == s.moved {
		s.stuck++
	} else {
		s.stuck = 0
	}
	s.moved, s.at[end] = end, stand
	if end == 0 {
		s.low = at
	} else {
		s.high = at
	}
}

// mostGuesses is how many probes may follow the shape of the curves before the rest is cut in halves.
const mostGuesses = 40

// next is the place to look at. Between two sizes times are nearly straight, so the line through both ends nearly meets
// the place; from there steps of 1, 8, 64 and so on get hold of its other side. Where curves are not straight, halves are
// taken: then a search takes at most the binary logarithm of its width more.
func (s *search) next() int64 {
	width := s.high - s.low
	if s.probes > mostGuesses || width < 4 {
		return s.low + width/2
	}
	if s.stuck == 0 {
		return s.straight()
	}
	step := int64(1) << min(3*(s.stuck-1), 60)
	if step >= width/2 {
		return s.low + width/2
	}
	if s.moved == 0 {
		return s.low + step
	}
	return s.high - step
}

// straight is where the line through both ends is 0.
func (s *search) straight() int64 {
	x, y := s.at[0].ahead>>1, s.at[1].ahead>>1 // halves, for their sum to fit
	if x+y == 0 {
		return s.low + (s.high-s.low)/2
	}
	over, under := bits.Mul64(uint64(s.high-s.low), x)
	away, _ := bits.Div64(over, under, x+y) // x is not above x+y
	return max(s.low+1, min(s.high-1, s.low+int64(away)))
}
