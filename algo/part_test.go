package algo

import (
	"slices"
	"testing"

	"collsim/sim/units"
)

// TestPortions: batches take a portion each, which their slices share; the last takes the rest.
func TestPortions(t *testing.T) {
	for _, c := range []struct {
		n             units.Bytes
		slices, batch int
		portion       units.Bytes
		want          []units.Bytes
	}{
		{10, 3, 0, 0, []units.Bytes{3, 3, 4}},
		{10, 3, 0, 4, []units.Bytes{4, 4, 2}},
		{12, 3, 0, 4, []units.Bytes{4, 4, 4}},
		{13, 3, 0, 4, []units.Bytes{4, 4, 5}},
		{5, 3, 0, 4, []units.Bytes{4, 1, 0}},
		{0, 3, 0, 4, []units.Bytes{0, 0, 0}},
		{16, 4, 2, 10, []units.Bytes{5, 5, 3, 3}},
		{16, 5, 2, 6, []units.Bytes{3, 3, 3, 3, 4}},
	} {
		call := Call{Slices: c.slices, Batch: c.batch, Portion: c.portion}
		var got []units.Bytes
		for i := range c.slices {
			got = append(got, call.slice(c.n, i))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d bytes, %+v: %v, want %v", c.n, call, got, c.want)
		}
	}
}

// TestPortionsAddUp: however it is cut, the slices make up the whole.
func TestPortionsAddUp(t *testing.T) {
	for n := range units.Bytes(40) {
		for k := 1; k <= 7; k++ {
			for batch := range k {
				for portion := range units.Bytes(12) {
					call := Call{Slices: k, Batch: batch, Portion: portion}
					sum := units.Bytes(0)
					for i := range k {
						piece := call.slice(n, i)
						if piece < 0 {
							t.Fatalf("%d bytes, %+v: slice %d has %d", n, call, i, piece)
						}
						sum += piece
					}
					if sum != n {
						t.Fatalf("%d bytes, %+v: slices have %d", n, call, sum)
					}
				}
			}
		}
	}
}
