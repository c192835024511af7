package site

import (
	"cmp"
	"math"
	"slices"
)

// Which figures are off is first told from where they start, by slopes that hold near there. Once some have been fitted it shows
// whether they were the right ones: rows that one of them leaves off, and another one in its place would not, say that they
// were not. So figures are exchanged, as in stepwise regression, as long as rows come out better by far.

// attempt is a choice of figures, and where the search by these ended.
type attempt struct {
	*model
	choice *choice
	held   []Held
	values []float64
	errors []float64 // of the rows that are fitted
	cost   float64   // of these, and of how unusual the values are
}

// An exchange must leave byFar of the cost at most, or worthwhile of it where rows scatter so little that figures explain them, and one
// of which slopes promise no more is not tried. Of the others the best few are, each set of figures once; a search takes as
// long as the first one did, so all are few.
const (
	byFar      = 0.5
	mostTrials = 3
	mostTried  = 8
)

// asLogged is what rows scatter by, of 10 us and more, that are known to a hundredth of a microsecond.
const asLogged = 5e-4

// exchanging searches by the figures of a choice, and then by others in their place as long as that makes rows better by far. Figures
// that are asked for stay.
func (m *model) exchanging(c *choice) (*attempt, error) {
	best, err := m.attempt(c)
	if err != nil || c.asked {
		return best, err
	}
	for tried := []*choice{c}; len(tried) <= mostTried; {
		trials, err := best.trials()
		if err != nil {
			return nil, err
		}
		before := best
		for _, c := range trials {
			if len(tried) > mostTried || best != before {
				break
			}
			if slices.ContainsFunc(tried, c.same) {
				continue
			}
			tried = append(tried, c)
			next, err := m.attempt(c)
			if err != nil {
				return nil, err
			}
			if next.cost < best.mustLeave()*best.cost {
				best = next
			}
		}
		if best == before {
			break
		}
	}
	return best, nil
}

// attempt searches by the figures of a choice. Each time it searches on by what rows scatter by then, as long as that helps.
func (m *model) attempt(c *choice) (*attempt, error) {
	of := *m
	a := &attempt{model: &of, choice: c}
	of.spots, of.guided, a.held = c.settle()
	var err error
	if a.values, err = of.search(of.starts(), usualScatter); err != nil {
		return nil, err
	}
	for last, left := math.Inf(1), mostPolished; left > 0; left-- {
		if a.values, err = of.polish(a.values); err != nil {
			return nil, err
		}
		if a.errors, err = of.used(a.values); err != nil {
			return nil, err
		}
		a.cost = cost(a.errors) + of.leaning(a.values) + of.leaningOf(of.guided[:len(of.lean)], of.lean)
		if !a.clean() || a.explained() || a.cost > worthwhile*last {
			break
		}
		last = a.cost
	}
	return a, nil
}

// mostPolished is how many times a search goes on by the scatter that it has come to.
const mostPolished = 6

// trials are other choices that may be better, the most promising first.
func (a *attempt) trials() ([]*choice, error) {
	if a.explained() || a.scatter() > astray {
		return nil, nil
	}
	trials, err := a.promising()
	if err != nil || !a.clean() {
		return trials, err
	}
	return append(trials, a.twins()...), nil
}

// twins are the choices with a figure in the place of the one that rows hardly tell it from. Slopes promise little there: where one
// hides the other they hold for one side only.
func (a *attempt) twins() (all []*choice) {
	for _, in := range a.choice.outside() {
		if out, correlation := a.choice.twin(in); out >= 0 && correlation >= hard {
			if next := a.choice.with([]int{in}, []int{out}); next != nil {
				all = append(all, next)
			}
		}
	}
	return all
}

// promising are the choices that slopes promise much of, the best few: of one figure, and where rows scatter so little that figures
// explain them, of up to three for two, for one alone may be hard to tell from those that stay.
func (a *attempt) promising() ([]*choice, error) {
	effects, err := a.effects()
	if err != nil {
		return nil, err
	}
	back, err := a.back()
	if err != nil {
		return nil, err
	}
	type promise struct {
		choice *choice
		left   float64
	}
	var all []promise
	c, most, now := a.choice, 1, dot(a.errors, a.errors)
	if a.clean() {
		most = 3
	}
	for _, out := range groups(c.taken, most) {
		errors, stay := sum(a.errors, some(back, out)), some(effects, less(c.taken, out))
		for _, in := range groups(c.outside(), min(2, len(out))) {
			rest := without(errors, append(some(effects, in), stay...))
			if left := dot(rest, rest); left < a.mustLeave()*now {
				if next := c.with(in, out); next != nil {
					all = append(all, promise{next, left})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(x, y promise) int { return cmp.Compare(x.left, y.left) })
	var few []*choice
	for i := range all {
		if len(few) < mostTrials && !slices.ContainsFunc(few, all[i].choice.same) {
			few = append(few, all[i].choice)
		}
	}
	return few, nil
}

// groups are all groups of one to most of some figures.
func groups(of []int, most int) (all [][]int) {
	if most == 0 {
		return nil
	}
	for i, first := range of {
		all = append(all, []int{first})
		for _, more := range groups(of[i+1:], most-1) {
			all = append(all, append([]int{first}, more...))
		}
	}
	return all
}

// less is figures without others.
func less(all, others []int) []int {
	return slices.DeleteFunc(slices.Clone(all), func(j int) bool { return slices.Contains(others, j) })
}

// some is the columns of some figures.
func some(columns [][]float64, of []int) (all [][]float64) {
	for _, j := range of {
		all = append(all, columns[j])
	}
	return all
}

func sum(column []float64, others [][]float64) []float64 {
	all := slices.Clone(column)
	for _, o := range others {
		for r := range all {
			all[r] += o[r]
		}
	}
	return all
}

// effects are the slopes of all figures that may be fitted, by figure, where the search ended. What is guided stays where it is.
func (a *attempt) effects() ([][]float64, error) {
	whole, values := *a.model, []float64(nil)
	whole.spots, whole.guided, whole.lean = nil, nil, nil
	for j, s := range a.choice.spots {
		switch at, guided := a.at(&s); {
		case slices.Contains(a.choice.able, j):
			whole.spots, values = append(whole.spots, s), append(values, at)
		case guided:
			whole.guided, whole.lean = append(whole.guided, s), append(whole.lean, at)
		}
	}
	columns := make([][]float64, len(a.choice.spots))
	slopes, err := whole.slopes(values, little)
	for i := range slopes {
		columns[a.choice.able[i]] = slopes[i]
	}
	return columns, err
}

// at is where a figure ended, and whether it was guided there.
func (a *attempt) at(s *spot) (value float64, guided bool) {
	named := func(o spot) bool { return o.Name == s.Name }
	if j := slices.IndexFunc(a.spots, named); j >= 0 {
		return a.values[j], false
	}
	if j := slices.IndexFunc(a.guided, named); 0 <= j && j < len(a.lean) {
		return a.lean[j], true
	}
	return float64(s.start.Int), false
}

// back is by how much errors change where a fitted figure is taken back to where it started, by figure.
func (a *attempt) back() ([][]float64, error) {
	columns := make([][]float64, len(a.choice.spots))
	for i, s := range a.spots {
		values := slices.Clone(a.values)
		values[i] = float64(s.start.Int)
		errors, err := a.used(values)
		if err != nil {
			return nil, err
		}
		for r := range errors {
			errors[r] -= a.errors[r]
		}
		j := slices.IndexFunc(a.choice.spots, func(o spot) bool { return o.Name == s.Name })
		columns[j] = errors
	}
	return columns, nil
}

// mustLeave is what share of the cost an exchange leaves at most.
func (a *attempt) mustLeave() float64 {
	if a.clean() {
		return worthwhile
	}
	return byFar
}

// scatter is what rows scatter by, as a standard deviation; clean whether that is so little that figures explain them, and
// explained whether times of rows come out as exactly as they are logged.
func (a *attempt) scatter() float64 { return scatterOf(a.errors) }
func (a *attempt) clean() bool      { return clean(a.scatter()) }
func (a *attempt) explained() bool  { return a.scatter() <= asLogged }
