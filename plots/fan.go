package plots

import (
	"io"

	"gonum.org/v1/plot/vg"
)

// Band is what replicates say at one place of the x axis.
type Band struct{ X, Min, P50, P95, P99, Max int64 }

// FanLine is a series of bands, from left to right.
type FanLine struct {
	Name, Series string
	Bands        []Band
}

// FanSheet is what Fan draws.
type FanSheet struct {
	Title string
	X, Y  Axis
	Lines []FanLine
}

// layers of a fan, widest first: from which of a band's figures to which, and how much of the colour it has.
var layers = []struct {
	words     string
	low, high func(Band) int64
	percent   int
}{
	{"smallest to largest", func(b Band) int64 { return b.Min }, func(b Band) int64 { return b.Max }, 15},
	{"smallest to p99", func(b Band) int64 { return b.Min }, func(b Band) int64 { return b.P99 }, 30},
	{"smallest to p95", func(b Band) int64 { return b.Min }, func(b Band) int64 { return b.P95 }, 50},
}

// Fan draws percentiles of replicates over an axis: the median as a line in fields that hold up to p95, up to p99 and
// all of them. format is one of Formats; caption says how the figure was made. Nothing is written on an error.
func Fan(w io.Writer, format string, f FanSheet, caption string) error {
	medians := make([]Line, len(f.Lines))
	var all []Line // all that must have a place
	for i, l := range f.Lines {
		medians[i] = Line{Name: l.Name, Series: l.Series}
		ends := Line{}
		for _, b := range l.Bands {
			medians[i].Points = append(medians[i].Points, Point{b.X, b.P50})
			ends.Points = append(ends.Points, Point{b.X, b.Min}, Point{b.X, b.Max})
		}
		all = append(all, ends)
	}
	x, y, err := spans(f.X, f.Y, all)
	if err != nil {
		return err
	}
	c := newChart(f.Title, caption, x, y, 0)
	pens := pensOf(medians)
	for i, l := range f.Lines {
		c.key.add(c.typist, l.Name+", median", pens[i].sample)
	}
	c.key.next()
	for _, l := range layers {
		c.key.add(c.typist, l.words, patch(mix(faint, l.percent)))
	}
	s, err := c.sheet(format)
	if err != nil {
		return err
	}
	for i, l := range f.Lines {
		c.bands(s, l.Bands, pens[i])
	}
	c.grid(s)
	for i, l := range medians {
		c.line(s, l, pens[i])
	}
	return s.writeTo(w)
}

// bands fills the fields of a fan.
func (c *chart) bands(s *sheet, bands []Band, p pen) {
	for _, l := range layers {
		var up, down []vg.Point
		for _, b := range bands {
			if !c.x.holds(b.X) || !c.y.holds(l.low(b)) {
				continue
			}
			up = append(up, vg.Point{X: c.x.at(b.X), Y: c.y.at(l.high(b))})
			down = append(down, vg.Point{X: c.x.at(b.X), Y: c.y.at(l.low(b))})
		}
		for i := range down {
			up = append(up, down[len(down)-1-i])
		}
		if len(up) > 2 {
			s.fill(up, mix(p.color, l.percent))
		}
	}
}
