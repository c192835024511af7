package plots

import (
	"strconv"
	"strings"

	"collsim/sim/units"
)

// axis is a span of time from 0 with ticks at whole multiples of a step.
type axis struct {
	longest units.Duration
	step    units.Duration
	unit    units.Duration
	name    string // of the unit
}

// newAxis chooses a step of 1, 2 or 5 times a power of ten that gives at most eight ticks after the one at 0, and the
// largest unit in which the longest span is at least 1.
func newAxis(longest units.Duration) axis {
	a := axis{longest: max(longest, 1), step: 1, unit: units.Picosecond, name: "ps"}
	for grow := 0; a.longest/a.step > 8; grow++ {
		if grow%3 == 1 {
			a.step = a.step / 2 * 5
		} else {
			a.step *= 2
		}
	}
	for _, u := range []struct {
		size units.Duration
		name string
	}{{units.Nanosecond, "ns"}, {units.Microsecond, "us"}, {units.Millisecond, "ms"}, {units.Second, "s"}} {
		if a.longest >= u.size {
			a.unit, a.name = u.size, u.name
		}
	}
	return a
}

// ticks lists the instants that are marked, 0 first.
func (a axis) ticks() []units.Duration {
	var at []units.Duration
	for i := range a.longest/a.step + 1 {
		at = append(at, i*a.step)
	}
	return at
}

// label writes an instant in the axis' unit, exactly.
func (a axis) label(d units.Duration) string {
	whole, rest := strconv.FormatInt(int64(d/a.unit), 10), int64(d%a.unit)
	if rest == 0 {
		return whole
	}
	digits := strconv.FormatInt(int64(a.unit)+rest, 10)[1:]
	return whole + "." + strings.TrimRight(digits, "0")
}
