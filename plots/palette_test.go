package plots

import (
	"image/color"
	"math"
	"testing"

	"collsim/sim/ledger"
)

type matrix [3][3]float64

// What readers with missing green or red cones see, in linear RGB (Machado, Oliveira, Fernandes 2009, severity 1).
var sights = map[string]matrix{
	"full colour vision": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"deuteranopia":       {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"protanopia":         {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
}

// TestColorsStayApart measures every pair of colours in OKLab, where 0.02 is just noticeable.
func TestColorsStayApart(t *testing.T) {
	for sight, m := range sights {
		least, neighbours := math.Inf(1), math.Inf(1) // neighbours in the order of the ledger touch in a bar
		for a := range ledger.Components {
			for b := range a {
				d := distance(seen(Color(a), m), seen(Color(b), m))
				if d < 0.09 {
					t.Errorf("%v and %v are only %.3f apart with %s", a, b, d, sight)
				}
				least = min(least, d)
				if b+1 == a {
					neighbours = min(neighbours, d)
				}
			}
		}
		t.Logf("%s: any two at least %.3f apart, neighbours %.3f", sight, least, neighbours)
		if neighbours < 0.15 {
			t.Errorf("neighbours are only %.3f apart with %s", neighbours, sight)
		}
	}
}

// TestGroupsKeepTheirHue: blue is strongest in software, green in physical, red leads green leads blue in queueing.
func TestGroupsKeepTheirHue(t *testing.T) {
	for c := range ledger.Components {
		p := Color(c)
		fits := map[ledger.Group]bool{
			ledger.Software: p.B > p.R && p.B > p.G,
			ledger.Physical: p.G > p.R && p.G > p.B,
			ledger.Queueing: p.R > p.G && p.G > p.B,
			ledger.Waiting:  p.R > p.G && p.B > p.G,
		}
		if !fits[c.Group()] {
			t.Errorf("%v is %v, which is not the hue of %v", c, p, c.Group())
		}
	}
}

// seen is the colour in OKLab (Ottosson 2020) through somebody's eyes.
func seen(c color.NRGBA, m matrix) [3]float64 {
	rgb := m.times([3]float64{linear(c.R), linear(c.G), linear(c.B)})
	lms := matrix{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005}}.times(rgb)
	for i := range lms {
		lms[i] = math.Cbrt(max(lms[i], 0))
	}
	return matrix{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099}, {0.0259040371, 0.7827717662, -0.8086757660}}.times(lms)
}

func linear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

func (m matrix) times(v [3]float64) (w [3]float64) {
	for i := range m {
		for j := range v {
			w[i] += m[i][j] * v[j]
		}
	}
	return w
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}
