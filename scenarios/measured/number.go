package measured

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// number is a decimal as it was printed: its value, and half a unit of its last digit, by which it may be off.
type number struct{ value, off float64 }

// parseNumber reads a printed number that is finite and not negative.
func parseNumber(text string) (number, bool) {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' {
			return number{}, false // ParseFloat also takes inf, nan, hexadecimals and underscores
		}
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= 0 && value < 1e15) {
		return number{}, false
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	power, _ := strconv.Atoi(exponent) // "" = 0
	if dot := strings.IndexByte(mantissa, '.'); dot >= 0 {
		power -= len(mantissa) - dot - 1
	}
	return number{value, 0.5 * math.Pow10(power)}, true
}

// microseconds reads a time as nccl-tests prints it: exactly, if it has no exponent and no digits below a picosecond.
func microseconds(text string) (units.Duration, bool) {
	n, ok := parseNumber(text)
	if !ok || n.value >= 1e12 {
		return 0, false
	}
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) <= 6 {
		if d, err := strconv.ParseInt(whole+fraction+"000000"[len(fraction):], 10, 64); err == nil {
			return units.Duration(d), true
		}
	}
	return units.Duration(math.Round(n.value * 1e6)), true
}

// gigabytes reads a bandwidth as nccl-tests prints it, in units of 10^9 bytes a second.
func gigabytes(text string) (units.Rate, bool) {
	n, ok := parseNumber(text)
	if !ok || n.value >= 1e9 {
		return 0, false
	}
	return units.Rate(math.Round(n.value * 1e9)), true
}

// bandwidths are size/time and that times the bus factor, exactly, in GB/s; nil where no time passed, and busbw where the number of
// ranks is not known.
func bandwidths(c algo.Collective, ranks int, n units.Bytes, d units.Duration) (algbw, busbw *big.Rat) {
	if d <= 0 {
		if n > 0 {
			return nil, nil
		}
		d = 1
	}
	algbw = new(big.Rat).Mul(big.NewRat(int64(n), int64(d)), big.NewRat(1000, 1)) // a byte a picosecond is 1000 GB/s
	if ranks < 1 {
		return algbw, nil
	}
	factor, over := algo.BusFactor(c, ranks)
	return algbw, new(big.Rat).Mul(algbw, big.NewRat(factor, over))
}

// inMicroseconds is a time as a number.
func inMicroseconds(d units.Duration) *big.Rat { return big.NewRat(int64(d), 1e6) }

// fit prints a number in so many places, with two decimals where they fit, then one, then none, as nccl-tests does.
func fit(value *big.Rat, width int) string {
	if value == nil {
		return right("N/A", width)
	}
	for decimals := 2; decimals >= 0; decimals-- {
		if text := value.FloatString(decimals); len(text) <= width {
			return right(text, width)
		}
	}
	f, _ := value.Float64()
	if width >= 7 {
		return right(strconv.FormatFloat(f, 'e', 1, 64), width)
	}
	return right(strconv.FormatFloat(f, 'e', 0, 64), width)
}

func right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-len(text))) + text
}
