package diagnosis

import (
	"math"
	"slices"

	"collsim/scenarios"
)

// leeway is what the times of a machine that is well may be off by together: a column a figure of the calibrations, with the
// logarithm of what a standard deviation of the figure makes of each row. Without it a cause that happens to mend what the
// model is off by on such machines would look like an explanation.
type leeway struct{ columns [][]float64 }

// eightOfTen is how many standard deviations lie between the ends of a range that holds in eight of ten cases.
const eightOfTen = 2 * 1.2816

// leewayOf is that of rows, by the influences on each.
func leewayOf(rows [][]scenarios.Influence) leeway {
	var names []string
	for _, all := range rows {
		for i := range all {
			if !slices.Contains(names, all[i].Name) {
				names = append(names, all[i].Name)
			}
		}
	}
	l := leeway{make([][]float64, len(names))}
	for j := range l.columns {
		l.columns[j] = make([]float64, len(rows))
	}
	for r, all := range rows {
		for i := range all {
			l.columns[slices.Index(names, all[i].Name)][r] = math.Log(float64(all[i].AtHigh)/float64(all[i].AtLow)) / eightOfTen
		}
	}
	return l
}

// misfit sums errors up, as far as the figures of a machine that is well do not explain them. Errors count so that a cause
// that brings most rows to where they are measured beats one that brings all of them half of the way there: by the
// negative logarithm of Cauchy's distribution. Figures count by the square of how unusual they are, as of a normal one.
func (l leeway) misfit(errors []float64) float64 {
	left, moved := slices.Clone(errors), make([]float64, len(l.columns))
	cost := costOf(left, moved)
	for range rounds {
		for j, column := range l.columns {
			l.move(left, moved, j, column)
		}
		last := cost
		if cost = costOf(left, moved); last-cost < enough {
			break
		}
	}
	return cost
}

// Rounds of moving each figure once, and after what gain they end.
const (
	rounds = 50
	enough = 1e-3
)

// move brings a figure to where the weighted squares of errors are least, each weighing by what it counts for now: a step
// that never makes the misfit worse.
func (l leeway) move(left, moved []float64, j int, column []float64) {
	pull, hold := -moved[j], 1.0
	for r, e := range left {
		weight := 1 / (scale*scale + e*e)
		pull -= weight * e * column[r]
		hold += weight * column[r] * column[r]
	}
	by := pull / hold
	moved[j] += by
	for r := range left {
		left[r] += by * column[r]
	}
}

func costOf(left, moved []float64) (cost float64) {
	for _, e := range left {
		cost += math.Log1p(e / scale * e / scale)
	}
	for _, a := range moved {
		cost += a * a
	}
	return cost
}
