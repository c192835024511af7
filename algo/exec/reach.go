package exec

import (
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Arrived is how many of the schedule's messages have crossed the network so far, or a few less: those that were sent, less
// what is in the network or about to happen. At the end it is all of them.
// Of a folded run representatives count for all.
func (x *Run) Arrived() int64 {
	n := max(0, x.sent-int64(x.flying)-int64(x.pending))
	if x.fold != nil {
		n *= int64(x.fold.Ranks.Copies())
	}
	return n
}

// Width is of how many words at most a trail of a run of c is made: its cursor, and one for each component that it can
// charge, whatever the network.
func Width(c *Config) int {
	words := map[ledger.Component]bool{}
	for _, component := range chargeable(c, nil) {
		words[component] = true
	}
	return 1 + len(words)
}

// Furthest is the latest instant that a lane of a rank has come to (the lowest on a tie), and the trail that led there. It
// may lie ahead of the clock, for a lane goes on while its inputs are known. It may be asked at any time.
func (x *Run) Furthest() (at units.Time, trail ledger.Parts) {
	last, at := x.latest()
	return at, x.book.Parts(last)
}

// latest is the lane of a rank that has come furthest, the lowest on a tie.
func (x *Run) latest() (last int32, at units.Time) {
	for i := range x.schedule.Lanes * x.played {
		if x.book.At(i) > x.book.At(last) {
			last = i
		}
	}
	return last, x.book.At(last)
}
