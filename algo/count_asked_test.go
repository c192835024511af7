package algo

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/units"
)

// A count that is no longer wanted ends at once, on each of the ways to count, and one that is wanted is the same count.
func TestCountEndsWhenNobodyWantsIt(t *testing.T) {
	way := map[string]Call{
		"tree": {Ranks: 20_000, Bytes: units.MiB, Channels: 2}, // a channel, then the bytes
		"ring": {Ranks: 331, Bytes: units.MiB + 1, Slices: 64}, // folded, then the bytes of all ranks
	}
	for name, call := range way {
		a, ok := Find("all_reduce", name)
		if !ok {
			t.Fatal(name)
		}
		s, err := a.Build(call)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		got, err := CountWhile(s, func() bool { asked++; return true })
		want, wantErr := Count(s)
		if err != nil || wantErr != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %v, %v: %s", name, err, wantErr, cmp.Diff(want, got))
		}
		if asked < 2 {
			t.Errorf("%s: asked %d times, which shows nothing", name, asked)
		}
		for _, last := range []int{1, asked} {
			n := 0
			if _, err := CountWhile(s, func() bool { n++; return n < last }); !errors.Is(err, ErrUnwanted) || n != last {
				t.Errorf("%s: unwanted when asked the %d. time: asked %d times, %v", name, last, n, err)
			}
		}
	}
}
