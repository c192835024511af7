package algo

import (
	"math/bits"

	"collsim/sim/units"
)

// part is the size of piece i of n bytes cut into p: [floor(n i/p), floor(n (i+1)/p)).
func part(n units.Bytes, i, p int) units.Bytes { return cut(n, i+1, p) - cut(n, i, p) }

// cut is floor(n i/p) without overflow.
func cut(n units.Bytes, i, p int) units.Bytes {
	hi, lo := bits.Mul64(uint64(n), uint64(i))
	q, _ := bits.Div64(hi, lo, uint64(p))
	return units.Bytes(q)
}
