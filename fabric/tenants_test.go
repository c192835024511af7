package fabric

import (
	"math/rand/v2"
	"testing"

	"collsim/sim/units"
)

// What tenants say of any instant from the clock on is what a list of all spans says.
func TestTenants(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		const sole = 1000
		type span struct {
			owner      uint32
			start, end units.Time
		}
		all := []span{{7, 0, sole}}
		link := NewTenants(7, sole, sole)
		now, free := units.Time(0), units.Time(sole)
		for range 100 {
			now += units.Time(r.IntN(60))
			s := span{owner: 5 + r.Uint32N(4), start: max(free, now) + units.Time(r.IntN(2)*r.IntN(50))}
			s.end = s.start + units.Time(r.IntN(100))
			free = s.end
			all = append(all, s)
			link.Add(s.owner, now, s.start, s.end)
			owner, at := 5+r.Uint32N(5), now+units.Time(r.IntN(400))
			var mine, busy units.Duration
			for _, s := range all {
				d := max(0, min(s.end, at).Sub(s.start))
				if busy += d; s.owner == owner {
					mine += d
				}
			}
			if got := link.By(owner, at, busy); got != mine {
				t.Fatalf("busy for %d until %d: %d, want %d of %v", owner, at, got, mine, all)
			}
		}
	}
}
