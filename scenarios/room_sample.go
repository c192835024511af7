package scenarios

import (
	"collsim/algo"
	"collsim/sim/units"
)

// sending is what lanes of a schedule send, of all that are played.
type sending struct {
	pairs, flying int64
	largest       units.Bytes
	steep         bool
}

// How much of a schedule is looked at: so many parties, spread over all, and so many steps of each of their lanes, from the
// first. What goes on like that is reckoned to go on like that.
const (
	looksAt   = 48
	looksInto = 768
)

// sample looks at some parties of a schedule: its first and last, the root and the seats each for itself, and others that
// stand for all. A message is in flight from the step that sends it to the one that receives it, so there are never more
// of them than the sum over lanes of the most that one has sent beyond what it has received.
func sample(s *algo.Schedule, played int) sending {
	var own, others sending
	add := func(to *sending, party int32) {
		for lane := range s.Lanes {
			t := sampleLane(s, party, lane)
			to.pairs, to.flying, to.largest, to.steep = to.pairs+t.pairs, to.flying+t.flying, max(to.largest, t.largest), to.steep || t.steep
		}
	}
	n, apart := int32(played), int64(0)
	single := func(party int32) {
		add(&own, party)
		apart++
	}
	single(0)
	if root := int32(s.Call.Root); root > 0 && root < n {
		single(root)
	}
	for seat := range min(s.Seats, looksAt) {
		add(&own, int32(s.Call.Ranks)+seat)
	}
	looked := int64(0)
	for i := int32(1); i < n; i += max(1, n/looksAt) {
		add(&others, i)
		looked++
	}
	if looked > 0 {
		rest := max(0, int64(played)-apart)
		own.pairs += times(others.pairs, rest) / looked
		own.flying += times(others.flying, rest) / looked
	}
	if extra := int64(s.Seats) - looksAt; extra > 0 {
		own.pairs += own.pairs / apart * extra
	}
	own.largest, own.steep = max(own.largest, others.largest), own.steep || others.steep
	return own
}

// sampleLane looks at one lane.
func sampleLane(s *algo.Schedule, party, lane int32) sending {
	var t sending
	peers := map[int32]bool{}
	ahead, sends := int64(0), int64(0)
	n := int32(0)
	for ; n < looksInto; n++ {
		step, ok := s.Step(party, lane, n)
		if !ok {
			break
		}
		if step.Recv >= 0 {
			ahead--
		}
		if step.Send >= 0 {
			ahead++
			sends++
			peers[step.Send] = true
			t.largest = max(t.largest, step.Bytes)
		}
		t.flying = max(t.flying, ahead)
	}
	t.pairs = int64(len(peers))
	t.steep = max(t.pairs, t.flying) > 64
	if n == looksInto {
		length := int64(lengthOf(s, party, lane, n))
		if t.pairs > sends/2 {
			t.pairs = t.pairs * length / looksInto
		}
		if 2*t.flying > sends {
			t.flying = t.flying * length / looksInto
		}
		t.pairs, t.flying = min(t.pairs, int64(s.Call.Ranks)), min(t.flying, length)
	}
	return t
}

// lengthOf is how many steps a lane has that has at least some.
func lengthOf(s *algo.Schedule, party, lane, some int32) int32 {
	has := func(n int32) bool {
		_, ok := s.Step(party, lane, n)
		return ok
	}
	low, high := some-1, some
	for high < 1<<29 && has(high) {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; has(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
