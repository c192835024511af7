//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"

	"collsim/scenarios/lesson"
)

// TestLessonsInThePage gives each lesson its right answer and a wrong one by its controls.
func TestLessonsInThePage(t *testing.T) {
	t.Parallel()
	all, err := lesson.All()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 12 {
		t.Errorf("there are %d lessons", len(all))
	}
	each(t, func(t *testing.T, c carrier) {
		t.Parallel()
		b := open(t, c, "#/lessons?lessons.n=1")
		for _, l := range all {
			if c.name == "wasm" && l.Number > 2 {
				break // these are enough to see that both carriers judge
			}
			if got := verdict(b, l.Number, l.Answer); got != "yes" {
				t.Errorf("lesson %d, %s: the right answer %s does not pass", l.Number, l.Name, l.Answer)
			}
			if len(l.Wrong) == 0 {
				t.Errorf("lesson %d has no wrong answer", l.Number)
			}
			for _, w := range l.Wrong[:min(1, len(l.Wrong))] { // all of them are judged in package lesson
				if got := verdict(b, l.Number, w); got != "no" {
					t.Errorf("lesson %d, %s: the wrong answer %s passes", l.Number, l.Name, w)
				}
			}
		}
	})
}

// verdict fills the controls of a lesson in and presses its button.
func verdict(b *tab, number int, answer lesson.Answer) string {
	b.Helper()
	b.turn(fmt.Sprintf("#/lessons?lessons.n=%d", number))
	run[bool](b, "probe.press('As given')")
	for _, f := range answer {
		key, value, ok := strings.Cut(f.Value, "=")
		if !ok {
			b.Fatalf("lesson %d: %q is not KEY=VALUE", number, f.Value)
		}
		run[bool](b, "probe.choose(%s, %s)", "set."+key, value)
	}
	run[bool](b, "probe.press('Check my answer')")
	return run[string](b, "probe.until('a verdict', () => probe.one('.outcome [data-passed]')?.dataset.passed)")
}
