package measured

import (
	"math"

	"collsim/algo"
)

// seen is a row as printed, and between what its bus factor lies by its digits.
type seen struct {
	Row
	low, high float64
}

// slack is what arithmetic in floating point may be off by.
const slack = 1e-9

// sample reads one half; ok is false where size, time and bandwidth contradict one another.
func (s *seen) sample(to *Sample, columns []string, cpu bool) (ok bool) {
	*to = Sample{Wrong: Unchecked}
	time, ok := parseNumber(columns[0])
	if !ok {
		*to = Sample{}
		return true // N/A
	}
	to.Measured = true
	if to.Time, ok = microseconds(columns[0]); !ok {
		return false
	}
	algbw, known := parseNumber(columns[1])
	busbw, factored := parseNumber(columns[2])
	to.Algbw, _ = gigabytes(columns[1])
	to.Busbw, _ = gigabytes(columns[2])
	if len(columns) > 3 {
		if n, ok := parseNumber(columns[3]); ok && n.value == math.Trunc(n.value) {
			to.Wrong = int64(n.value)
		}
	}
	if cpu || !known || s.Bytes == 0 || time.value <= time.off {
		return true
	}
	least := float64(s.Bytes) / 1e3 / (time.value + time.off) * (1 - slack)
	most := float64(s.Bytes) / 1e3 / (time.value - time.off) * (1 + slack)
	if algbw.value+algbw.off < least || algbw.value-algbw.off > most {
		return false
	}
	if factored {
		s.low, s.high = max(s.low, (busbw.value-busbw.off)/most), min(s.high, (busbw.value+busbw.off)/least)
	}
	return true
}

// of says whether this can be a row of a collective; ranks = 0: of so many as may be.
func (s *seen) of(c algo.Collective, ranks int) bool {
	if (s.Redop == "" || s.Redop == "none") != (Redop(c) == "none") && c != algo.SendRecv {
		return false
	}
	if (s.Root >= 0) != (Root(c) >= 0) || ranks > 0 && s.Root >= ranks {
		return false
	}
	share := s.share()
	switch whole := shares(c, 2) == 1; {
	case share == 0: // the type is not known
	case share < 0, whole && share != 1, !whole && (ranks > 0 && share != int64(ranks) || ranks == 0 && share == 1):
		return false
	}
	if ranks == 0 {
		return true
	}
	f, over := algo.BusFactor(c, ranks)
	factor := float64(f) / float64(over)
	return s.low <= factor+slack && factor-slack <= s.high
}

// share is how many times the elements counted go into the size: once, or once a rank; 0 = not known, -1 = not a whole number of
// times.
func (s *seen) share() int64 {
	element := int64(elementBytes[s.Type])
	switch {
	case element == 0 || s.Count == 0 && s.Bytes == 0:
		return 0
	case s.Count <= 0 || s.Count > math.MaxInt64/element || int64(s.Bytes)%(s.Count*element) != 0:
		return -1
	}
	return int64(s.Bytes) / (s.Count * element)
}

// onlyAside says of a row that one of its halves was checked and the other was not, as where nccl-tests cannot work in place.
func (s *seen) onlyAside() bool {
	return s.OutOfPlace.Measured && s.InPlace.Measured && s.OutOfPlace.Wrong != Unchecked && s.InPlace.Wrong == Unchecked
}
