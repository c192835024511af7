package sim

import (
	"math/bits"

	"collsim/sim/units"
)

// Numbers with quantileBits bits behind the point, and functions of them by straight lines between committed values.

// times is a x b where b has quantileBits bits behind the point.
func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi<<(64-quantileBits) | lo>>quantileBits
}

// signed is times for a b that may be negative.
func signed(a uint64, b int64) int64 {
	if b < 0 {
		return -int64(times(a, uint64(-b)))
	}
	return int64(times(a, uint64(b)))
}

// line is the value of a table of 1024 cells at u/2^64 of its length.
func line(table *[1025]uint64, u uint64) uint64 {
	i := u >> 54
	low, high := table[i], table[i+1]
	step, _ := bits.Mul64(high-low, u<<10)
	return low + step
}

// exponential turns uniform bits into a quantile of the unit exponential.
func exponential(u uint64) uint64 { return line(&exponentialQuantiles, u) }

// halvings is -log2(u/2^64): how often 1 is halved to reach the uniform bits u. Zero counts as one bit.
func halvings(u uint64) uint64 {
	u = max(u, 1)
	n := bits.Len64(u)
	return uint64(65-n)<<quantileBits - line(&logarithms, u<<(64-n)<<1)
}

// normal turns uniform bits into a quantile of the standard normal: a sign, and a tail that grows rarer by halvings. The
// table ends at 2^-33, 6.3 standard deviations out.
func normal(u uint64) int64 {
	rare := halvings(^u << 1) // of the half that the sign chose
	if u>>63 == 0 {
		rare = halvings(u << 1)
	}
	z := int64(normalTails[1024])
	if rare < 32<<quantileBits {
		z = int64(line(&normalTails, rare<<(64-quantileBits-5)))
	}
	if u>>63 == 0 {
		return -z
	}
	return z
}

// scale is d x 2^x, at most LongestDraw.
func scale(d units.Duration, x int64) units.Duration {
	x = min(x, 32<<quantileBits-1)
	power := line(&powers, uint64(x)<<(64-quantileBits))
	hi, lo := bits.Mul64(uint64(d), power)
	shift := quantileBits - int(x>>quantileBits) // 1 or more
	switch {
	case shift >= 128:
		return 0
	case shift >= 64:
		lo, hi = hi>>(shift-64), 0
	default:
		lo, hi = hi<<(64-shift)|lo>>shift, hi>>shift
	}
	if hi > 0 || lo > uint64(LongestDraw) {
		return LongestDraw
	}
	return units.Duration(lo)
}
