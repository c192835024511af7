package plots

import (
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Cell is one square of a heat map.
type Cell struct {
	Winner int // index of a name; below 0 = nothing ran there
	Margin int // thousandths that the second best takes longer than the best; 0 where there is no second
}

// HeatSheet is what HeatMap draws: who wins where.
type HeatSheet struct {
	Title         string
	X, Y          Axis    // of columns and rows; Log is not looked at: cells stand at equal distances
	Columns, Rows []int64 // ascending
	Names         []string
	Cells         [][]Cell // [row][column]
	Crossings     []Point  // found more exactly than cells tell: between two columns of a row, or two rows of a column
}

// The shades of a margin: from which on, in thousandths, how much of the colour a cell has, and in words.
var shades = []struct {
	from, percent int
	words         string
}{{0, 30, "under 2 %"}, {20, 46, "2 %"}, {100, 62, "10 %"}, {300, 80, "30 %"}, {1000, 100, "twice as long"}}

// Cells are at most so large.
const (
	widestCell  = vg.Length(60)
	highestCell = vg.Length(34)
)

// heat is a heat map whose cells have places.
type heat struct {
	HeatSheet
	*chart
	hues       []hue
	wide, tall vg.Length  // a cell
	rings      []vg.Point // where crossings are
}

// HeatMap draws who wins where, in the colours of series, the stronger the more the second best lags behind. Lines
// stand where the winner changes, dots where a change has been found exactly. format is one of Formats; caption says how
// the figure was made. Nothing is written on an error.
func HeatMap(w io.Writer, format string, h HeatSheet, caption string) error {
	if len(h.Columns) == 0 || len(h.Rows) == 0 {
		return errEmpty
	}
	m := layOutHeat(h, caption)
	s, err := m.sheet(format)
	if err != nil {
		return err
	}
	m.drawCells(s)
	m.drawEdges(s)
	for _, p := range m.rings {
		drawRing(s, p.X, p.Y)
	}
	if m.wide < narrowest {
		m.drawNames(s)
	} else {
		m.drawMargins(s)
	}
	m.drawAxes(s)
	return s.writeTo(w)
}

func layOutHeat(h HeatSheet, caption string) *heat {
	m := &heat{HeatSheet: h, chart: newChart(h.Title, caption, newScale(h.X, 1, 1), newScale(h.Y, 1, 1), 0), hues: paint(h.Names)}
	var wide vg.Length
	for _, n := range h.Rows {
		wide = max(wide, width(m.typist, plain, h.Y.Unit.short(n)))
	}
	m.x.from = margin + wide + gap
	m.wide = min((pageWidth-margin-m.x.from)/vg.Length(len(h.Columns)), widestCell)
	m.tall = min(plotHeight/vg.Length(len(h.Rows)), highestCell, max(m.wide, 18))
	m.x.to = m.x.from + m.wide*vg.Length(len(h.Columns))
	m.chart.tall = m.tall * vg.Length(len(h.Rows))
	m.place()
	for _, p := range h.Crossings {
		m.rings = append(m.rings, vg.Point{X: between(h.Columns, p.X, m.column), Y: between(h.Rows, p.Y, m.row)})
	}
	for i, name := range h.Names {
		if !m.wins(i) {
			name += ": nowhere"
		}
		m.key.add(m.typist, name, patch(m.hues[i].color))
	}
	m.key.next()
	for i, sh := range shades {
		words := sh.words
		if i == 0 {
			words = "the second best takes " + words + " longer"
		} else if i < len(shades)-1 {
			words += " or more"
		}
		m.key.add(m.typist, words, patch(mix(faint, sh.percent)))
	}
	if len(h.Crossings) > 0 {
		m.key.next()
		m.key.add(m.typist, "where the winner changes, found exactly", func(s *sheet, left, y vg.Length) {
			drawRing(s, left+sampleWide-swatch, y)
		})
	}
	return m
}

func drawRing(s *sheet, x, y vg.Length) { s.ring(x, y, 2.6, 1.2, ink) }

// column and row are the middles of cells; they need not be whole.
func (m *heat) column(i float64) vg.Length { return m.x.from + m.wide*vg.Length(i+0.5) }
func (m *heat) row(i float64) vg.Length    { return m.bottom() - m.tall*vg.Length(i+0.5) }

// cell is the one at a place; outside the map and where nothing ran nobody wins.
func (m *heat) cell(row, column int) Cell {
	if row < 0 || column < 0 || row >= len(m.Cells) || column >= len(m.Cells[row]) || m.Cells[row][column].Winner < 0 {
		return Cell{Winner: -1}
	}
	return m.Cells[row][column]
}

func (m *heat) wins(k int) bool {
	return slices.ContainsFunc(m.Cells, func(row []Cell) bool {
		return slices.ContainsFunc(row, func(c Cell) bool { return c.Winner == k })
	})
}

func (m *heat) drawCells(s *sheet) {
	for i := range m.Rows {
		for j := range m.Columns {
			c := m.cell(i, j)
			left, bottom := m.column(float64(j))-m.wide/2, m.row(float64(i))+m.tall/2
			fill := ground
			if c.Winner >= 0 {
				fill = m.shade(c)
			}
			s.box(left, bottom-m.tall, left+m.wide, bottom, fill)
			s.outline(left, bottom-m.tall, left+m.wide, bottom, paper)
		}
	}
}

func (m *heat) shade(c Cell) color.NRGBA {
	percent := 0
	for _, sh := range shades {
		if c.Margin >= sh.from {
			percent = sh.percent
		}
	}
	return mix(m.hues[c.Winner].color, percent)
}

// drawEdges draws a line between cells with different winners.
func (m *heat) drawEdges(s *sheet) {
	for i := range m.Rows {
		for j := range m.Columns {
			c := m.cell(i, j)
			left, bottom := m.column(float64(j))-m.wide/2, m.row(float64(i))+m.tall/2
			if j > 0 && m.cell(i, j-1).Winner != c.Winner {
				s.line(left, bottom, left, bottom-m.tall, 1.4, ink)
			}
			if i > 0 && m.cell(i-1, j).Winner != c.Winner {
				s.line(left, bottom, left+m.wide, bottom, 1.4, ink)
			}
		}
	}
}

func (m *heat) drawAxes(s *sheet) {
	for i, n := range m.Rows {
		s.write(m.x.from-gap/2, m.row(float64(i)), -1, plain, faint, m.Y.Unit.short(n))
	}
	s.write(margin, m.top()-plain.leading()/2-gap/2, 0, plain, faint, m.Y.Name)
	end := vg.Length(0) // of the last number
	for j, n := range m.Columns {
		words := m.X.Unit.short(n)
		half, x := width(m.typist, plain, words)/2, m.column(float64(j))
		if x-half < end+gap || x+half > pageWidth-4 {
			continue
		}
		end = x + half
		s.line(x, m.bottom(), x, m.bottom()+3, 0.5, faint)
		s.write(x, m.bottom()+3+plain.leading()/2, -0.5, plain, faint, words)
	}
	s.write((m.x.from+m.x.to)/2, m.bottom()+3+plain.leading()*1.5, -0.5, plain, faint, m.X.Name)
}

// between is the place of a number among those of cells, which are taken as a geometric row.
func between(values []int64, n int64, at func(float64) vg.Length) vg.Length {
	i, found := slices.BinarySearch(values, n)
	switch {
	case found || i == 0:
		return at(float64(i))
	case i == len(values):
		return at(float64(i - 1))
	}
	low, high := float64(max(values[i-1], 1)), float64(values[i])
	return at(float64(i-1) + math.Log(float64(n)/low)/math.Log(high/low))
}

// mix is a colour thinned with paper.
func mix(c color.NRGBA, percent int) color.NRGBA {
	thin := func(of, with uint8) uint8 { return uint8((int(of)*percent + int(with)*(100-percent)) / 100) }
	return color.NRGBA{R: thin(c.R, paper.R), G: thin(c.G, paper.G), B: thin(c.B, paper.B), A: 255}
}
