package plots

import (
	"testing"

	"collsim/scenarios"
)

// Algorithms of one collective never share a hue while there are enough; every algorithm has one, and keeps it.
func TestAlgorithmsHaveHues(t *testing.T) {
	taken := map[[2]any]string{}
	performers := map[string]int{}
	for _, a := range scenarios.Known().Algorithms {
		performers[string(a.Collective)]++
	}
	for _, a := range scenarios.Known().Algorithms {
		at, known := hueOf(a.Name)
		if !known {
			t.Errorf("%s has no hue", a.Name)
		}
		key := [2]any{a.Collective, at}
		if other, ok := taken[key]; ok && performers[string(a.Collective)] <= len(hues) {
			t.Errorf("%s and %s of %s have one hue", a.Name, other, a.Collective)
		}
		taken[key] = a.Name
	}
	for i, name := range settled {
		if at, _ := hueOf(name); at != i {
			t.Errorf("%s has hue %d, not %d", name, at, i)
		}
	}
}

// Hues stay apart, those without dashes further.
func TestHuesStayApart(t *testing.T) {
	for sight, m := range sights {
		for i := range hues {
			for j := range i {
				least := 0.115
				if i < 4 {
					least = 0.17
				}
				if d := distance(seen(hues[i].color, m), seen(hues[j].color, m)); d < least {
					t.Errorf("hues %d and %d are only %.3f apart with %s", i, j, d, sight)
				}
			}
			if d := distance(seen(hues[i].color, m), seen(paper, m)); d < 0.24 {
				t.Errorf("hue %d is only %.3f from paper with %s", i, d, sight)
			}
		}
	}
}

func TestPaint(t *testing.T) {
	painted := paint([]string{"mine", "ring", "yours", "ring", "mine"})
	if painted[1].color != Series("ring") || painted[3].color != painted[1].color {
		t.Error("ring has not its own colour")
	}
	if painted[0].color != painted[4].color || painted[0].color == painted[2].color || painted[0].color == painted[1].color {
		t.Error("names are not told apart")
	}
	many := paint(make([]string, 0))
	if len(many) != 0 {
		t.Error("hues for nothing")
	}
}
