package sim

import (
	"testing"

	"collsim/sim/units"
)

func TestDrawsAreKeyed(t *testing.T) {
	base := Key{1, 2, 3, 4, 5}
	if again := base; base.Draw() != again.Draw() {
		t.Fatal("the same key drew twice differently")
	}
	for i, other := range []Key{{2, 2, 3, 4, 5}, {1, 3, 3, 4, 5}, {1, 2, 4, 4, 5}, {1, 2, 3, 5, 5}, {1, 2, 3, 4, 6}, {1, 3, 2, 4, 5}} {
		if other.Draw() == base.Draw() {
			t.Errorf("field %d of the key does not matter", i)
		}
	}
}

// Pinned: results must not change between versions or architectures by accident.
func TestDrawsArePinned(t *testing.T) {
	for key, want := range map[Key]uint64{{}: 0xd5b0a3d1e65c94e8, {1, 0, 3, 1, 7}: 0x2101d094fc1e1d42} {
		if got := key.Draw(); got != want {
			t.Errorf("%+v draws %#x, pinned %#x", key, got, want)
		}
	}
}

// Sums of many draws lie within five standard errors of the mean that was asked for.
func TestMeans(t *testing.T) {
	const n = 100_000
	for d := range Distributions {
		j := Jitter{d, 1000 * units.Nanosecond}
		var sum, square float64
		for i := range uint64(n) {
			x := float64(j.Draw(Key{Seed: 9, Index: i})) / float64(j.Mean)
			sum += x
			square += (x - 1) * (x - 1)
		}
		// Variances: 0, a third, and 1 less the cut tail.
		want := [...]float64{0, 1.0 / 3, 0.99}[d]
		if mean := sum / n; mean < 1-0.016 || mean > 1+0.016 {
			t.Errorf("%v: mean %v of 1", d, mean)
		}
		if v := square / n; v < want-0.03 || v > want+0.03 {
			t.Errorf("%v: variance %v, want about %v", d, v, want)
		}
	}
}
