package site

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/trial"
)

// model is a question at work.
type model struct {
	*Question
	each   trial.Each
	spots  []spot    // that are fitted, or may be
	guided []spot    // that rows hardly tell of: they follow what their class makes likely
	lean   []float64 // values of these
	scale  float64   // what rows were taken to scatter by in the last search
	points []point
	base   []scenarios.Timing // of all points, with the values that the scenario has
}

// newModel plays all rows once.
func newModel(q *Question, each trial.Each) (*model, error) {
	settled := *q
	settled.Trials = nil
	for _, t := range q.Trials {
		t, err := t.Settled(each)
		if err != nil {
			return nil, err
		}
		settled.Trials = append(settled.Trials, t)
	}
	q = &settled
	points, _ := q.points()
	if err := q.enough(points); err != nil {
		return nil, err
	}
	spots, err := q.spots()
	if err != nil {
		return nil, err
	}
	m := &model{Question: q, each: each, spots: spots, points: points}
	if m.base, err = m.play(nil); err != nil {
		return nil, err
	}
	for i := range m.base {
		if m.base[i].Total <= 0 {
			return nil, fmt.Errorf("%v take no time on this machine, as simulated, and no figure changes that; valid: a machine whose software and links take some", m.row(points[i]).Bytes)
		}
	}
	return m, nil
}

// run simulates one point with settings.
func (m *model) run(p point, set []scenarios.Setting) (scenarios.Timing, error) {
	if m.Alive != nil {
		if err := m.Alive(); err != nil {
			return scenarios.Timing{}, err
		}
	}
	return m.Trials[p.trial].Run(p.row, set)
}

// play simulates all points.
func (m *model) play(set []scenarios.Setting) ([]scenarios.Timing, error) {
	all, wrong := make([]scenarios.Timing, len(m.points)), make([]error, len(m.points))
	m.each(len(m.points), func(i int) { all[i], wrong[i] = m.run(m.points[i], set) })
	return all, cmp.Or(wrong...)
}

// row is that of a point.
func (m *model) row(p point) *trial.Row { return &m.Trials[p.trial].Rows[p.row] }

// errors are ln(simulated/measured) of all points.
func (m *model) errors(answers []scenarios.Timing) []float64 {
	all := make([]float64, len(m.points))
	for i, p := range m.points {
		all[i] = m.row(p).Error(answers[i].Total)
	}
	return all
}

// usedErrors are those of the rows that are fitted.
func (m *model) usedErrors(answers []scenarios.Timing) (used []float64) {
	for i, e := range m.errors(answers) {
		if m.points[i].used {
			used = append(used, e)
		}
	}
	return used
}

// feels tells whether a figure may change the answer for a point.
func (m *model) feels(s *spot, i int) bool {
	of := &m.Trials[m.points[i].trial].Scenario
	return of.NCCL.Tuner != "" || mayFeel(s.Name, &m.base[i], of.Fabric.Nodes)
}

// nudge is by how much a figure is moved to see what that changes there, as a logarithm.
const nudge = 0.02

// a little is a nudge upwards.
func little(*spot) float64 { return nudge }

// slower is as far as a figure must be known, to where it costs more: there a figure shows that something else hides where it is.
func slower(s *spot) float64 {
	if s.Quantity == fabric.DurationQuantity {
		return knownWell
	}
	return -knownWell
}

// slopes are the derivatives of ln(simulated) by the logarithms of figures at some values: a column a figure, over the rows
// that are fitted, by differences to where each is moved alone.
func (m *model) slopes(values []float64, by func(*spot) float64) ([][]float64, error) {
	type task struct{ figure, point, entry int }
	var tasks []task
	columns := make([][]float64, len(m.spots))
	used := 0
	for i, p := range m.points {
		if !p.used {
			continue
		}
		for j := range m.spots {
			if m.feels(&m.spots[j], i) {
				tasks = append(tasks, task{j, i, used})
			}
		}
		used++
	}
	for j := range columns {
		columns[j] = make([]float64, used)
	}
	at, err := m.play(m.settings(values))
	if err != nil {
		return nil, err
	}
	wrong := make([]error, len(tasks))
	m.each(len(tasks), func(k int) {
		t := tasks[k]
		moved, by := slices.Clone(values), by(&m.spots[t.figure])
		if low, high := m.spots[t.figure].bounds(); moved[t.figure]*math.Exp(by) > high || moved[t.figure]*math.Exp(by) < low {
			by = -by
		}
		moved[t.figure] *= math.Exp(by)
		answer, err := m.run(m.points[t.point], m.settings(moved))
		columns[t.figure][t.entry], wrong[k] = math.Log(float64(answer.Total)/float64(at[t.point].Total))/by, err
	})
	return columns, cmp.Or(wrong...)
}

// settings are all figures with some values, and those that are guided.
func (m *model) settings(values []float64) []scenarios.Setting {
	return append(settings(m.spots, values), settings(m.guided, m.lean)...)
}

// starts are the values that the scenario has.
func (m *model) starts() []float64 {
	values := make([]float64, len(m.spots))
	for j := range m.spots {
		values[j] = float64(m.spots[j].start.Int)
	}
	return values
}
