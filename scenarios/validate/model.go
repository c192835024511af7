package validate

import (
	"math"
	"strconv"
	"sync"

	"collsim/scenarios"
	"collsim/scenarios/calibration"
	"collsim/scenarios/fit"
)

// Model is the cases that numbers are fitted to.
type Model struct {
	Cases   []*Case
	Numbers []Number          // all of them
	Start   []float64         // where each begins: the middle of its prior
	Spread  []float64         // of each prior; 0 = it is held
	Begin   []float64         // where a search begins
	Every   int               // of so many rows of a case one counts; 0 = 1
	Pick    func(*Case) []int // the rows that count; nil = by Every
	Rounds  int               // that a fit may take; 0 = as many as it likes
	Watch   func(round int, cost float64)
	memo    *sync.Map // what rows take with numbers that they ran with before
}

// NewModel has the priors of the table.
func NewModel(cases []*Case, numbers []Number) *Model {
	m := &Model{Cases: cases, Numbers: numbers, memo: &sync.Map{}}
	for _, n := range numbers {
		m.Start = append(m.Start, float64(n.Start.Int))
		m.Spread = append(m.Spread, n.Spread)
	}
	m.Begin = m.InClasses()
	return m
}

// InClasses is the value of each number in the classes that are built in; its start where they do not have it.
func (m *Model) InClasses() []float64 {
	values := append([]float64(nil), m.Start...)
	for j := range m.Numbers {
		n := &m.Numbers[j]
		if c, ok := calibration.Find(n.Kind, n.Classes[0]); ok {
			if v, ok := c.Find(n.Parameter.Name); ok {
				values[j] = float64(v.Value.Int)
			}
		}
	}
	return values
}

// Fitted is what a fit gives: the value of every number, and what is known of those that were fitted.
type Fitted struct {
	*fit.Fit
	Values []float64        // of all numbers
	Known  []*fit.Known     // of all numbers; nil = it was held
	Tables map[int][]string // by number: the cases that touch it
}

// manyRanks is from where on rows cost so much that half of them must do, where not all are asked for.
const manyRanks = 64

// rows are the rows of a case that count.
func (m *Model) rows(c *Case) []int {
	if m.Pick != nil {
		return m.Pick(c)
	}
	every, first := max(m.Every, 1), 0
	if m.Every > 1 && c.ranks() > manyRanks {
		every, first = 2*every, every
	}
	var all []int
	for i := range c.Rows {
		if i%every == first {
			all = append(all, i)
		}
	}
	return all
}

// settings of a case, all numbers of its classes.
func (m *Model) settings(c *Case, values []float64) []scenarios.Setting {
	var set []scenarios.Setting
	for j := range m.Numbers {
		if n := &m.Numbers[j]; n.of(c) {
			set = append(set, n.setting(values[j]))
		}
	}
	return set
}

// mostFitted ranks: what more of them take says more of their network than of classes, and costs seconds a row.
const mostFitted = 512

// Fit finds the numbers.
func (m *Model) Fit(each fit.Each) (*Fitted, error) {
	return m.with((*Case).fitted).fit(each)
}

// fitted says whether the numbers of classes are fitted to the case.
func (c *Case) fitted() bool { return c.ranks() <= mostFitted }

// light says whether a row of the case takes seconds at most, so that a site can be calibrated by it.
func (c *Case) light() bool { return c.fitted() || !c.grouped() }

func (m *Model) fit(each fit.Each) (*Fitted, error) {
	p := &fit.Problem{Rounds: m.Rounds, Watch: m.Watch}
	rows := make([][]int, len(m.Cases))
	sources := map[string]int{}
	for i, c := range m.Cases {
		rows[i] = m.rows(c)
		if _, ok := sources[c.Source]; !ok {
			sources[c.Source] = len(sources)
		}
		table := fit.Table{Name: c.ID, Source: sources[c.Source]}
		for _, r := range rows[i] {
			table.Measured = append(table.Measured, float64(c.Rows[r].Time()))
		}
		p.Tables = append(p.Tables, table)
	}
	first, err := m.Points(each, rows, m.Begin)
	if err != nil {
		return nil, err
	}
	held := make([]*Case, len(m.Cases))
	for i, c := range m.Cases {
		if held[i], err = c.hold(rows[i], first[i]); err != nil {
			return nil, err
		}
	}
	f := &Fitted{Tables: map[int][]string{}}
	var free []int
	for j := range m.Numbers {
		f.Tables[j] = m.touched(j, first)
		if m.Spread[j] > 0 && len(f.Tables[j]) > 0 {
			free = append(free, j)
			p.Numbers = append(p.Numbers, m.number(j))
		}
	}
	p.Touches = func(at fit.Place, number int) bool {
		n := &m.Numbers[free[number]]
		return n.of(m.Cases[at.Table]) && touches(n.Parameter.Name, &first[at.Table][at.Point])
	}
	p.Simulate = func(at fit.Place, values []float64) (float64, error) {
		c := held[at.Table]
		point, err := m.run(c, rows[at.Table][at.Point], m.settings(c, m.all(free, values)))
		return float64(point.Simulated.Total), err
	}
	if f.Fit, err = p.Find(each); err != nil {
		return nil, err
	}
	f.Known = make([]*fit.Known, len(m.Numbers))
	values := make([]float64, len(free))
	for k, j := range free {
		f.Known[j], values[k] = &f.Fit.Values[k], f.Fit.Values[k].Value
	}
	f.Values = m.all(free, values)
	return f, nil
}

// run is one row of a case. Fits that leave out one source after the other begin at the same place, so that most of what they
// ask for is known.
func (m *Model) run(c *Case, row int, set []scenarios.Setting) (Point, error) {
	key := c.ID + " " + strconv.Itoa(row) + " " + c.by(row).name
	for _, s := range set {
		key += " " + s.Value
	}
	if known, ok := m.memo.Load(key); ok {
		return known.(Point), nil
	}
	point, err := c.Run(row, set)
	if err == nil {
		m.memo.Store(key, point)
	}
	return point, err
}

// all are the values of all numbers, those of the free ones replaced.
func (m *Model) all(free []int, values []float64) []float64 {
	all := append([]float64(nil), m.Start...)
	for k, j := range free {
		all[j] = values[k]
	}
	return all
}

func (m *Model) number(j int) fit.Number {
	n := &m.Numbers[j]
	low, high := float64(n.Low.Int), float64(n.High.Int)
	return fit.Number{Name: n.Name, Start: math.Max(low, math.Min(high, m.Start[j])), Low: low, High: high, Spread: m.Spread[j],
		Begin: math.Max(low, math.Min(high, m.Begin[j]))}
}

// touched are the cases of which a number can change a point.
func (m *Model) touched(j int, points [][]Point) []string {
	var all []string
	for i, c := range m.Cases {
		if !m.Numbers[j].of(c) {
			continue
		}
		for k := range points[i] {
			if touches(m.Numbers[j].Parameter.Name, &points[i][k]) {
				all = append(all, c.ID)
				break
			}
		}
	}
	return all
}

// Points simulates rows of the cases with values of the numbers; nil = those of the classes.
func (m *Model) Points(each fit.Each, rows [][]int, values []float64) ([][]Point, error) {
	type task struct{ i, k int }
	var tasks []task
	points := make([][]Point, len(m.Cases))
	for i := range m.Cases {
		points[i] = make([]Point, len(rows[i]))
		for k := range rows[i] {
			tasks = append(tasks, task{i, k})
		}
	}
	wrong := make([]error, len(tasks))
	each(len(tasks), func(t int) {
		i, k := tasks[t].i, tasks[t].k
		var set []scenarios.Setting
		if values != nil {
			set = m.settings(m.Cases[i], values)
		}
		points[i][k], wrong[t] = m.run(m.Cases[i], rows[i][k], set)
	})
	for _, err := range wrong {
		if err != nil {
			return nil, err
		}
	}
	return points, nil
}

// Rows are the rows of each case that count.
func (m *Model) Rows() [][]int {
	all := make([][]int, len(m.Cases))
	for i, c := range m.Cases {
		all[i] = m.rows(c)
	}
	return all
}
