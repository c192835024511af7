package flow

import (
	"math/bits"

	"collsim/sim/units"
)

// wide is a whole number of up to 128 bits: work, in units of a rate times picoseconds.
type wide struct{ high, low uint64 }

// during is the work that a rate does in a span that is not negative.
func during(rate uint64, d units.Duration) wide {
	high, low := bits.Mul64(rate, uint64(d))
	return wide{high, low}
}

func (w wide) plus(v wide) wide {
	low, carry := bits.Add64(w.low, v.low, 0)
	high, _ := bits.Add64(w.high, v.high, carry)
	return wide{high, low}
}

// minus is w - v, and nothing where v is the larger.
func (w wide) minus(v wide) wide {
	low, borrow := bits.Sub64(w.low, v.low, 0)
	high, borrow := bits.Sub64(w.high, v.high, borrow)
	if borrow != 0 {
		return wide{}
	}
	return wide{high, low}
}

// over is how long a rate takes for w, rounded down. It panics beyond the 213 days that 64 bits hold.
func (w wide) over(rate uint64) units.Duration {
	q, _ := bits.Div64(w.high, w.low, rate)
	return units.Duration(q)
}

// until is how long a rate takes for w, rounded up.
func (w wide) until(rate uint64) units.Duration {
	q, rest := bits.Div64(w.high, w.low, rate)
	if rest != 0 {
		q++
	}
	return units.Duration(q)
}

// less is w - v, which may be below zero.
func (w wide) less(v wide) wide {
	low, borrow := bits.Sub64(w.low, v.low, 0)
	high, _ := bits.Sub64(w.high, v.high, borrow)
	return wide{high, low}
}

func (w wide) negative() bool { return w.high>>63 == 1 }

func least(w, v wide) wide {
	if w.high < v.high || w.high == v.high && w.low < v.low {
		return w
	}
	return v
}
