package plots

import (
	"testing"

	"collsim/plots/palette"
)

// Hues stay apart, those without dashes further.
func TestHuesStayApart(t *testing.T) {
	hues := palette.Hues()
	for sight, m := range sights {
		for i := range hues {
			for j := range i {
				least := 0.115
				if i < 4 {
					least = 0.17
				}
				if d := distance(seen(hues[i].Color, m), seen(hues[j].Color, m)); d < least {
					t.Errorf("hues %d and %d are only %.3f apart with %s", i, j, d, sight)
				}
			}
			if d := distance(seen(hues[i].Color, m), seen(paper, m)); d < 0.24 {
				t.Errorf("hue %d is only %.3f from paper with %s", i, d, sight)
			}
		}
	}
}
