package palette

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
		at, known := HueOf(a.Name)
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
		if at, _ := HueOf(name); at != i {
			t.Errorf("%s has hue %d, not %d", name, at, i)
		}
	}
}

func TestPaint(t *testing.T) {
	painted := Paint([]string{"mine", "ring", "yours", "ring", "mine"})
	ring, _ := HueOf("ring")
	if painted[1].Color != hues[ring].Color || painted[3].Color != painted[1].Color {
		t.Error("ring has not its own colour")
	}
	if painted[0].Color != painted[4].Color || painted[0].Color == painted[2].Color || painted[0].Color == painted[1].Color {
		t.Error("names are not told apart")
	}
	if len(Paint(nil)) != 0 {
		t.Error("hues for nothing")
	}
}
