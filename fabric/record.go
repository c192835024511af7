package fabric

import (
	"cmp"
	"slices"

	"collsim/sim/units"
)

// Depth is how many bytes wait for a link from an instant on.
type Depth struct {
	At    units.Time
	Bytes units.Bytes
}

// Stretch is a time from one instant to another.
type Stretch struct{ From, To units.Time }

// record is what a Meter keeps of one link instant by instant.
type record struct {
	depths []Depth
	busy   []Stretch
	stops  []Stretch
}

// Record makes the Meter keep when each link sends, when it stands still and what waits for it, instant by instant. It must be called before
// anything else.
func (m *Meter) Record() {
	for i := range m.gauges {
		m.gauges[i].record = &record{}
	}
}

// Depths are the bytes that wait for link id, from each instant at which that changes, after Settle.
func (m *Meter) Depths(id LinkID) []Depth { return m.gauges[id].record.depths }

// Stretches are the times in which link id sends, after Settle. Where several messages share it at a time they are those
// in which any of them moves.
func (m *Meter) Stretches(id LinkID) []Stretch {
	all := slices.Clone(m.gauges[id].record.busy)
	slices.SortFunc(all, func(a, b Stretch) int { return cmp.Compare(a.From, b.From) })
	kept := all[:0]
	for _, s := range all {
		if n := len(kept) - 1; n >= 0 && s.From <= kept[n].To {
			kept[n].To = max(kept[n].To, s.To)
		} else {
			kept = append(kept, s)
		}
	}
	return kept
}

// Stops are the times in which link id idled although a packet was offered to it, after Settle.
func (m *Meter) Stops(id LinkID) []Stretch { return m.gauges[id].record.stops }

// depth notes what waits from an instant on.
func (r *record) depth(at units.Time, bytes units.Bytes) {
	if r == nil {
		return
	}
	if n := len(r.depths); n > 0 && r.depths[n-1].Bytes == bytes || n == 0 && bytes == 0 {
		return
	}
	r.depths = append(r.depths, Depth{at, bytes})
}

// stands notes that the link stood still.
func (r *record) stands(from, to units.Time) {
	if r != nil && from < to {
		r.stops = append(r.stops, Stretch{from, to})
	}
}

// sends notes that the link sends. Most follow one another.
func (r *record) sends(from, to units.Time) {
	if r == nil || from == to {
		return
	}
	if n := len(r.busy); n > 0 && r.busy[n-1].To == from {
		r.busy[n-1].To = to
		return
	}
	r.busy = append(r.busy, Stretch{from, to})
}
