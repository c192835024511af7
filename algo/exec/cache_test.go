package exec

import (
	"math/rand"
	"testing"

	"collsim/sim/units"
)

// The cache agrees with a plain list of what was used, newest last.
func TestCacheIsLeastRecentlyUsed(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	const ranks, capacity = 3, 1000
	var c cache
	c.init(ranks, capacity)
	lists := make([][]buffer, ranks)
	hits := 0
	for range 200_000 {
		b := buffer{int32(r.Intn(ranks)), int32(r.Intn(2)), int32(r.Intn(10)), int32(r.Intn(2)), units.Bytes(1 + r.Intn(3)*60 + r.Intn(50)/49*1000)}
		list, at := lists[b.rank], -1
		total := b.bytes
		for i := range list {
			total += list[i].bytes
			if list[i] == b {
				at = i
			}
		}
		if found := c.find(b) >= 0; found != (at >= 0) {
			t.Fatalf("%+v is registered: %v, want %v", b, found, at >= 0)
		}
		c.use(b)
		switch {
		case at >= 0:
			hits++
			list = append(append(list[:at:at], list[at+1:]...), b)
		case b.bytes <= capacity:
			for total > capacity {
				total -= list[0].bytes
				list = list[1:]
			}
			list = append(list, b)
		}
		lists[b.rank] = list
	}
	if hits < 10_000 || hits > 190_000 {
		t.Errorf("%d hits of 200,000: the test shows little", hits)
	}
}
