package flow

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// link is what sharing knows of a directed cable: the flows that cross it, and what a pass of filling finds. It is one cache
// line.
type link struct {
	capacity uint64 // full packets over time, in units of which the fastest link has at most 2^62
	load     uint64 // the rates of the flows that cross it, but for those that are being shared anew
	left     uint64 // capacity that is not given away
	level    uint64 // what each of the flows without a rate would get; at last, what those got whom it keeps from more
	pass     uint32 // of filling for which left, level, open, joined, stale and tight hold
	seen     uint32 // pass in which it was last looked at for flows to join
	open     int32  // flows that have no rate yet
	joined   int32  // flows that are shared anew
	crossing int32  // flows that cross it
	kept     int32  // how many flows it keeps from more, but for those that are being shared anew
	stale    bool   // level is of an earlier left and open
	listed   bool   // it is on the list of links that may keep flows from more
	tight    bool   // it keeps somebody from more
	shared   bool
	passed   bool // paths cross it that begin elsewhere
}

// member is a flow on a link: which, and by which of its hops. Those of a link are in any order.
type member struct{ flow, hop int32 }

// book is what a link has carried.
type book struct {
	rate  units.Rate
	base  units.Time  // since when messages have crossed it without a gap
	idle  units.Time  // when the last of them was through; -1 = none was yet
	done  units.Bytes // of the messages that are through since base
	total units.Bytes // of all
	count int64       // messages that are through
	under int32       // messages that are under way
}

// enter counts one more message. It began a fraction of a picosecond before now if early.
func (b *book) enter(now units.Time, early bool) {
	if b.under == 0 && b.idle != now {
		b.base, b.done = now, 0
	}
	if early && b.base == now {
		b.base--
	}
	b.under++
}

// leave books a message of so many bytes that is through, and says when the link can have carried all that it did.
func (b *book) leave(now units.Time, wire units.Bytes) units.Time {
	b.done += wire
	b.total += wire
	b.count++
	if b.under--; b.under == 0 {
		b.idle = now
	}
	return b.base.Add(b.rate.Over(b.done))
}

// wire makes the links of g. Capacities are rounded down, to one part in 2^61 on the fastest link.
func wire(g *fabric.Graph) ([]link, []book) {
	links, books := make([]link, len(g.Links)), make([]book, len(g.Links))
	scale := 62
	for i := range links {
		spec := &g.Links[i]
		links[i].shared = spec.Shared
		books[i] = book{rate: spec.Rate, idle: -1}
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
	return links, books
}
