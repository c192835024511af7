package report

import (
	"fmt"
	"math/bits"
	"strconv"

	"collsim/sim/units"
)

// counted is a number of things.
func counted(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return grouped(n) + " " + thing
}

// grouped writes a number that is not below 0 with commas between thousands.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// percent writes thousandths.
func percent(share int) string { return fmt.Sprintf("%d.%d %%", share/10, share%10) }

// ratio is a over b, which is above 0, in so many parts, rounded down.
func ratio(a, b units.Duration, of uint64) uint64 {
	hi, lo := bits.Mul64(uint64(a), of)
	q, _ := bits.Div64(hi%uint64(b), lo, uint64(b)) // a ratio above 2^50 is nothing that a reader could use
	return q
}

// share is a over b in thousandths.
func share(a, b units.Duration) int {
	if b == 0 {
		return 0
	}
	return int(ratio(a, b, 1000))
}

// times is a over b with two decimals, rounded half up.
func times(a, b units.Duration) string {
	hundredths := (ratio(a, b, 1000) + 5) / 10
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}
