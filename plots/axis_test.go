package plots

import (
	"math"
	"strings"
	"testing"

	"collsim/sim/units"
)

func TestAxis(t *testing.T) {
	for longest, want := range map[units.Duration]string{
		0:                    "0 1 ps",
		42:                   "0 5 10 15 20 25 30 35 40 ps",
		685 * us:             "0 100 200 300 400 500 600 us",
		1500 * us:            "0 0.2 0.4 0.6 0.8 1 1.2 1.4 ms",
		units.Nanosecond + 1: "0 0.2 0.4 0.6 0.8 1 ns",
		math.MaxInt64:        "0 2000000 4000000 6000000 8000000 s",
	} {
		a := newAxis(longest)
		var got []string
		for _, d := range a.ticks() {
			got = append(got, a.label(d))
		}
		if text := strings.Join(append(got, a.name), " "); text != want {
			t.Errorf("an axis to %d ps has ticks %s, not %s", int64(longest), text, want)
		}
	}
}

const us = units.Microsecond
