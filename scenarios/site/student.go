package site

import "math"

// student is up to how many standard errors on each side a share of Student's distribution with so many degrees of
// freedom lies.
func student(share float64, freedom int) float64 {
	low, high := 0.0, 1.0
	for within(high, freedom) < share {
		high *= 2
	}
	for range 60 {
		if middle := (low + high) / 2; within(middle, freedom) < share {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// within is the share of Student's distribution between -t and t: the finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4.
func within(t float64, freedom int) float64 {
	angle := math.Atan(t / math.Sqrt(float64(freedom)))
	sin, cos := math.Sin(angle), math.Cos(angle)
	term, sum := 1.0, 0.0
	if freedom%2 == 0 {
		for k := 0; k <= freedom-2; k += 2 {
			if k > 0 {
				term *= float64(k-1) / float64(k) * cos * cos
			}
			sum += term
		}
		return sin * sum
	}
	term = cos
	for k := 1; k <= freedom-2; k += 2 {
		if k > 1 {
			term *= float64(k-1) / float64(k) * cos * cos
		}
		sum += term
	}
	return 2 / math.Pi * (angle + sin*sum)
}
