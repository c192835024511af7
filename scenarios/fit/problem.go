package fit

import (
	"fmt"
	"math"
)

// Number is what is fitted: a parameter of the model, or one figure that several parameters share.
type Number struct {
	Name      string
	Start     float64 // the middle of the prior, where the search begins as well; above 0
	Low, High float64 // the search stays between them
	Spread    float64 // of the prior, as the standard deviation of the logarithm: .35 is a factor of 1.4 either way
	Begin     float64 // where the search begins instead, for it gets there sooner from an earlier answer; 0 = at Start
}

// Table is points that were measured together. Each table of a source weighs the same, however many points it has.
type Table struct {
	Name     string
	Source   int       // tables of one source share their errors; each source is one witness of how well a number is known
	Measured []float64 // in any unit, the one of Simulate; above 0
}

// Place is one point of one table.
type Place struct{ Table, Point int }

// Problem is a model and what was measured.
type Problem struct {
	Numbers []Number
	Tables  []Table
	// Simulate is the model's answer for a point with these numbers. It is called from several goroutines where Each has
	// them, and its answer depends on nothing but its arguments.
	Simulate func(at Place, values []float64) (float64, error)
	// Touches says whether a number can change the answer for a point; nil = each can change all.
	Touches func(at Place, number int) bool
	Scale   float64 // errors well above it count by their size, those below by their square; 0 = 0.12
	Jumps   bool    // the model jumps here and there: where slopes over little lead no further, those over more are tried
	Rounds  int     // steps that the search may take; 0 = 30
	// Watch hears of the cost before the first step and after each; nil = nobody does.
	Watch func(round int, cost float64)
}

// Each does n independent things and returns when all are done, in any order or at the same time.
type Each func(n int, do func(i int))

// scale and rounds are what the problem says or leaves out.
func (p *Problem) scale() float64 {
	if p.Scale > 0 {
		return p.Scale
	}
	return 0.12
}

func (p *Problem) rounds() int {
	if p.Rounds > 0 {
		return p.Rounds
	}
	return 30
}

// check says what makes a problem no problem.
func (p *Problem) check() error {
	for _, n := range p.Numbers {
		if n.Begin != 0 && !(n.Low <= n.Begin && n.Begin <= n.High) {
			return fmt.Errorf("number %s: begins at %g; valid: between %g and %g", n.Name, n.Begin, n.Low, n.High)
		}
		if !(0 < n.Low && n.Low <= n.Start && n.Start <= n.High) || n.Spread <= 0 || math.IsInf(n.High, 0) {
			return fmt.Errorf("number %s: valid: 0 < low <= start <= high, and a spread above 0; it has %g <= %g <= %g, spread %g",
				n.Name, n.Low, n.Start, n.High, n.Spread)
		}
	}
	points := 0
	for _, t := range p.Tables {
		for i, m := range t.Measured {
			if !(m > 0) || math.IsInf(m, 0) {
				return fmt.Errorf("table %s, point %d: %g was measured; valid: a number above 0", t.Name, i, m)
			}
		}
		points += len(t.Measured)
	}
	if points == 0 {
		return fmt.Errorf("nothing was measured, so there is nothing to fit")
	}
	return nil
}
