package algo

import (
	"math/bits"

	"collsim/sim/units"
)

// part is the size of piece i of n bytes cut into p: [floor(n i/p), floor(n (i+1)/p)).
func part(n units.Bytes, i, p int) units.Bytes { return cut(n, i+1, p) - cut(n, i, p) }

// Part is the size of piece i of n bytes cut into p, by the rule of all schedules: [floor(n i/p), floor(n (i+1)/p)).
func Part(n units.Bytes, i, p int) units.Bytes { return part(n, i, p) }

// slice is the size of a slice of a channel's n bytes of a chunk: an even part of all, or of its batch's portion.
func (c *Call) slice(n units.Bytes, i int) units.Bytes {
	if c.Portion == 0 {
		return part(n, i, c.Slices)
	}
	width := max(c.Batch, 1)
	batch := i / width
	first := batch * width
	from, to := min(n, units.Bytes(batch)*c.Portion), n
	if first+width < c.Slices {
		to = min(n, from+c.Portion)
	}
	return part(to-from, i-first, min(width, c.Slices-first))
}

// cut is floor(n i/p), with 128 bits in between. It panics where the result leaves 64 bits.
func cut(n units.Bytes, i, p int) units.Bytes {
	hi, lo := bits.Mul64(uint64(n), uint64(i))
	q, _ := bits.Div64(hi, lo, uint64(p))
	return units.Bytes(q)
}

// ceil is the largest piece of n bytes cut into p.
func ceil(n units.Bytes, p int) units.Bytes { return (n + units.Bytes(p) - 1) / units.Bytes(p) }

// mod is a modulo p, never negative. It divides only where a is far outside 0..p-1: schedules ask for neighbours.
func mod(a, p int32) int32 {
	if a < -2*p || a >= 2*p {
		a %= p
	}
	for a < 0 {
		a += p
	}
	if a >= p {
		a -= p
	}
	return a
}

// floorLog is the number of doublings that stay within p.
func floorLog(p int32) int32 { return int32(bits.Len32(uint32(p))) - 1 }

// ceilLog is the number of doublings that reach p.
func ceilLog(p int32) int32 { return int32(bits.Len32(uint32(p - 1))) }

// lowBit is the number of zero bits below the lowest set bit of v.
func lowBit(v int32) int32 { return int32(bits.TrailingZeros32(uint32(v))) }
