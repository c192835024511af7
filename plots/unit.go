package plots

import (
	"strconv"
	"strings"

	"collsim/sim/units"
)

// Unit says what the integers of an axis count, and with it how they are written.
type Unit uint8

// The units.
const (
	Count   Unit = iota // a bare number, such as ranks
	Time                // picoseconds
	Size                // bytes
	Rate                // bytes per second
	Percent             // hundredths of a percent
	Ratio               // thousandths of 1
)

// step is a unit as readers know it: so many of what is counted.
type step struct {
	size int64
	name string
}

var steps = [...][]step{
	Count:   {{1, ""}},
	Time:    {{1, "ps"}, {1e3, "ns"}, {1e6, "us"}, {1e9, "ms"}, {1e12, "s"}},
	Size:    {{1, "B"}, {1 << 10, "KiB"}, {1 << 20, "MiB"}, {1 << 30, "GiB"}, {1 << 40, "TiB"}},
	Rate:    {{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}},
	Percent: {{100, "%"}},
	Ratio:   {{1000, "x"}},
}

// binary says that round numbers of this unit are powers of two.
func (u Unit) binary() bool { return u == Size || u == Count }

// best is the largest unit in which n is at least 1.
func (u Unit) best(n int64) step {
	s := steps[u][0]
	for _, larger := range steps[u] {
		if n >= larger.size {
			s = larger
		}
	}
	return s
}

// write writes n, which is not below 0, in a unit: exactly where the unit is a power of ten, else to three decimals.
func (s step) write(n int64) string {
	whole, rest := strconv.FormatInt(n/s.size, 10), n%s.size
	if rest == 0 {
		return whole
	}
	digits := strconv.FormatInt(s.size+rest, 10)[1:] // of a power of ten
	if s.size&(s.size-1) == 0 {
		digits = strconv.FormatInt(1000+rest*1000/s.size, 10)[1:]
	}
	return strings.TrimRight(whole+"."+digits, "0")
}

// short writes n with its unit.
func (u Unit) short(n int64) string {
	s := u.best(n)
	if s.name == "" {
		return s.write(n)
	}
	return s.write(n) + " " + s.name
}

// brief writes n with its unit to four digits.
func (u Unit) brief(n int64) string {
	switch u {
	case Time:
		return units.Duration(n).Short()
	case Size:
		return units.Bytes(n).Short()
	case Rate:
		return units.Rate(n).Short()
	}
	return u.short(n)
}
