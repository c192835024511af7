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

// Scatter of rows that is taken for usual before a fit has shown what it is, as a standard deviation of logarithms, and how
// well a figure must be known by rows with it to be among those that are fitted where nothing is asked for.
const (
	usualScatter = 0.05
	knownWell    = 0.2
)

// choose settles which figures are fitted: those that are asked for, as far as a row depends on them, or of the usual ones
// those that rows can tell apart.
func (m *model) choose() (held []Held, err error) {
	columns, err := m.slopes(m.starts(), slower)
	if err != nil {
		return nil, err
	}
	var taken []spot
	var of [][]float64
	for j := range m.spots {
		s := m.spots[j]
		why := ""
		switch {
		case length(columns[j]) < felt:
			why = "no row that is fitted depends on it"
		case len(m.Parameters) > 0:
		case usualScatter/length(columns[j]) > knownWell:
			why = "the rows hardly depend on it"
		case 2*(len(taken)+1) > len(columns[j]):
			why = "the rows are too few for one more"
		default:
			why = mixed(taken, of, s, columns[j])
		}
		if why != "" {
			held = append(held, Held{s.Name, why})
			if len(m.Parameters) == 0 && s.spread > 0 && length(columns[j]) >= felt {
				m.guided = append(m.guided, s)
			}
			continue
		}
		s.spread = 0 // rows decide
		taken, of = append(taken, s), append(of, columns[j])
	}
	m.spots = taken
	if len(taken) == 0 {
		return nil, fmt.Errorf("no row depends on any of the figures that are asked for; valid: others, or --rows all")
	}
	return held, nil
}

// mixed tells with which of the figures taken one more would be mixed up; "" = it would not.
func mixed(taken []spot, columns [][]float64, s spot, column []float64) string {
	k := knowledgeOf(append(append([][]float64(nil), columns...), column))
	last := len(columns)
	well := !k.singular(last)
	for j := 0; j <= last && well; j++ {
		well = !k.singular(j) && usualScatter*k.deviation(j) < knownWell
	}
	if well {
		return ""
	}
	with, most := 0, -1.0
	for j := range taken {
		c := math.Abs(k.alike(last, j))
		if !k.singular(last) && !k.singular(j) {
			c = math.Abs(k.correlation(last, j))
		}
		if c > most {
			with, most = j, c
		}
	}
	return fmt.Sprintf("the rows cannot tell it from %s (correlation %s): %s", taken[with].Name, hundredths(most), together(&taken[with], &s))
}

// together says why two figures are hard to tell apart.
func together(a, b *spot) string {
	if a.Quantity == fabric.DurationQuantity && b.Quantity == fabric.DurationQuantity {
		return "whatever the size, each is paid the same number of times; a log with another number of ranks or nodes would part them"
	}
	return "over these sizes their effects go together"
}

// hundredths writes a correlation without claiming that it is complete where it is not.
func hundredths(c float64) string {
	if math.Abs(c) >= 0.995 {
		return "above 0.99"
	}
	return fmt.Sprintf("%.2f", c)
}
