package ledger

import (
	"math/bits"

	"collsim/sim/units"
)

// Shares gives each part's share of the sum of all parts in tenths of a percent. The shares sum to exactly 1000: what
// rounding down leaves over goes to the largest remainders, on a tie to the earlier part. All are 0 when the sum is 0.
func Shares(parts []units.Duration) []int {
	shares := make([]int, len(parts))
	var sum uint64
	for _, d := range parts {
		sum += uint64(d)
	}
	if sum == 0 {
		return shares
	}
	rest := make([]uint64, len(parts))
	left := 1000
	for i, d := range parts {
		hi, lo := bits.Mul64(uint64(d), 1000)
		q, r := bits.Div64(hi, lo, sum)
		shares[i], rest[i] = int(q), r
		left -= int(q)
	}
	for ; left > 0; left-- {
		most := 0
		for i := range rest {
			if rest[i] > rest[most] {
				most = i
			}
		}
		shares[most]++
		rest[most] = 0
	}
	return shares
}
