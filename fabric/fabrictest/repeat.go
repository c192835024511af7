package fabrictest

import (
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// ties: the order of events within one picosecond decides nothing, breakdowns included.
func (s Suite) ties(t *testing.T) {
	for seed := range 20 {
		g, posts := s.traffic(uint64(seed))
		for i := range posts { // the order of calls to Send in one instant is an input, so Deliver may not set it
			posts[i].After = 0
		}
		want := Play(t, s.Build, g, posts, 0, nil).Arrivals
		for shuffle := uint64(1); shuffle <= 3; shuffle++ {
			got := Play(t, s.Build, g, posts, shuffle, nil).Arrivals
			if i := differs(want, got); i >= 0 {
				t.Fatalf("seed %d, shuffle %d: message %d\n%+d as scheduled\n%+d shuffled", seed, shuffle, i, want[i], got[i])
			}
		}
	}
}

// repeat: a second run in the same process gives the same result and calls Deliver in the same order.
func (s Suite) repeat(t *testing.T) {
	g, posts := s.traffic(77)
	a, b := Play(t, s.Build, g, posts, 0, nil), Play(t, s.Build, g, posts, 0, nil)
	if i := differs(a.Arrivals, b.Arrivals); i >= 0 {
		t.Fatalf("message %d\n%+d at first\n%+d again", i, a.Arrivals[i], b.Arrivals[i])
	}
	if !slices.Equal(a.Order, b.Order) {
		t.Fatalf("delivered in the order %v, then in the order %v", a.Order, b.Order)
	}
}

// differs returns the first index at which a and b, of one length, differ; -1 = nowhere.
func differs(a, b []Arrival) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// count is a sink that only counts.
type count struct{ messages int }

func (c *count) Deliver(uint32, units.Time, *fabric.Transit) { c.messages++ }

// allocations: once everything has grown to its size, neither a message nor a packet allocates.
func (s Suite) allocations(t *testing.T) {
	g := Star(5, Cable(), Box("hub"))
	k, sink := sim.New(sim.Options{}), &count{}
	net := s.Build(k, g, sink)
	var paths []fabric.PathID
	for i := range 4 {
		paths = append(paths, net.Path(StarRoute(i, 4)), net.Path(StarRoute(i, (i+1)%4)))
	}
	round := func() {
		for _, p := range paths {
			net.Send(fabric.Message{Path: p, Bytes: 256 * units.KiB})
			net.Send(fabric.Message{Path: p, Bytes: 1})
		}
		if _, err := k.Run(0); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		round()
	}
	if n := testing.AllocsPerRun(200, round); n != 0 {
		t.Fatalf("%v allocations for 16 messages", n)
	}
	if sink.messages != 16*(100+201) {
		t.Fatalf("%d messages delivered of %d", sink.messages, 16*(100+201))
	}
}
