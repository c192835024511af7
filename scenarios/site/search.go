package site

import (
	"math"

	"collsim/scenarios/fit"
)

// polish searches on from values. Where rows scatter as usual, figures that they hardly tell of are moved as well, as far as
// their class makes likely: what is not known of them would else be put on those that are fitted. Where rows scatter much less,
// these explain them, and are found more closely.
func (m *model) polish(values []float64) ([]float64, error) {
	errors, err := m.used(values)
	if err != nil {
		return nil, err
	}
	scatter := scatterOf(errors)
	if clean(scatter) {
		return m.search(values, math.Max(scatter, finest))
	}
	fitted := len(m.spots)
	whole := *m
	whole.spots, whole.guided, whole.lean = append(m.spots[:fitted:fitted], m.guided...), nil, nil
	lean := m.lean
	for j := len(lean); j < len(m.guided); j++ {
		lean = append(lean, float64(m.guided[j].start.Int))
	}
	all, err := whole.search(append(values[:fitted:fitted], lean...), math.Min(scatter, usualScatter))
	if err != nil {
		return nil, err
	}
	m.lean, m.scale = all[fitted:], whole.scale
	return all[:fitted], nil
}

// scatterOf is what rows with such errors scatter by, as a standard deviation.
func scatterOf(errors []float64) float64 { return length(errors) / math.Sqrt(float64(len(errors))) }

// clean tells whether rows scatter so much less than usual that figures explain them, and classes have no say in it.
func clean(scatter float64) bool { return 4*scatter < usualScatter }

// finest is what times as they are logged, rounded to hundredths of a microsecond, are off by at least.
const finest = 1e-4

// search runs the search of package fit from some values on, for rows that scatter by so much.
func (m *model) search(begin []float64, scatter float64) ([]float64, error) {
	m.scale = scatter
	p := &fit.Problem{Scale: scatter, Jumps: true, Watch: m.Watch}
	index := make([][]int, len(m.Trials)) // of points, by table
	for t := range m.Trials {
		p.Tables = append(p.Tables, fit.Table{Name: m.Trials[t].Name, Source: t})
	}
	for i, at := range m.points {
		if at.used {
			index[at.trial] = append(index[at.trial], i)
			p.Tables[at.trial].Measured = append(p.Tables[at.trial].Measured, float64(m.row(at).Measured))
		}
	}
	for j := range m.spots {
		p.Numbers = append(p.Numbers, m.number(j, begin[j], scatter))
	}
	p.Simulate = func(at fit.Place, values []float64) (float64, error) {
		answer, err := m.run(m.points[index[at.Table][at.Point]], m.settings(values))
		return float64(answer.Total), err
	}
	p.Touches = func(at fit.Place, number int) bool { return m.feels(&m.spots[number], index[at.Table][at.Point]) }
	f, err := p.Find(fit.Each(m.each))
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(m.spots))
	for j := range values {
		values[j] = f.Values[j].Value
	}
	return values, nil
}

// number is a figure as what is searched.
func (m *model) number(j int, begin, scatter float64) fit.Number {
	s := &m.spots[j]
	low, high := s.bounds()
	inside := func(x float64) float64 { return math.Max(low, math.Min(high, x)) }
	return fit.Number{Name: s.Name, Start: inside(float64(s.start.Int)), Begin: inside(begin), Low: low, High: high, Spread: s.within(scatter)}
}
