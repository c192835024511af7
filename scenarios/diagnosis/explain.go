package diagnosis

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"collsim/scenarios"
	"collsim/scenarios/trial"
)

// Explained is a cause that was simulated, in the way and strength that fit best.
type Explained struct {
	Cause
	Detail string  // which way
	Words  string  // how strong; "" = it has no strength
	Share  float64 // of the gap: 1 = all, 0 = none; below 0 = rows are further off with it
	Median float64 // of |ln(simulated/measured)| with it
	Failed string  // why it could not be simulated; "" = it could
	free   bool    // it has a strength that was fitted
	ways   int     // that were tried
}

// scale is by how much rows of healthy machines scatter.
const scale = 0.1

// misfit sums errors up so that a cause that brings most rows to where they are measured beats one that brings all of them
// half of the way there: the negative logarithm of Cauchy's distribution.
func misfit(errors []float64) float64 {
	sum := 0.0
	for _, e := range errors {
		z := e / scale
		sum += math.Log1p(z * z)
	}
	return sum
}

// explainer tries causes on a trial.
type explainer struct {
	*trial.Trial
	each  trial.Each
	alive func() error
	gap   float64 // misfit of the scenario as it is
}

// errors of all rows of a trial with settings.
func (x *explainer) errors(t *trial.Trial, set []scenarios.Setting) ([]float64, error) {
	answers, wrong := make([]scenarios.Timing, len(t.Rows)), make([]error, len(t.Rows))
	x.each(len(t.Rows), func(i int) {
		if wrong[i] = x.alive(); wrong[i] == nil {
			answers[i], wrong[i] = t.Run(i, set)
		}
	})
	errors := make([]float64, len(t.Rows))
	for i := range t.Rows {
		if wrong[i] != nil {
			return nil, wrong[i]
		}
		errors[i] = t.Rows[i].Error(answers[i].Total)
	}
	return errors, nil
}

// explain tries all ways of a cause and gives the best. The error is that it was interrupted.
func (x *explainer) explain(c Cause, ways []Way) (Explained, error) {
	best := Explained{Cause: c, Share: math.Inf(-1)}
	for _, w := range ways {
		e, err := x.try(c, w)
		var stopped *scenarios.Stopped
		switch {
		case errors.As(err, &stopped):
			return best, err
		case err != nil:
			if best.Detail == "" {
				best.Failed = err.Error()
			}
		case e.Share > best.Share:
			best = e
		}
	}
	best.ways = len(ways)
	return best, nil
}

// try simulates one way, in the strength that fits best.
func (x *explainer) try(c Cause, w Way) (Explained, error) {
	t := x.Trial
	if w.Change != nil {
		s := t.Scenario
		w.Change(&s)
		var err error
		if t, err = t.With(s); err != nil {
			return Explained{}, err
		}
	}
	at := func(strength float64) ([]float64, error) {
		var set []scenarios.Setting
		if w.Set != nil {
			set = w.Set(strength)
		}
		return x.errors(t, set)
	}
	e := Explained{Cause: c, Detail: w.Detail, free: w.Low > 0}
	strength := 0.0
	if e.free {
		var err error
		if strength, err = lowest(math.Log(w.Low), math.Log(w.High), at); err != nil {
			return e, err
		}
		strength = math.Exp(strength)
	}
	errors, err := at(strength)
	if err != nil {
		return e, err
	}
	left := misfit(errors)
	if e.free { // a number that is fitted to n rows leaves the errors of n-1
		left *= float64(len(errors)+1) / float64(len(errors))
		e.Words = w.Words(strength)
	}
	e.Share, e.Median = 1-left/x.gap, medianSize(errors)
	return e, nil
}

// Of the strength, so many are tried on a grid, and then so many times the interval around the best is cut.
const (
	grid = 6
	cuts = 5
)

// lowest is the logarithm of the strength with the least misfit.
func lowest(low, high float64, at func(strength float64) ([]float64, error)) (float64, error) {
	value := func(x float64) (float64, error) {
		errors, err := at(math.Exp(x))
		return misfit(errors), err
	}
	best, least, step := low, math.Inf(1), (high-low)/(grid-1)
	first, last := 0.0, 0.0
	for i, k := range [grid]int{0, grid - 1, 1, 2, 3, 4} {
		if i == 2 && first == last {
			return low, nil // neither the weakest nor the strongest makes a difference
		}
		x := low + float64(k)*step
		v, err := value(x)
		if err != nil {
			return 0, err
		}
		if first, last = last, v; v < least {
			best, least = x, v
		}
	}
	for range cuts {
		step *= 0.5
		for _, x := range []float64{best - step, best + step} {
			if x < low || x > high {
				continue
			}
			v, err := value(x)
			if err != nil {
				return 0, err
			}
			if v < least {
				best, least = x, v
				break
			}
		}
	}
	return best, nil
}

func medianSize(errors []float64) float64 {
	sizes := make([]float64, len(errors))
	for i, e := range errors {
		sizes[i] = math.Abs(e)
	}
	slices.Sort(sizes)
	return sizes[(len(sizes)-1)/2]
}

// handicap of a rare cause: by so much more of the gap it must explain to come before another one.
const handicap = 0.005

// rank orders causes by how much they explain. Of those that explain the same, the one that could show in fewer ways is
// first, for it was less likely to fit by chance.
func rank(all []Explained) {
	worth := func(e Explained) float64 {
		if e.Rare {
			return e.Share - handicap
		}
		return e.Share
	}
	slices.SortStableFunc(all, func(a, b Explained) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), cmp.Compare(a.ways, b.ways))
	})
}
