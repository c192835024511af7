package site

import (
	"fmt"
	"math"
	"slices"

	"collsim/fabric"
)

// choice is figures on trial.
type choice struct {
	spots   []spot
	asked   bool
	columns [][]float64 // effects of all figures on the rows that are fitted
	errors  []float64   // of these rows
	able    []int       // figures that some row tells of
	taken   []int       // of these, in the order in which they were
	why     []string    // a figure is not fitted; "" = it is, or nobody knows yet
}

// take takes figures one after the other, as long as there are some that can be fitted beside those taken.
func (c *choice) take() {
	c.able = c.candidates()
	c.takeOf(slices.Clone(c.able))
}

// takeOf takes some of what is left.
func (c *choice) takeOf(left []int) {
	errors, columns := c.weighed()
	for len(left) > 0 {
		next := left[0]
		if !c.asked {
			next = c.best(left, errors, columns)
		}
		c.taken = append(c.taken, next)
		left = slices.DeleteFunc(left, func(j int) bool { return j == next || c.refuses(j) })
	}
}

// outside are the figures that some row tells of and that are not taken.
func (c *choice) outside() []int { return less(c.able, c.taken) }

// with is the choice with some figures in the place of others, and with all that can be fitted beside them then; nil = the new ones
// can't be fitted beside those that stay.
func (c *choice) with(in, out []int) *choice {
	o := *c
	o.taken, o.why = less(c.taken, out), slices.Clone(c.why)
	for _, j := range in {
		if o.refuses(j) {
			return nil
		}
		o.taken = append(o.taken, j)
	}
	o.takeOf(slices.DeleteFunc(o.outside(), o.refuses))
	return &o
}

// same tells whether two choices are of the same figures.
func (c *choice) same(o *choice) bool {
	return len(c.taken) == len(o.taken) && len(less(c.taken, o.taken)) == 0
}

// candidates are the figures that some row tells of.
func (c *choice) candidates() (all []int) {
	for j, column := range c.columns {
		switch l := length(column); {
		case l < felt:
			c.why[j] = "no row that is fitted depends on it"
		case !c.asked && c.spots[j].common:
			c.why[j] = "all machines of its class have it so"
		case !c.asked && usualScatter/l > knownWell:
			c.why[j] = "the rows hardly depend on it"
		default:
			all = append(all, j)
		}
	}
	return all
}

// refuses tells whether a figure can't be fitted beside those taken, and remembers why.
func (c *choice) refuses(j int) bool {
	switch {
	case c.asked:
	case 2*(len(c.taken)+1) > len(c.columns[j]):
		c.why[j] = "the rows are too few for one more"
	default:
		c.why[j] = c.mixed(j)
	}
	return c.why[j] != ""
}

// best is the figure that explains most of what those taken leave of the errors, all weighed. Of those that explain half as
// much it is the first of the list.
func (c *choice) best(left []int, errors []float64, columns [][]float64) int {
	var taken [][]float64
	for _, j := range c.taken {
		taken = append(taken, columns[j])
	}
	rest := without(errors, taken)
	gains := make([]float64, len(left))
	for i, j := range left {
		own := without(columns[j], taken)
		along, unlikely := dot(rest, own), 0.0
		if s := &c.spots[j]; s.usual && s.spread > 0 {
			unlikely = usualScatter * usualScatter / (s.spread * s.spread) // moving a figure out of its class costs as much as errors do
		}
		gains[i] = along * along / (dot(own, own) + unlikely)
	}
	most := slices.Max(gains)
	return left[slices.IndexFunc(gains, func(g float64) bool { return g >= most/2 })]
}

// weighed is the errors and the effects of figures, each row weighted as in the search.
func (c *choice) weighed() (errors []float64, columns [][]float64) {
	errors = slices.Clone(c.errors)
	for _, column := range c.columns {
		columns = append(columns, slices.Clone(column))
	}
	weigh(errors, columns)
	return errors, columns
}

// settle parts the figures: those that are fitted, those that some row feels and that follow their class, and all that are not fitted.
func (c *choice) settle() (taken, guided []spot, held []Held) {
	for j, s := range c.spots {
		if slices.Contains(c.taken, j) {
			taken = append(taken, s.freed())
			continue
		}
		held = append(held, Held{s.Name, c.why[j]})
		if !c.asked && s.spread > 0 && length(c.columns[j]) >= felt {
			guided = append(guided, s)
		}
	}
	return taken, guided, held
}

// mixed tells with which of the figures taken one more would be mixed up; "" = it would not.
func (c *choice) mixed(next int) string {
	with, correlation := c.twin(next)
	if with < 0 {
		return ""
	}
	return fmt.Sprintf("the rows cannot tell it from %s (correlation %s): %s", c.spots[with].Name, hundredths(correlation), together(&c.spots[with], &c.spots[next]))
}

// twin is the figure taken that one more is hardest to tell from, where that one or another would not be known well beside it; < 0 = all would be.
func (c *choice) twin(next int) (with int, correlation float64) {
	k := knowledgeOf(append(some(c.columns, c.taken), c.columns[next]))
	last := len(c.taken)
	well := !k.singular(last)
	for j := 0; j <= last && well; j++ {
		well = !k.singular(j) && usualScatter*k.deviation(j) < knownWell
	}
	if well {
		return -1, 0
	}
	with, correlation = -1, -1.0
	for j := range c.taken {
		alike := math.Abs(k.alike(last, j))
		if !k.singular(last) && !k.singular(j) {
			alike = math.Abs(k.correlation(last, j))
		}
		if alike > correlation {
			with, correlation = c.taken[j], alike
		}
	}
	return with, correlation
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
