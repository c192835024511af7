package validate

import (
	"math"
	"slices"
)

// Statistics tells how far points are off: of ln(simulated/measured), in units of 1, so that 0.08 is 8 %.
type Statistics struct {
	Points int
	Median float64 // of the absolute value
	P90    float64 // of the absolute value
	Bias   float64 // the median with its sign
}

// StatisticsOf summarises errors. A percentile is the lowest error that so large a share of the points does not exceed.
func StatisticsOf(errors []float64) Statistics {
	if len(errors) == 0 {
		return Statistics{}
	}
	absolute := make([]float64, len(errors))
	for i, e := range errors {
		absolute[i] = math.Abs(e)
	}
	signed := slices.Clone(errors)
	slices.Sort(absolute)
	slices.Sort(signed)
	return Statistics{len(errors), percentile(absolute, 50), percentile(absolute, 90), percentile(signed, 50)}
}

// percentile of sorted values.
func percentile(sorted []float64, percent int) float64 {
	return sorted[(len(sorted)*percent+99)/100-1]
}
