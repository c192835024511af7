package diagnosis

import (
	"errors"
	"math"

	"collsim/scenarios"
	"collsim/scenarios/trial"
)

// guess is a way of a cause and the strength that fits best so far.
type guess struct {
	Way
	log    float64 // of the strength
	step   float64 // to where others were tried
	errors []float64
	left   float64 // misfit with it
}

// free tells whether a way has a strength that is fitted.
func (w *Way) free() bool { return w.Low > 0 }

// Of the strength, so many are tried on a grid, and then so many times the interval around the best is cut: a few times for
// each way, for the grid alone does not tell which is best, and on for the best one. On all rows the search goes on from
// where it came to on a part of them, with intervals of the last cuts.
const (
	grid     = 6
	fewCuts  = 3
	moreCuts = 2
	repeated = 3
)

// guess finds the best strength of a way on the grid.
func (x *explainer) guess(w Way) (best guess, err error) {
	if !w.free() {
		return x.at(w, 0, 0)
	}
	low, step := math.Log(w.Low), math.Log(w.High/w.Low)/(grid-1)
	best.left = math.Inf(1)
	var tried [grid]float64
	for i, k := range [grid]int{0, grid - 1, 1, 2, 3, 4} {
		if i == 2 && tried[0] == tried[1] {
			return best, nil // neither the weakest nor the strongest makes a difference
		}
		g, err := x.at(w, low+float64(k)*step, step)
		if err != nil {
			return g, err
		}
		if tried[i] = g.left; g.left < best.left {
			best = g
		}
	}
	return best, nil
}

// refine cuts the interval around a guess.
func (x *explainer) refine(best guess, cuts int) (guess, error) {
	if !best.free() {
		return best, nil
	}
	for range cuts {
		step := best.step / 2
		best.step = step
		for _, log := range []float64{best.log - step, best.log + step} {
			if log < math.Log(best.Low) || log > math.Log(best.High) {
				continue
			}
			g, err := x.at(best.Way, log, step)
			if err != nil {
				return best, err
			}
			if g.left < best.left {
				best = g
				break
			}
		}
	}
	return best, nil
}

// at simulates a way in one strength.
func (x *explainer) at(w Way, log, step float64) (guess, error) {
	g := guess{Way: w, log: log, step: step}
	t, err := x.changed(w, math.Exp(log))
	if err != nil {
		return g, err
	}
	var set []scenarios.Setting
	if w.Set != nil {
		set = w.Set(math.Exp(log))
	}
	if g.errors, err = x.errors(t, set); err != nil {
		return g, err
	}
	g.left = x.misfit(g.errors)
	if w.free() { // a number that is fitted to n rows leaves the errors of n-1
		g.left *= float64(len(g.errors)+1) / float64(len(g.errors))
	}
	return g, nil
}

// changed is the trial on the machine as a way changes it.
func (x *explainer) changed(w Way, strength float64) (*trial.Trial, error) {
	if w.Change == nil {
		return x.Trial, nil
	}
	s := x.Scenario
	w.Change(&s, strength)
	return x.With(s)
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

// interrupted tells whether an error is not of what is simulated.
func interrupted(err error) bool {
	var stopped *scenarios.Stopped
	return errors.As(err, &stopped)
}
