package plots

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Axis is one direction of a figure.
type Axis struct {
	Name string // what it shows, without the unit
	Unit Unit
	Log  bool
}

// Point is a place in a figure, in the units of its axes.
type Point struct{ X, Y int64 }

// Form is how a line is drawn.
type Form uint8

// The forms.
const (
	Solid    Form = iota // a line, in the colour of its series
	Measured             // points with no line between them
	Bound                // the line that no other can cross, as lower bounds are drawn everywhere
)

// Line is a series of points, from left to right.
type Line struct {
	Name   string
	Series string // an algorithm or a variant, which gives the colour; "" = the name does
	Form   Form
	Points []Point
}

// Crossing is a place on the x axis where the best line changes.
type Crossing struct {
	X     int64
	Words string // at most three, such as "tree > ring"
}

// CurvesSheet is what Curves draws.
type CurvesSheet struct {
	Title     string
	X, Y      Axis
	Lines     []Line
	Crossings []Crossing
}

var errEmpty = errors.New("no points, so there is nothing to draw")

// Curves draws lines over an axis, such as time or bandwidth over size, with measured points and a bound where there are
// some. format is one of Formats; caption says how the figure was made. Nothing is written on an error.
func Curves(w io.Writer, format string, c CurvesSheet, caption string) error {
	x, y, err := spans(c.X, c.Y, c.Lines)
	if err != nil {
		return err
	}
	notes, head := stagger(c.Crossings, x)
	f := newChart(c.Title, caption, x, y, head)
	pens := pensOf(c.Lines)
	for i, l := range c.Lines {
		f.key.add(f.typist, l.Name, pens[i].sample)
	}
	s, err := f.sheet(format)
	if err != nil {
		return err
	}
	f.grid(s)
	f.crossings(s, notes)
	for i, l := range c.Lines {
		f.line(s, l, pens[i])
	}
	return s.writeTo(w)
}

// spans are scales that hold all points of lines.
func spans(xAxis, yAxis Axis, lines []Line) (x, y scale, err error) {
	var xs, ys []int64
	for _, l := range lines {
		for _, p := range l.Points {
			if xAxis.Log && p.X < 1 || yAxis.Log && p.Y < 1 {
				continue
			}
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	if len(xs) == 0 {
		return x, y, errEmpty
	}
	return newScale(xAxis, slices.Min(xs), slices.Max(xs)), newScale(yAxis, slices.Min(ys), slices.Max(ys)).rounded(), nil
}

// pen draws one line.
type pen struct {
	hue
	form  Form
	thick vg.Length
}

// pensOf gives each line its pen: what was measured has the colour of what was computed for the same series.
func pensOf(lines []Line) []pen {
	names := make([]string, len(lines))
	for i, l := range lines {
		if names[i] = l.Series; names[i] == "" {
			names[i] = l.Name
		}
	}
	hues := paint(names)
	pens := make([]pen, len(lines))
	for i, l := range lines {
		pens[i] = pen{hues[i], l.Form, 1.6}
		if l.Form == Bound {
			pens[i].hue = hue{mark, dashed}
		}
	}
	return pens
}

func (p pen) sample(s *sheet, left, y vg.Length) {
	if p.form == Measured {
		s.ring(left+sampleWide/2, y, 2.6, 1.1, p.color)
		return
	}
	s.stroke([]vg.Point{{X: left, Y: y}, {X: left + sampleWide, Y: y}}, p.thick, p.color, p.dashes)
}

// line draws a line, and a dot at each of its points while they stand apart.
func (c *chart) line(s *sheet, l Line, p pen) {
	var way []vg.Point
	for _, q := range l.Points {
		if !c.x.holds(q.X) || !c.y.holds(q.Y) {
			continue
		}
		way = append(way, vg.Point{X: c.x.at(q.X), Y: c.y.at(q.Y)})
	}
	if p.form == Measured {
		for _, q := range way {
			s.ring(q.X, q.Y, 2.6, 1.1, p.color)
		}
		return
	}
	if len(way) > 1 {
		s.stroke(way, p.thick, p.color, p.dashes)
	}
	if p.form == Solid && len(way) <= mostDots {
		for _, q := range way {
			s.dot(q.X, q.Y, 2, p.color)
		}
	}
}

// mostDots points of a line are marked; more would be one thick line.
const mostDots = 40

// note is words over a plot, in a row where nothing else stands.
type note struct {
	Crossing
	row int
}

// stagger gives the words of crossings rows, so that none stands over another, and the room that these need. Places are
// those of a plot as wide as the page, which is on the safe side.
func stagger(all []Crossing, x scale) (notes []note, head vg.Length) {
	typist := newTypist()
	x.from, x.to = margin*3, pageWidth-2*margin
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Crossing) int { return cmp.Compare(a.X, b.X) })
	var ends []vg.Length // of what stands in each row
	for _, c := range all {
		if !x.holds(c.X) {
			continue
		}
		half := width(typist, small, c.Words)/2 + gap/2
		row := 0
		for row < len(ends) && ends[row] > inside(x.at(c.X), half)-half {
			row++
		}
		if row == len(ends) {
			ends = append(ends, 0)
		}
		ends[row] = inside(x.at(c.X), half) + half
		notes = append(notes, note{c, row})
	}
	return notes, vg.Length(len(ends)) * small.leading()
}

// inside moves the middle of what is twice half wide onto the page.
func inside(x, half vg.Length) vg.Length {
	return max(margin+half, min(x, pageWidth-margin-half))
}

// crossings draws a dashed line down from the words of each.
func (c *chart) crossings(s *sheet, notes []note) {
	at := func(n note) vg.Length { return c.top() - c.head + (vg.Length(n.row)+0.5)*small.leading() }
	for _, n := range notes {
		x := c.x.at(n.X)
		s.stroke([]vg.Point{{X: x, Y: at(n)}, {X: x, Y: c.bottom()}}, 0.75, faint, dotted)
	}
	for _, n := range notes {
		half := width(c.typist, small, n.Words) / 2
		x := inside(c.x.at(n.X), half)
		s.box(x-half-1, at(n)-small.leading()/2, x+half+1, at(n)+small.leading()/2-1, paper)
		s.write(x, at(n), -0.5, small, ink, n.Words)
	}
}
