package site

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// Answer is the figures that agree best with the logs.
type Answer struct {
	Figures []Figure
	Held    []Held
	Guided  []Guided
	Pairs   []Pair
	Rows    []Residual // of all rows, those of a log from small to large
	Used    Score      // of the rows that were fitted
	Unused  Score      // of those that were not
	Before  Score      // of all rows, with the values that the scenario had
}

// Figure is one parameter and what is known of it.
type Figure struct {
	Name         string
	Before       fabric.Value
	Value        fabric.Value
	Below, Above float64 // standard error of its logarithm on each side, from the data alone; no matter where Why is given
	Freedom      int     // degrees of freedom of that error
	Why          string  // there is no interval; "" = there is one
	Unusual      string  // it is far from what its class has; "" = it is not
	of           spot
}

// Pair is two figures that the logs hardly tell apart.
type Pair struct {
	A, B        string
	Correlation float64 // of their errors; of their effects where the errors are without bound
	Why         string
}

// Residual is one row after the fit.
type Residual struct {
	Log       string
	Bytes     units.Bytes
	Measured  units.Duration
	Simulated units.Duration
	Algorithm string
	Protocol  string
	Used      bool
}

// Error is ln(simulated/measured).
func (r *Residual) Error() float64 { return math.Log(float64(r.Simulated) / float64(r.Measured)) }

// Score is how far rows are off, as |ln(simulated/measured)|.
type Score struct {
	Rows        int
	Median, P90 float64
}

// astray is from what median on, as a logarithm, no figure of the model explains the rows that it was fitted to: off by a
// factor of 1.35 either way. Sweeps of healthy machines end below a third of it.
const astray = 0.3

// looseness is the spread of figures in a search that no class says of, or whose rows decide alone: so wide that it holds
// nothing but what no row tells of.
const looseness = 4

// Fit finds the figures. The error says why nothing can be said.
func (q *Question) Fit(each trial.Each) (*Answer, error) {
	if len(q.Trials) == 0 {
		return nil, errors.New("there is no log")
	}
	m, err := newModel(q, each)
	if err != nil {
		return nil, err
	}
	before := m.score(m.base, nil)
	c, err := m.choose()
	if err != nil {
		return nil, err
	}
	best, err := m.exchanging(c)
	if err != nil {
		return nil, err
	}
	values := best.values
	for left := again; ; left-- {
		a := &Answer{Before: before, Held: best.held}
		better, err := best.answer(a, values)
		if err != nil {
			return nil, err
		}
		if better == nil || left == 0 {
			return a, nil
		}
		if values, err = best.polish(better); err != nil {
			return nil, err
		}
	}
}

// again is how many times a search goes on from better values that were met by moving figures far.
const again = 2

// answer plays all rows and judges the figures. Better values that it meets it gives back.
func (m *model) answer(a *Answer, values []float64) (better []float64, err error) {
	answers, err := m.play(m.settings(values))
	if err != nil {
		return nil, err
	}
	m.fill(a, answers)
	if a.Used.Median > astray {
		return nil, fmt.Errorf("with the best figures half of the rows are still off by a factor of %.2f and more: these are no times of %s on this machine; valid: the scenario of the log, and the log as it was written",
			math.Exp(a.Used.Median), m.Trials[0].Scenario.Collective)
	}
	columns, err := m.slopes(values, little)
	if err != nil {
		return nil, err
	}
	return m.judge(a, values, columns)
}

// fill writes down how rows come out.
func (m *model) fill(a *Answer, answers []scenarios.Timing) {
	for i, p := range m.points {
		r := m.row(p)
		a.Rows = append(a.Rows, Residual{m.Trials[p.trial].Name, r.Bytes, r.Measured, answers[i].Total, answers[i].Algorithm, answers[i].Protocol, p.used})
	}
	yes, no := true, false
	a.Used, a.Unused = m.score(answers, &yes), m.score(answers, &no)
}

// score sums up how far rows are off: those that were used, or were not, or all.
func (m *model) score(answers []scenarios.Timing, used *bool) Score {
	var off []float64
	for i, e := range m.errors(answers) {
		if used == nil || m.points[i].used == *used {
			off = append(off, math.Abs(e))
		}
	}
	if len(off) == 0 {
		return Score{}
	}
	slices.Sort(off)
	return Score{len(off), off[(len(off)-1)/2], off[(len(off)*9+9)/10-1]}
}
