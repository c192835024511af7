package main

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/sim/units"
)

// exact writes durations so that a reader can add them up: all in one unit, to the last picosecond.
type exact struct {
	unit     units.Duration
	name     string
	decimals int
}

// exactFor chooses the unit for a total and its parts.
func exactFor(total units.Duration) exact {
	if total < units.Microsecond {
		return exact{units.Nanosecond, "ns", 3}
	}
	return exact{units.Microsecond, "us", 6}
}

func (e exact) text(d units.Duration) string {
	whole, rest := d/e.unit, d%e.unit
	return fmt.Sprintf("%s.%0*d %s", grouped(int64(whole)), e.decimals, int64(rest), e.name)
}

// grouped writes a count with a comma before every third digit from the right.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	digits := strings.TrimPrefix(text, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if n < 0 {
		return "-" + digits
	}
	return digits
}

// percent writes tenths of a percent.
func percent(share int) string { return fmt.Sprintf("%d.%d %%", share/10, share%10) }

// thousandths is floor(1000 a/b) without overflow.
func thousandths(a, b units.Duration) uint64 {
	hi, lo := bits.Mul64(uint64(a), 1000)
	q, _ := bits.Div64(hi%uint64(b), lo, uint64(b)) // a ratio above 2^54 is nothing that a reader could use
	return q
}

// times is a/b with two decimals, rounded half up.
func times(a, b units.Duration) string {
	if b == 0 {
		return "-"
	}
	hundredths := (thousandths(a, b) + 5) / 10
	return fmt.Sprintf("%d.%02dx", hundredths/100, hundredths%100)
}

// servers writes what the ranks run on: hgx-h100, 2 x hgx-h100, or the name of a graph.
func servers(r *scenarios.Result) string {
	if _, preset := fabric.FindPreset(r.Fabric); r.Nodes < 2 || !preset {
		return r.Fabric
	}
	return fmt.Sprintf("%d x %s", r.Nodes, r.Fabric)
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouped(int64(n)) + " " + thing + "s"
}
