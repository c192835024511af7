package units

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
)

type scale struct {
	name string
	size uint64
}

var (
	spans  = []scale{{"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}}
	sizes  = []scale{{"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}
	powers = []scale{{"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}}
)

// Short writes d for a reader: four significant digits at most, rounded half up, in the unit that suits its size.
func (d Duration) Short() string {
	if d < 0 {
		return "-" + short(uint64(-d), spans)
	}
	return short(uint64(d), spans)
}

// Short writes b for a reader: exactly in a binary unit where that takes no decimals, else four significant digits of
// a decimal unit.
func (b Bytes) Short() string {
	if b < 0 {
		if b == math.MinInt64 {
			return "-" + short(1<<63, sizes)
		}
		return "-" + (-b).Short()
	}
	for i := len(powers) - 1; i > 0; i-- {
		if size := powers[i].size; uint64(b) >= size && uint64(b)%size == 0 {
			return strconv.FormatUint(uint64(b)/size, 10) + " " + powers[i].name
		}
	}
	return short(uint64(b), sizes)
}

// Short writes r for a reader: four significant digits at most, in a decimal unit of bytes a second.
func (r Rate) Short() string { return short(uint64(r), sizes) + "/s" }

// short rounds n to four significant digits in the largest unit that leaves at least one digit before the point.
func short(n uint64, scales []scale) string {
	i := len(scales) - 1
	for i > 0 && n < scales[i].size {
		i--
	}
	for ; ; i++ {
		size := scales[i].size
		decimals, shift := 0, uint64(1)
		for whole := n / size; whole < 1000 && shift < size && decimals < 3; whole *= 10 {
			decimals, shift = decimals+1, shift*10
		}
		hi, lo := bits.Mul64(n, shift)
		lo, carry := bits.Add64(lo, size/2, 0)
		rounded, _ := bits.Div64(hi+carry, lo, size)
		if rounded >= 1000*shift && i+1 < len(scales) {
			continue // 999.96 us is 1 ms
		}
		return point(rounded, decimals) + " " + scales[i].name
	}
}

// point writes n / 10^decimals without trailing zeros.
func point(n uint64, decimals int) string {
	s := strconv.FormatUint(n, 10)
	if decimals == 0 {
		return s
	}
	for len(s) <= decimals {
		s = "0" + s
	}
	at := len(s) - decimals
	return strings.TrimSuffix(strings.TrimRight(s[:at]+"."+s[at:], "0"), ".")
}
