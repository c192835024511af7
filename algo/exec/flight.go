package exec

import (
	"cmp"
	"slices"

	"collsim/sim/units"
)

// Flight is a time in which a message moves: from the instant at which its sender begins to post it to the arrival of
// its last byte. A message that asks first has two: its request's, and another from the instant at which its receiver
// begins to answer. Between them it stands still, for want of a receiver.
type Flight struct{ From, To units.Time }

// fly keeps what of a message arrives at an instant, for its sender and for its receiver.
func (x *Run) fly(m *message, k kind, at units.Time) {
	if k != payload && k != request {
		return
	}
	f := Flight{m.posted, at}
	to := m.to / x.schedule.Lanes
	x.flights[m.src] = append(x.flights[m.src], f)
	x.flights[to] = append(x.flights[to], f)
}

// ordered brings flights into an order that does not depend on what came first within an instant.
func ordered(flights [][]Flight) [][]Flight {
	for _, of := range flights {
		slices.SortFunc(of, func(a, b Flight) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	}
	return flights
}
