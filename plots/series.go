package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"collsim/plots/palette"
)

// hue is how a series is told from others.
type hue struct {
	color  color.NRGBA
	dashes []vg.Length
}

var (
	dashed = []vg.Length{6, 3}
	dotted = []vg.Length{2, 2}
)

// hueOf is a hue of the palette to draw with.
func hueOf(h palette.Hue) hue {
	drawn := hue{color: h.Color}
	for _, points := range h.Dashes {
		drawn.dashes = append(drawn.dashes, vg.Length(points))
	}
	return drawn
}

// Series is the fixed colour of an algorithm in every figure.
func Series(algorithm string) color.NRGBA {
	i, _ := palette.HueOf(algorithm)
	return palette.Hues()[i].Color
}

// paint gives each series of a figure a hue: algorithms their own, anything else in turn one that is left.
func paint(names []string) []hue {
	painted := make([]hue, len(names))
	for i, h := range palette.Paint(names) {
		painted[i] = hueOf(h)
	}
	return painted
}
