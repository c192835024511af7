package algo

import (
	"fmt"
	"strings"
	"testing"

	"collsim/sim/units"
)

// TestRacesAreSeenInEveryBatch: the last of so many ranks that they are looked at in several batches sends on one lane what
// it is sent on another.
func TestRacesAreSeenInEveryBatch(t *testing.T) {
	const ranks, last = 2100, 2099
	s := &Schedule{Collective: AllReduce, Call: Call{Ranks: ranks, Bytes: 4}.withDefaults(), Lanes: 2, Labels: 1, Channels: []int32{0, 0}}
	if batch := raceMemory / (ranks * s.Lanes * s.Lanes); batch >= ranks {
		t.Fatalf("one batch holds %d ranks: nothing is tried", batch)
	}
	for _, c := range []struct {
		lane int32 // on which the last rank is sent what it sends on lane 0
		want string
	}{{0, ""}, {1, "rank 2099 lane 1 step 0: races with lane 0 step 0"}} {
		s.Step = func(rank, lane, index int32) (Step, bool) {
			switch {
			case rank == last && lane == 0 && index == 0:
				return sending(0, 0), true
			case rank == 0 && lane == 0 && index == 0:
				return receiving(last, 0, true), true
			case rank == 1 && lane == c.lane && index == 0:
				return sending(last, 0), true
			case rank == last && lane == c.lane && (index == 0 || lane == 0 && index == 1):
				return receiving(1, 0, true), true
			}
			return Step{}, false
		}
		err := raceless(s)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("on lane %d: got %v, want %q", c.lane, err, c.want)
		}
	}
}

// BenchmarkCheckLarge proves schedules of many lanes.
func BenchmarkCheckLarge(b *testing.B) {
	for _, c := range []struct {
		name            string
		ranks, channels int
	}{{"double_binary_tree", 216, 64}, {"tree", 216, 64}, {"recursive_doubling", 216, 64}, {"double_binary_tree", 2048, 1}, {"tree", 8192, 1}} {
		b.Run(fmt.Sprintf("%s/%dx%d", c.name, c.ranks, c.channels), func(b *testing.B) {
			a, _ := Find(AllReduce, c.name)
			s, err := a.Build(Call{Ranks: c.ranks, Channels: c.channels, Bytes: units.MiB})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := Check(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
