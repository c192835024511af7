package site

import (
	"cmp"
	"math"
	"slices"

	"collsim/scenarios"
)

// profile is a fit whose figures are moved away from where they fit best, to see how far they may be. Slopes tell what rows
// know of a figure just there, and nothing of kinks: a figure that binds where it is low may seem to be known to a percent
// although every higher one does as well. So both ends of an interval are simulated, and what is far beyond.
type profile struct {
	*model
	values  []float64
	columns [][]float64 // effects of figures, each row weighted
	weights []float64   // roots of what rows weigh
	least   float64     // cost of the values, by their rows alone
	usual   float64     // and by how unusual they are
	scatter float64     // of rows, as a standard deviation
	better  []float64   // values that were met on the way and cost less; nil = none
	lower   float64     // their cost
}

const (
	certain = 1.5        // so many standard errors a figure is moved first
	nearest = nudge / 10 // or by so much
	stride  = 3          // and then so many times as far each time
	lookout = 0.25       // until so far, as a logarithm, it is known that rows come out worse
)

// enough is by how much the cost must have grown for a figure to be held: half of what slopes promise where it is moved first.
func (p *profile) enough() float64 { return certain * certain * p.scatter * p.scatter / 2 }

// reach is how far a figure may be on one side, in standard errors of its logarithm: from where on all that was tried makes rows
// worse. It is without end where nothing up to the bound does.
func (p *profile) reach(j int, deviation, sign float64) (float64, error) {
	held, most := math.Inf(1), p.room(j, sign)
	for by := math.Max(nearest, certain*deviation); ; by *= stride {
		by = math.Min(by, most)
		rise, err := p.rise(j, sign*by)
		if err != nil {
			return 0, err
		}
		if rise < p.enough() {
			held = math.Inf(1)
		} else {
			held = math.Min(held, by/certain)
		}
		if by == most || by >= lookout && !math.IsInf(held, 1) {
			return held, nil
		}
	}
}

// room is how far a figure is from its bound on one side, as a logarithm.
func (p *profile) room(j int, sign float64) float64 {
	low, high := p.spots[j].bounds()
	if sign < 0 {
		return math.Log(p.values[j] / low)
	}
	return math.Log(high / p.values[j])
}

// rise is by how much the cost grows if a figure is moved: with the others as they are, or where they make up for it best, as
// slopes have it, whichever is less.
func (p *profile) rise(j int, by float64) (float64, error) {
	moved := slices.Clone(p.values)
	moved[j] *= math.Exp(by)
	errors, err := p.used(moved)
	if err != nil {
		return 0, err
	}
	alone := p.seen(moved, errors)
	if alone < p.enough() || len(moved) == 1 {
		return alone, nil
	}
	moved = p.madeUp(j, moved, errors)
	if errors, err = p.used(moved); err != nil {
		return 0, err
	}
	return math.Min(alone, p.seen(moved, errors)), nil
}

// seen is by how much more values cost. If that and how unusual they are is much less together, they are remembered.
func (p *profile) seen(values, errors []float64) float64 {
	c := cost(errors)
	if all := c + p.leaning(values); all < worthwhile*(p.least+p.usual) && (p.better == nil || all < p.lower) {
		p.better, p.lower = values, all
	}
	return c - p.least
}

// leaning is what the search adds to the cost of rows for fitted figures that are far from where they started.
func (m *model) leaning(values []float64) float64 { return m.leaningOf(m.spots, values) }

// leaningOf is that for any figures.
func (m *model) leaningOf(spots []spot, values []float64) (sum float64) {
	for j := range spots {
		d := m.scale * math.Log(values[j]/float64(spots[j].start.Int)) / spots[j].within(m.scale)
		sum += d * d
	}
	return sum
}

// worthwhile is what share of the cost values must have at most for a search to go on from there.
const worthwhile = 0.9

// madeUp moves all figures but one so that they make up for errors, as far as slopes and bounds go.
func (p *profile) madeUp(j int, values, errors []float64) []float64 {
	var others []int
	var columns [][]float64
	for o := range p.columns {
		if o != j {
			others, columns = append(others, o), append(columns, p.columns[o])
		}
	}
	weighted := slices.Clone(errors)
	for r := range weighted {
		weighted[r] *= p.weights[r]
	}
	moved := slices.Clone(values)
	k := knowledgeOf(columns)
	for i, o := range others {
		if rest := k.rests[i]; !k.singular(i) {
			low, high := p.spots[o].bounds()
			moved[o] = math.Max(low, math.Min(high, moved[o]*math.Exp(-dot(weighted, rest)/dot(rest, rest))))
		}
	}
	return moved
}

// used is the errors of the rows that are fitted.
func (m *model) used(values []float64) ([]float64, error) {
	var rows []point
	for _, p := range m.points {
		if p.used {
			rows = append(rows, p)
		}
	}
	errors, wrong := make([]float64, len(rows)), make([]error, len(rows))
	set := m.settings(values)
	m.each(len(rows), func(i int) {
		var answer scenarios.Timing
		if answer, wrong[i] = m.run(rows[i], set); wrong[i] == nil {
			errors[i] = m.row(rows[i]).Error(answer.Total)
		}
	})
	return errors, cmp.Or(wrong...)
}

// cost is what a search makes least: squares of errors, less for those that are far off.
func cost(errors []float64) (sum float64) {
	for _, e := range errors {
		z := e / usualScatter
		sum += 2 * usualScatter * usualScatter * (math.Sqrt(1+z*z) - 1)
	}
	return sum
}
