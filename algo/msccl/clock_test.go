package msccl

import (
	"math/rand/v2"
	"testing"
)

// A clock holds of each lane the most steps that any of those before it has heard of, in the order of lanes.
func TestClock(t *testing.T) {
	const lanes = 9
	r := rand.New(rand.NewPCG(1, 2))
	var clocks [lanes]clock
	var want [lanes][lanes]int32
	for range 2000 {
		a, b := r.Int32N(lanes), r.Int32N(lanes)
		if r.IntN(3) == 0 {
			clocks[a] = clocks[a].next(b)
			want[a][b]++
		} else {
			clocks[a] = clocks[a].after(clocks[b])
			for lane := range want[a] {
				want[a][lane] = max(want[a][lane], want[b][lane])
			}
		}
		for lane := range int32(lanes) {
			if got := clocks[a].of(lane); got != want[a][lane] {
				t.Fatalf("%v has %d steps of lane %d, want %d", clocks[a], got, lane, want[a][lane])
			}
		}
		if r.IntN(50) == 0 {
			clocks[a], want[a] = nil, [lanes]int32{}
		}
	}
}
