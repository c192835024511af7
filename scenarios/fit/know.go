package fit

import (
	"math"
	"slices"
)

// Fit is the numbers that agree best, and what is known of them.
type Fit struct {
	Values  []Known
	Errors  [][]float64 // ln(simulated/measured), by table and point
	Cost    float64
	Coupled []Pair // numbers that the tables hardly tell apart, the closest first
}

// Known is one number and how well it is known.
type Known struct {
	Name      string
	Value     float64
	Low, High float64 // in eight of ten cases it lies between them
	Learned   float64 // share of its knowledge that is from the tables, not from the prior: 0 = none of it
	AtBound   bool
}

// Pair is two numbers and the correlation of their logarithms as far as the tables know them.
type Pair struct {
	A, B        string
	Correlation float64
}

// eightOfTen is between how many standard deviations on each side eight of ten values of a normal distribution lie.
const eightOfTen = 1.2816

// coupled is from what correlation on two numbers are named as hard to tell apart.
const coupled = 0.8

// know works out what is known at the end of a search, by the slopes of its last round, which moved hardly anything.
func (s *search) know(st state, rows [][]float64) (*Fit, error) {
	f := &Fit{Cost: st.cost, Errors: make([][]float64, len(s.Tables))}
	for i, at := range s.places {
		f.Errors[at.Table] = append(f.Errors[at.Table], st.errors[i])
	}
	matrix, _ := s.normal(st, rows)
	l, ok := cholesky(matrix)
	if !ok {
		return f, nil
	}
	covariance := inverse(l)
	between := s.between(st, rows, covariance)
	for j, n := range s.Numbers {
		wide := math.Sqrt(math.Max(covariance[j][j], between[j])) * eightOfTen
		f.Values = append(f.Values, Known{
			Name: n.Name, Value: math.Exp(st.logs[j]),
			Low:  math.Exp(math.Max(math.Log(n.Low), st.logs[j]-wide)),
			High: math.Exp(math.Min(math.Log(n.High), st.logs[j]+wide)),
			// The prior alone would leave the variance of its spread.
			Learned: math.Max(0, 1-covariance[j][j]/(n.Spread*n.Spread)),
			AtBound: st.logs[j] <= math.Log(n.Low) || st.logs[j] >= math.Log(n.High),
		})
	}
	f.Coupled = s.pairs(covariance)
	return f, nil
}

// between is the variance of each number by how much the sources disagree: what each pulls at the end, through the
// covariance. Rows of one source share their errors, so that many rows are no more witnesses than one.
func (s *search) between(st state, rows [][]float64, covariance [][]float64) []float64 {
	n := len(s.Numbers)
	var sources []int
	for _, t := range s.Tables {
		sources = append(sources, t.Source)
	}
	slices.Sort(sources)
	sources = slices.Compact(sources)
	variance := make([]float64, n)
	for _, source := range sources {
		pulls := make([]float64, n)
		for i, at := range s.places {
			if s.Tables[at.Table].Source != source {
				continue
			}
			p := s.pull(i, st.errors[i]) * st.errors[i]
			for j, a := range rows[i] {
				pulls[j] += p * a
			}
		}
		for j := range variance {
			moved := 0.0
			for k := range pulls {
				moved += covariance[j][k] * pulls[k]
			}
			variance[j] += moved * moved
		}
	}
	return variance
}

// pairs are the numbers with a strong correlation.
func (s *search) pairs(covariance [][]float64) []Pair {
	var all []Pair
	for i := range covariance {
		for j := range i {
			c := covariance[i][j] / math.Sqrt(covariance[i][i]*covariance[j][j])
			if math.Abs(c) >= coupled {
				all = append(all, Pair{s.Numbers[j].Name, s.Numbers[i].Name, c})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Pair) int {
		switch d := math.Abs(b.Correlation) - math.Abs(a.Correlation); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	return all
}
