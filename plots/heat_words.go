package plots

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// narrowest is from which width on cells have room for their margins; narrower ones have the names of winners instead.
const narrowest = vg.Length(36)

// free tells whether no ring stands in a box, or touches it.
func (m *heat) free(x, y, wide, tall vg.Length) bool {
	const around = 4.5
	for _, p := range m.rings {
		if max(p.X-x, x-p.X) < wide/2+around && max(p.Y-y, y-p.Y) < tall/2+around {
			return false
		}
	}
	return true
}

// drawMargins writes into each cell by how much it is won: in its middle, or where rings leave room. Where they leave
// none the shade has to do.
func (m *heat) drawMargins(s *sheet) {
	for i := range m.Rows {
		for j := range m.Columns {
			c := m.cell(i, j)
			if c.Winner < 0 || c.Margin == 0 {
				continue
			}
			words := marginText(c.Margin)
			wide := width(s.typist, small, words)
			x, y := m.column(float64(j)), m.row(float64(i))
			aside, off := (m.wide-wide)/2-2, m.tall/2-small.size*0.85
			for _, p := range []vg.Point{{}, {Y: off}, {Y: -off}, {X: aside}, {X: -aside}} {
				if m.free(x+p.X, y+p.Y, wide, small.size) {
					s.write(x+p.X, y+p.Y, -0.5, small, contrast(m.shade(c)), words)
					break
				}
			}
		}
	}
}

// marginText writes a margin, rounded down: percent, or from twice on how many times as long.
func marginText(thousandths int) string {
	if thousandths < 1000 {
		return percent(thousandths)
	}
	return fmt.Sprintf("%d.%d x", 1+thousandths/1000, thousandths%1000/100)
}

// drawNames writes each winner's name into its longest row in which there is room and no ring.
func (m *heat) drawNames(s *sheet) {
	for k, name := range m.Names {
		wide, tall := width(s.typist, strong, name)+gap, strong.leading()
		var at vg.Point
		longest := 0
		for i := range m.Rows {
			for j := 0; j < len(m.Columns); {
				from := j
				for j++; j < len(m.Columns) && m.cell(i, j).Winner == m.cell(i, from).Winner; j++ {
				}
				x, y, length := m.column(float64(from+j-1)/2), m.row(float64(i)), j-from
				if m.cell(i, from).Winner == k && length > longest && wide <= m.wide*vg.Length(length) && m.free(x, y, wide, tall) {
					at, longest = vg.Point{X: x, Y: y}, length
				}
			}
		}
		if longest > 0 {
			s.box(at.X-wide/2, at.Y-tall/2, at.X+wide/2, at.Y+tall/2, paper)
			s.write(at.X, at.Y, -0.5, strong, ink, name)
		}
	}
}
