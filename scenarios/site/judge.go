package site

import (
	"fmt"
	"math"

	"collsim/fabric"
)

// hard is from what correlation on two figures are named as hard to tell apart.
const hard = 0.9

// judge works out how well figures are known, from the rows alone: the error of a row is what rows scatter by after the
// fit, each weighs as it did in the search, and Student's distribution stands for the few of them. Values that it meets on the
// way and that cost less it gives back.
func (m *model) judge(a *Answer, values []float64, columns [][]float64) (better []float64, err error) {
	p, freedom := m.profile(a, values, columns), a.Used.Rows-len(m.spots)
	k := knowledgeOf(columns)
	for j := range m.spots {
		f := Figure{Name: m.spots[j].Name, Before: m.spots[j].start, Value: m.spots[j].plain(values[j], math.Round), Freedom: freedom, of: m.spots[j]}
		f.Unusual = unusual(&m.Trials[0].Scenario, f.Name, f.Value)
		low, high := m.spots[j].bounds()
		switch {
		case freedom < 1:
			f.Why = "as many figures as rows"
		case k.singular(j):
			f.Why = undetermined
		case values[j] <= low*1.0001 || values[j] >= high*0.9999:
			f.Why = fmt.Sprintf("it ends at the bound of its range, %s", m.spots[j].at(values[j]))
		default:
			if err := f.ends(p, j, p.scatter*k.deviation(j)); err != nil {
				return nil, err
			}
		}
		a.Figures = append(a.Figures, f)
	}
	a.Pairs = m.pairs(&k)
	for j, x := range m.lean {
		a.Guided = append(a.Guided, Guided{m.guided[j].Name, m.guided[j].start, m.guided[j].plain(x, math.Round), m.guided[j]})
	}
	return p.better, nil
}

const undetermined = "the rows do not determine it"

// grain is the steps that times of the model have: a message more or less, another order. Rows that agree better say nothing by it.
const grain = 0.003

// profile weighs the rows that are fitted, and their slopes.
func (m *model) profile(a *Answer, values []float64, columns [][]float64) *profile {
	p := &profile{model: m, values: values, columns: columns}
	var off []float64
	for i := range a.Rows {
		if a.Rows[i].Used {
			off = append(off, a.Rows[i].Error())
		}
	}
	p.least, p.usual = cost(off), m.leaning(values)
	p.weights = weigh(off, columns)
	p.scatter = math.Max(grain, length(off)/math.Sqrt(float64(max(1, len(off)-len(m.spots)))))
	return p
}

// weigh makes errors and slopes of rows count as they do in a search, by the roots of their weights, which it gives.
func weigh(errors []float64, columns [][]float64) []float64 {
	weights := make([]float64, len(errors))
	for r, e := range errors {
		weights[r] = math.Pow(1+e*e/(usualScatter*usualScatter), -0.25)
		errors[r] *= weights[r]
		for j := range columns {
			columns[j][r] *= weights[r]
		}
	}
	return weights
}

// ends finds how far a figure may be on both sides.
func (f *Figure) ends(p *profile, j int, deviation float64) (err error) {
	if f.Below, err = p.reach(j, deviation, -1); err == nil {
		f.Above, err = p.reach(j, deviation, 1)
	}
	if err != nil {
		return err
	}
	t := student(most, f.Freedom)
	switch down, up := math.IsInf(f.Below, 1), math.IsInf(f.Above, 1); {
	case down && up:
		f.Why = undetermined
	case down:
		f.Why = fmt.Sprintf("the rows say only that it is below %s", f.at(math.Exp(f.Above*t), math.Ceil))
	case up:
		f.Why = fmt.Sprintf("the rows say only that it is above %s", f.at(math.Exp(-f.Below*t), math.Floor))
	}
	return nil
}

// most is of how many cases what is said of one end of a figure holds.
const most = 0.8

// at is the figure times a factor.
func (f *Figure) at(factor float64, round func(float64) float64) fabric.Value {
	return f.of.plain(float64(f.Value.Int)*factor, round)
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
	t := student(float64(percent)/100, f.Freedom)
	return f.at(math.Exp(-f.Below*t), math.Floor), f.at(math.Exp(f.Above*t), math.Ceil), true
}
