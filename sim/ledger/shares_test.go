package ledger_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

func TestShares(t *testing.T) {
	for _, c := range []struct {
		parts []units.Duration
		want  []int
	}{
		{nil, []int{}},
		{[]units.Duration{0, 0}, []int{0, 0}},
		{[]units.Duration{0, 7}, []int{0, 1000}},
		{[]units.Duration{1, 1, 1}, []int{334, 333, 333}},
		{[]units.Duration{1, 2, 0, 3, 1}, []int{143, 286, 0, 428, 143}},
		{[]units.Duration{1, math.MaxInt64 - 1}, []int{0, 1000}},
	} {
		if diff := cmp.Diff(c.want, ledger.Shares(c.parts)); diff != "" {
			t.Errorf("Shares(%v) (-want +got):\n%s", c.parts, diff)
		}
	}
}

func TestSharesSumToAThousand(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		parts := make([]units.Duration, 1+random.IntN(18))
		for i := range parts {
			parts[i] = units.Duration(random.Int64N(1 << random.IntN(58)))
		}
		parts[0]++
		sum := 0
		for _, s := range ledger.Shares(parts) {
			sum += s
		}
		if sum != 1000 {
			t.Fatalf("the shares of %v sum to %d", parts, sum)
		}
	}
}
