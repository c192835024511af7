package fit

import (
	"cmp"
	"fmt"
	"math"
)

// state is all that holds at one place of the search.
type state struct {
	logs   []float64 // of the numbers
	errors []float64 // ln(simulated/measured), a point each
	cost   float64
}

// search is a problem at work.
type search struct {
	*Problem
	each   Each
	places []Place
	weight []float64 // a point each: n tables of a source weigh as much as the root of n, and all together as many points as there are
}

func newSearch(p *Problem, each Each) *search {
	s := &search{Problem: p, each: each}
	for t := range p.Tables {
		for i := range p.Tables[t].Measured {
			s.places = append(s.places, Place{t, i})
		}
	}
	of := map[int]float64{}
	for t := range p.Tables {
		if len(p.Tables[t].Measured) > 0 {
			of[p.Tables[t].Source]++
		}
	}
	all := 0.0
	for _, at := range s.places {
		t := &p.Tables[at.Table]
		s.weight = append(s.weight, 1/(math.Sqrt(of[t.Source])*float64(len(t.Measured))))
		all += s.weight[len(s.weight)-1]
	}
	for i := range s.weight {
		s.weight[i] *= float64(len(s.places)) / all
	}
	return s
}

// at evaluates all points.
func (s *search) at(logs []float64) (state, error) {
	st := state{logs: logs, errors: make([]float64, len(s.places))}
	values := exponentials(logs)
	wrong := make([]error, len(s.places))
	s.each(len(s.places), func(i int) { st.errors[i], wrong[i] = s.residual(s.places[i], values) })
	if err := cmp.Or(wrong...); err != nil {
		return state{}, err
	}
	st.cost = s.cost(st)
	return st, nil
}

// residual is the error of one point.
func (s *search) residual(at Place, values []float64) (float64, error) {
	simulated, err := s.Simulate(at, values)
	if err == nil && !(simulated > 0) {
		err = fmt.Errorf("simulated %g", simulated)
	}
	if err != nil {
		return 0, fmt.Errorf("%s, point %d: %w", s.Tables[at.Table].Name, at.Point, err)
	}
	return math.Log(simulated / s.Tables[at.Table].Measured[at.Point]), nil
}

// cost is twice the negative logarithm of how likely the numbers are: that of the points plus that of the priors.
func (s *search) cost(st state) float64 {
	sum := 0.0
	for i, e := range st.errors {
		z := e / s.scale()
		sum += s.weight[i] * 2 * (math.Sqrt(1+z*z) - 1)
	}
	for j, n := range s.Numbers {
		d := (st.logs[j] - math.Log(n.Start)) / n.Spread
		sum += d * d
	}
	return sum
}

// pull is what the square of a point's error counts in the normal equations: less, the larger it is.
func (s *search) pull(i int, e float64) float64 {
	z := e / s.scale()
	return s.weight[i] / (s.scale() * s.scale() * math.Sqrt(1+z*z))
}

func exponentials(logs []float64) []float64 {
	values := make([]float64, len(logs))
	for i, x := range logs {
		values[i] = math.Exp(x)
	}
	return values
}
