package site

import (
	"slices"
	"testing"
)

// TestFewRowsFitWhatIsOff has four rows, which carry two figures, and five figures that they can tell apart. What is off is taken first,
// however late in the list it stands; where nothing is off the list decides.
func TestFewRowsFitWhatIsOff(t *testing.T) {
	columns := [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0.01}}
	for _, c := range []struct {
		errors []float64
		want   []int
	}{
		{[]float64{0, 0, 0, 0}, []int{0, 1}},
		{[]float64{0, 0, 0.1, 0.02}, []int{2, 3}},
		{[]float64{0, 0, 0, 0.3}, []int{0, 3}},
		{[]float64{0.06, 0.05, 0.05, 0.05}, []int{0, 1}}, // all explain about as much
		{[]float64{0, 0.2, 0, 9}, []int{1, 3}},           // a row that is far off counts less
	} {
		x := &choice{spots: make([]spot, len(columns)), columns: columns, errors: c.errors, why: make([]string, len(columns))}
		if x.take(); !slices.Equal(x.taken, c.want) {
			t.Errorf("errors %v: figures %v are taken, not %v", c.errors, x.taken, c.want)
		}
		if x.why[4] == "" {
			t.Errorf("errors %v: a figure that rows hardly feel is held for no reason", c.errors)
		}
	}
	unlikely := []spot{{spread: 0.01}, {spread: 1}, {}, {}, {}} // what moves by a percent from machine to machine does not explain 20
	x := &choice{spots: unlikely, columns: [][]float64{{1, 0, 0, 0}, {1, 0.2, 0, 0}}, errors: []float64{0.2, 0, 0, 0}, why: make([]string, 2)}
	if x.take(); x.taken[0] != 1 {
		t.Errorf("figures %v are taken", x.taken)
	}
}
