package flow

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// link is a directed cable, and what is known of the flows that cross it. What sharing looks at comes first.
type link struct {
	capacity uint64 // full packets over time, in units of which the fastest link has at most 2^62
	load     uint64 // the rates of the flows that cross it, but for those that are being shared anew
	filling
	first    int32 // hop of a flow that crosses it; the others hang on it. -1 = none
	crossing int32 // how many flows cross it
	kept     int32 // how many flows it keeps from more, but for those that are being shared anew
	shared   bool

	rate  units.Rate
	base  units.Time  // since when flows have crossed it without a gap
	idle  units.Time  // when the last of them was through; -1 = none was yet
	done  units.Bytes // of the messages that are through since base
	total units.Bytes // of all
	count int64       // messages that are through
}

// enter counts one more flow. It began a fraction of a picosecond before now if early.
func (l *link) enter(now units.Time, early bool) {
	if l.crossing == 0 && l.idle != now {
		l.base, l.done = now, 0
		if early {
			l.base--
		}
	}
	l.crossing++
}

// leave books a flow of so many bytes that is through, and says when the link can have carried all that it did.
func (l *link) leave(now units.Time, wire units.Bytes) units.Time {
	l.done += wire
	l.total += wire
	l.count++
	if l.crossing--; l.crossing == 0 {
		l.idle = now
	}
	return l.base.Add(l.rate.Over(l.done))
}

// wire makes the links of g. Capacities are rounded down, to one part in 2^61 on the fastest link.
func wire(g *fabric.Graph) []link {
	links := make([]link, len(g.Links))
	scale := 62
	for i := range links {
		spec := &g.Links[i]
		links[i] = link{rate: spec.Rate, shared: spec.Shared, first: -1, idle: -1}
		if !spec.Down {
			scale = min(scale, 62-bits.Len64(uint64(spec.Rate)/uint64(spec.Wire(g.Packet))))
		}
	}
	for i := range links {
		if spec := &g.Links[i]; !spec.Down {
			high, low := bits.Mul64(uint64(spec.Rate), 1<<scale)
			links[i].capacity, _ = bits.Div64(high, low, uint64(spec.Wire(g.Packet)))
		}
	}
	return links
}
