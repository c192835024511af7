package plots

import (
	"math"
	"strings"
	"testing"

	"collsim/sim/units"
)

const us = int64(units.Microsecond)

// ticksOf are the numbers of a scale as they are written, and its title.
func ticksOf(s scale) string {
	var words []string
	for _, n := range s.ticks() {
		words = append(words, s.label(n))
	}
	return strings.Join(words, "|") + " " + s.title()
}

func TestLinearScales(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		high int64
		want string
	}{
		{Time, 0, "0|1 x, ps"},
		{Time, 42, "0|5|10|15|20|25|30|35|40 x, ps"},
		{Time, 685 * us, "0|100|200|300|400|500|600 x, us"},
		{Time, 1500 * us, "0|0.2|0.4|0.6|0.8|1|1.2|1.4 x, ms"},
		{Time, 1001, "0|0.2|0.4|0.6|0.8|1 x, ns"},
		{Time, math.MaxInt64, "0|2000000|4000000|6000000|8000000 x, s"},
		{Size, 3 << 20, "0|0.5|1|1.5|2|2.5|3 x, MiB"},
		{Rate, 370_000_000_000, "0|50|100|150|200|250|300|350 x, GB/s"},
		{Percent, 10_000, "0|20|40|60|80|100 x, %"},
		{Ratio, 2500, "0|0.5|1|1.5|2|2.5 x, x"},
		{Count, 100, "0|20|40|60|80|100 x"},
	} {
		if got := ticksOf(newScale(Axis{Name: "x", Unit: c.unit}, 0, c.high)); got != c.want {
			t.Errorf("a scale to %d has %s, not %s", c.high, got, c.want)
		}
	}
}

func TestLogarithmicScales(t *testing.T) {
	for _, c := range []struct {
		unit      Unit
		low, high int64
		want      string
	}{
		{Size, 8, 8 << 30, "32 B|1 KiB|32 KiB|1 MiB|32 MiB|1 GiB x"},
		{Size, 1 << 10, 64 << 10, "1 KiB|2 KiB|4 KiB|8 KiB|16 KiB|32 KiB|64 KiB x"},
		{Size, 1000, 1001, "1000 B|1001 B x"},
		{Time, 7 * us, 9_000 * us, "10 us|100 us|1 ms x"},
		{Time, 7 * us, 90 * us, "10 us|20 us|50 us x"},
		{Time, 1, math.MaxInt64, "1 ps|1 ns|1 us|1 ms|1 s|1000 s|1000000 s x"},
		{Count, 8, 1024, "8|16|32|64|128|256|512|1024 x"},
		{Rate, 0, 50_000_000_000, "1 B/s|100 B/s|10 kB/s|1 MB/s|100 MB/s|10 GB/s x"},
		{Count, 5, 5, " x"},
	} {
		if got := ticksOf(newScale(Axis{Name: "x", Unit: c.unit, Log: true}, c.low, c.high)); got != c.want {
			t.Errorf("a scale from %d to %d has %s, not %s", c.low, c.high, got, c.want)
		}
	}
}

// What is rounded holds what it held, ends at ticks, and places grow with numbers.
func TestRoundedScales(t *testing.T) {
	for _, unit := range []Unit{Count, Time, Size, Rate, Percent, Ratio} {
		for _, logarithmic := range []bool{false, true} {
			for _, ends := range [][2]int64{{1, 1}, {3, 7}, {90, 1100}, {7 * us, 9_000 * us}, {1, math.MaxInt64}} {
				s := newScale(Axis{Unit: unit, Log: logarithmic}, ends[0], ends[1]).rounded()
				s.from, s.to = 0, 100
				if !s.holds(ends[0]) || !s.holds(ends[1]) || len(s.ticks()) > mostTicks+2 {
					t.Errorf("unit %d, logarithmic %v, %v: from %d to %d with %d ticks", unit, logarithmic, ends, s.low, s.high, len(s.ticks()))
				}
				if low, high := s.at(ends[0]), s.at(ends[1]); low < 0 || high > 100 || low > high || ends[0] < ends[1] && low == high && ends[1] < 1<<40 {
					t.Errorf("unit %d, logarithmic %v, %v: at %g and %g", unit, logarithmic, ends, low, high)
				}
			}
		}
	}
}

func TestWords(t *testing.T) {
	for want, got := range map[string]string{
		"1.5 MiB": Size.short(3 << 19), "1 us": Time.short(us), "1.000001 us": Time.short(us + 1), "0": Count.short(0), "12.5 %": Percent.short(1250),
		"1.001 KiB": Size.short(1026), "1.05 x": Ratio.short(1050), "0 ps": Time.short(0), "653.3 us": Time.brief(653_310_000), "64": Count.brief(64),
	} {
		if got != want {
			t.Errorf("%s is written %s", want, got)
		}
	}
}
