package site

import (
	"fmt"
	"math"

	"collsim/fabric"
)

// hard is from what correlation on two figures are named as hard to tell apart.
const hard = 0.9

// judge works out how well figures are known, from the rows alone: the error of a row is what rows scatter by after the
// fit, each weighs as it did in the search, and Student's distribution stands for the few of them.
func (m *model) judge(a *Answer, values []float64, columns [][]float64) {
	var off []float64
	for i := range a.Rows {
		if a.Rows[i].Used {
			off = append(off, a.Rows[i].Error())
		}
	}
	sum := 0.0
	for r, e := range off {
		weight := 1 / math.Sqrt(1+e*e/(usualScatter*usualScatter))
		sum += weight * e * e
		for j := range columns {
			columns[j][r] *= math.Sqrt(weight)
		}
	}
	freedom := len(off) - len(m.spots)
	scatter := math.Sqrt(sum / float64(max(1, freedom)))
	k := knowledgeOf(columns)
	for j := range m.spots {
		f := Figure{Name: m.spots[j].Name, Before: m.spots[j].start, Value: m.spots[j].plain(values[j], math.Round), Freedom: freedom, of: m.spots[j]}
		low, high := m.spots[j].bounds()
		switch {
		case freedom < 1:
			f.Why = "as many figures as rows"
		case k.singular(j):
			f.Why = "the rows do not determine it"
		case values[j] <= low*1.0001 || values[j] >= high*0.9999:
			f.Why = fmt.Sprintf("it ends at the bound of its range, %s", m.spots[j].at(values[j]))
		default:
			f.Deviation = scatter * k.deviation(j)
		}
		a.Figures = append(a.Figures, f)
	}
	a.Pairs = m.pairs(&k)
}

// pairs are the figures that the rows hardly tell apart.
func (m *model) pairs(k *knowledge) []Pair {
	var all []Pair
	for i := range m.spots {
		for j := i + 1; j < len(m.spots); j++ {
			p := Pair{A: m.spots[i].Name, B: m.spots[j].Name, Correlation: k.alike(i, j), Why: together(&m.spots[i], &m.spots[j])}
			bounded := !k.singular(i) && !k.singular(j)
			if bounded {
				p.Correlation = k.correlation(i, j)
			}
			rows, same := k.proportional(i, j)
			if same {
				p.Why = fmt.Sprintf("in all %d rows that depend on both they do so in the same proportion: %s", rows, p.Why)
			}
			if math.Abs(p.Correlation) >= hard || same {
				all = append(all, p)
			}
		}
	}
	return all
}

// Interval is between what a figure lies in so many of a hundred cases; ok is false where Why says why there is none.
func (f *Figure) Interval(percent int) (low, high fabric.Value, ok bool) {
	if f.Why != "" {
		return f.Value, f.Value, false
	}
	wide := f.Deviation * student(float64(percent)/100, f.Freedom)
	return f.of.plain(float64(f.Value.Int)*math.Exp(-wide), math.Floor), f.of.plain(float64(f.Value.Int)*math.Exp(wide), math.Ceil), true
}
