package plots

import (
	"io"

	"gonum.org/v1/plot/vg"
)

// SlopeSheet is what Slope draws: totals against the delay of a straggler. Both axes are Time and linear.
type SlopeSheet struct {
	Title string
	XName string // whose delay it is
	Lines []Line // their first point is without delay
}

// Slope draws totals over a straggler's delay: flat while something else hides it, with slope 1 once everybody waits. A
// grey line through each last point has slope 1; where it meets the total without delay, what was hidden ends. format is
// one of Formats; caption says how the figure was made. Nothing is written on an error.
func Slope(w io.Writer, format string, c SlopeSheet, caption string) error {
	x, y, err := spans(Axis{Name: c.XName, Unit: Time}, Axis{Name: "total", Unit: Time}, c.Lines)
	if err != nil {
		return err
	}
	f := newChart(c.Title, caption, x, y, 0)
	pens := pensOf(c.Lines)
	for i, l := range c.Lines {
		f.key.add(f.typist, l.Name+hides(l), pens[i].sample)
	}
	f.key.next()
	f.key.add(f.typist, "slope 1: each more of the delay shows in full", pen{hue: hue{faint, dotted}, thick: 0.9}.sample)
	s, err := f.sheet(format)
	if err != nil {
		return err
	}
	f.grid(s)
	for _, l := range c.Lines {
		f.slope(s, l)
	}
	for i, l := range c.Lines {
		f.line(s, l, pens[i])
	}
	return s.writeTo(w)
}

// hidden is the delay that costs nothing, if the last point already has slope 1: the delay there less what it cost.
func hidden(l Line) (d int64, ok bool) {
	n := len(l.Points)
	if n < 2 {
		return 0, false
	}
	first, before, last := l.Points[0], l.Points[n-2], l.Points[n-1]
	return last.X - (last.Y - first.Y), last.Y-before.Y == last.X-before.X
}

// hides says how much of the delay costs nothing.
func hides(l Line) string {
	d, ok := hidden(l)
	switch {
	case !ok:
		return ": no slope of 1 at the end"
	case d <= 0:
		return ": hides nothing"
	}
	return ": hides " + Time.brief(d)
}

// slope draws the line of slope 1 through the last point, and where it leaves the total without delay.
func (c *chart) slope(s *sheet, l Line) {
	d, ok := hidden(l)
	if !ok {
		return
	}
	first, last := l.Points[0], l.Points[len(l.Points)-1]
	start := Point{X: max(d, 0), Y: first.Y + max(-d, 0)}
	s.stroke([]vg.Point{{X: c.x.at(start.X), Y: c.y.at(start.Y)}, {X: c.x.at(last.X), Y: c.y.at(last.Y)}}, 0.9, faint, dotted)
	if d > 0 {
		s.stroke([]vg.Point{{X: c.x.at(d), Y: c.y.at(first.Y)}, {X: c.x.at(d), Y: c.bottom()}}, 0.9, faint, dotted)
	}
}
