package site

import (
	"fmt"
	"math"

	"collsim/fabric"
)

// Held is a figure that is not fitted.
type Held struct {
	Name string
	Why  string
}

// Guided is a figure that rows hardly tell of, and that is moved as far as its class makes likely.
type Guided struct {
	Name          string
	Before, Value fabric.Value
	of            spot
}

// Range is between what the figure lies in eight of ten cases by its class, around where it has been moved to.
func (g *Guided) Range() (low, high fabric.Value) {
	wide := math.Exp(g.of.spread * eightOfTen / 2)
	return g.of.plain(float64(g.Value.Int)/wide, math.Floor), g.of.plain(float64(g.Value.Int)*wide, math.Ceil)
}

// Scatter of rows that is taken for usual before a fit has shown what it is, as a standard deviation of logarithms, how
// well a figure must be known by rows with it to be among those that are fitted where nothing is asked for, and how much
// further than machines of its class such a figure may be expected to go.
const (
	usualScatter = 0.05
	knownWell    = 0.2
	freely       = 2
)

// choose says which figures are fitted: those that are asked for, as far as a row depends on them, or of the usual ones
// those that rows can tell apart. Few rows tell few figures, so the one by which they come nearest is taken first.
func (m *model) choose() (*choice, error) {
	columns, err := m.slopes(m.starts(), slower)
	if err != nil {
		return nil, err
	}
	c := &choice{spots: m.spots, asked: len(m.Parameters) > 0, columns: columns, errors: m.usedErrors(m.base), why: make([]string, len(columns))}
	c.take()
	if len(c.taken) == 0 {
		return nil, fmt.Errorf("no row depends on any of the figures that are asked for; valid: others, or --rows all")
	}
	return c, nil
}
