package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// dot draws a filled circle.
func (s *sheet) dot(x, y, radius vg.Length, fill color.Color) {
	s.canvas.SetColor(fill)
	s.canvas.Fill(s.circle(x, y, radius))
}

// ring draws a circle on a light ground.
func (s *sheet) ring(x, y, radius, thick vg.Length, c color.Color) {
	s.dot(x, y, radius, paper)
	s.canvas.SetColor(c)
	s.canvas.SetLineWidth(thick)
	s.canvas.SetLineDash(nil, 0)
	s.canvas.Stroke(s.circle(x, y, radius))
}

func (s *sheet) circle(x, y, radius vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: x + radius, Y: s.height - y})
	p.Arc(vg.Point{X: x, Y: s.height - y}, radius, 0, 2*math.Pi)
	p.Close()
	return p
}

// fill fills what points go around.
func (s *sheet) fill(points []vg.Point, c color.Color) {
	up := make([]vg.Point, len(points))
	for i, p := range points {
		up[i] = vg.Point{X: p.X, Y: s.height - p.Y}
	}
	s.canvas.FillPolygon(c, up)
}
