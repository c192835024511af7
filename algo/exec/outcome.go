package exec

import (
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
	"fmt"
)

// Outcome is what a finished run leaves.
type Outcome struct {
	Total    units.Duration
	Critical ledger.Parts  // the trail of the lane that ended last (the lowest on a tie); sums to Total
	Path     []ledger.Span // the same in order, when traced
	Places   []fabric.Hop  // what the links did on it, in their order, when there is a meter
	Ranks    []RankTimes   // of a folded run, of the representatives
	Messages int64         // of the schedule; handshakes are not counted
	Payload  units.Bytes   // of those messages
	Controls int64         // handshake messages
	Marks    [][]Mark      // by rank, in the order in which they were set
	Flights  [][]Flight    // by rank, of the messages that it sends or receives, ascending; nil = not asked for
	Flows    []Carried     // by flow
	Events   uint64
}

// RankTimes is how one rank spent its time, seen through the lane of it that ended last.
type RankTimes struct {
	Finish  units.Time
	Waiting units.Duration // blocked in a receive while the peer had not sent yet
}

// Outcome sums a finished run up.
func (x *Run) Outcome() *Outcome {
	o := &Outcome{Messages: x.sent, Payload: x.payload, Controls: x.controls, Events: x.kernel.Fired()}
	o.Ranks = make([]RankTimes, x.played)
	last := x.longest
	for i := range x.lanes {
		l := &x.lanes[i]
		if x.book.At(int32(i)) != l.time {
			panic(fmt.Sprintf("exec: %s lane %d stands at %d ps, its trail at %d", x.schedule.Party(l.rank), int32(i)%x.schedule.Lanes, int64(l.time), int64(x.book.At(int32(i)))))
		}
		if x.seated(l.rank) { // what it sends reaches a rank later
			continue
		}
		if l.time > x.lanes[last].time {
			last = int32(i)
		}
		if r := &o.Ranks[l.rank]; int32(i)%x.schedule.Lanes == 0 || l.time > r.Finish {
			*r = RankTimes{Finish: l.time, Waiting: l.waited}
		}
	}
	for i := range x.flows {
		o.Flows = append(o.Flows, x.flows[i].carried())
	}
	o.Total = units.Duration(x.lanes[last].time)
	o.Critical = x.book.Parts(last)
	o.Path = x.book.Path(last)
	if x.observed != nil {
		o.Places = places(o.Path, len(x.graph.Links))
	}
	o.Marks, o.Flights = x.marks, ordered(x.flights)
	if x.trace != nil {
		x.told(last)
	}
	o.unfold(x.copies())
	return o
}
