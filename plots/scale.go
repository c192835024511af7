package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// mostTicks with a number stand on an axis, beside the one at its start.
const mostTicks = 8

// scale gives the numbers of an axis places on the page. A linear one starts at 0.
type scale struct {
	Axis
	low, high int64
	step      int64 // between the ticks of a linear scale
	unit      step  // of a linear scale's numbers
	from, to  vg.Length
}

// newScale chooses ticks for what lies between two numbers. A logarithmic scale has no place for what is not above 0.
func newScale(a Axis, low, high int64) scale {
	s := scale{Axis: a, high: max(high, 1), step: 1, unit: a.Unit.best(max(high, 1))}
	if a.Log {
		s.low = max(min(low, s.high), 1)
		return s
	}
	for grow := 0; s.high/s.step > mostTicks; grow++ {
		if a.Unit != Size && grow%3 == 1 { // 1, 2, 5, 10; sizes double
			s.step = s.step / 2 * 5
		} else {
			s.step *= 2
		}
	}
	return s
}

// rounded moves the upper end to the next tick, and the lower end of a logarithmic scale to the one before.
func (s scale) rounded() scale {
	if !s.Log {
		if s.high <= math.MaxInt64-s.step {
			s.high = (s.high + s.step - 1) / s.step * s.step
		}
		return s
	}
	low, high := s.low, int64(0)
	for _, g := range s.grid() {
		if g.at <= s.low {
			low = g.at
		}
		if high == 0 && g.at >= s.high {
			high = g.at
		}
	}
	s.low, s.high = low, max(high, s.high)
	return s
}

// gridMark is a round number, and which one it is in its row.
type gridMark struct {
	at    int64
	order int
}

// grid lists the round numbers of a logarithmic scale: powers of two or ten, with their double and fivefold where the
// scale spans little.
func (s *scale) grid() []gridMark {
	var all []gridMark
	add := func(n int64) { all = append(all, gridMark{n, len(all)}) }
	if s.Unit.binary() {
		for k := range 63 {
			add(1 << k)
		}
		return all
	}
	fine := s.high/s.low <= 200
	for n := int64(1); ; n *= 10 {
		add(n)
		if fine && n <= math.MaxInt64/10 {
			add(2 * n)
			add(5 * n)
		}
		if n > math.MaxInt64/10 {
			return all
		}
	}
}

// ticks lists the numbers that are written, from the lower end.
func (s *scale) ticks() []int64 {
	var at []int64
	if !s.Log {
		for i := range s.high/s.step + 1 {
			at = append(at, i*s.step)
		}
		return at
	}
	for _, stride := range []int{1, 2, 3, 5, 10, 20} {
		at = at[:0]
		for _, g := range s.grid() {
			if g.at >= s.low && g.at <= s.high && g.order%stride == 0 {
				at = append(at, g.at)
			}
		}
		if len(at) <= mostTicks+1 {
			break
		}
	}
	if len(at) < 2 && s.low < s.high {
		at = []int64{s.low, s.high}
	}
	return at
}

// fine lists the places that have a line but no number.
func (s *scale) fine() []int64 {
	if !s.Log || s.Unit.binary() || s.high/s.low > 1e9 {
		return nil
	}
	var at []int64
	for n := int64(1); n <= s.high && n <= math.MaxInt64/10; n *= 10 {
		for m := n; m < 10*n; m += n {
			if m >= s.low && m <= s.high {
				at = append(at, m)
			}
		}
	}
	return at
}

// at is the place of a number on the page.
func (s *scale) at(n int64) vg.Length {
	if !s.Log {
		return s.from + (s.to-s.from)*vg.Length(float64(n)/float64(s.high))
	}
	if s.low == s.high {
		return (s.from + s.to) / 2
	}
	part := math.Log(float64(n)/float64(s.low)) / math.Log(float64(s.high)/float64(s.low))
	return s.from + (s.to-s.from)*vg.Length(part)
}

// holds says whether a number has a place.
func (s *scale) holds(n int64) bool { return n >= s.low && n <= s.high }

// label is what stands at a tick: on a linear scale all in one unit, which the title names.
func (s *scale) label(n int64) string {
	if s.Log {
		return s.Unit.short(n)
	}
	return s.unit.write(n)
}

// title names the axis, and the unit where its numbers do not.
func (s *scale) title() string {
	if s.Log || s.unit.name == "" {
		return s.Name
	}
	return s.Name + ", " + s.unit.name
}
