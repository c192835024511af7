package compare

import (
	"slices"

	"collsim/sim/units"
)

// Crossing is a change of what is best, or of who of two is ahead, between two places next to each other.
type Crossing struct {
	Over  string      `json:"over"`            // what grows: bytes, ranks or nodes
	Scale int         `json:"scale,omitempty"` // ranks or nodes, where bytes grow
	Bytes units.Bytes `json:"bytes,omitempty"` // where the scale grows
	Low   int64       `json:"low"`             // the last place as before
	High  int64       `json:"high"`            // the first place as after; what lies between cannot run
	From  []string    `json:"from"`            // ahead at low; several are a tie
	To    []string    `json:"to"`              // ahead at high
	Lead  [2]Lead     `json:"lead"`            // at low and high
	Why   string      `json:"why"`

	from, to []int    // From and To by number
	pair     [2]int   // the two that trade places
	grid     [2]int64 // the places between which it was searched for
}

// Lead is how far whoever is ahead is ahead of the other of the two that trade places.
type Lead struct {
	Total units.Duration `json:"total_ps"`
	Other units.Duration `json:"other_ps"`
}

// by is how far it is ahead.
func (l Lead) by() units.Duration { return l.Other - l.Total }

// pairwise are the changes of who of a and b is ahead along a line.
func (k *known) pairwise(l *line, a, b int) (all []Crossing, ok bool) {
	ok = true
	for i := range l.grid[1:] {
		low, high := l.grid[i], l.grid[i+1]
		x, first := k.stand(l, a, b, low)
		y, second := k.stand(l, a, b, high)
		if !first || !second {
			return nil, false
		}
		if !x.runs || !y.runs || x.sign == y.sign {
			continue
		}
		from, to, found := k.between(l, a, b, low, high)
		if ok = ok && found; !found {
			continue
		}
		x, _ = k.stand(l, a, b, from)
		y, _ = k.stand(l, a, b, to)
		all = append(all, Crossing{Over: l.over, Scale: l.scale, Bytes: l.bytes, Low: from, High: to,
			from: x.leaders(a, b), to: y.leaders(a, b), pair: [2]int{a, b}, grid: [2]int64{low, high}})
	}
	return all, ok
}

// winning are the changes of what is best along a line, among some competitors.
func (k *known) winning(l *line, competitors int) (all []Crossing, ok bool) {
	ok = true
	for i := range l.grid[1:] {
		some, found := k.within(l, competitors, l.grid[i], l.grid[i+1])
		all, ok = append(all, some...), ok && found
	}
	return all, ok
}

// within are the changes of what is best between two places: that of a pair that trades places between them, and those
// on both sides of it, where others are better still.
func (k *known) within(l *line, competitors int, low, high int64) (all []Crossing, ok bool) {
	before, first := k.best(l, competitors, low)
	after, second := k.best(l, competitors, high)
	if !first || !second {
		return nil, false
	}
	a, b, trade := k.traders(l, before, after, low, high)
	if !trade {
		return nil, true
	}
	from, to, ok := k.between(l, a, b, low, high)
	if !ok {
		return nil, false
	}
	if from != low {
		some, found := k.within(l, competitors, low, from)
		all, ok = append(all, some...), ok && found
	}
	was, first := k.best(l, competitors, from)
	is, second := k.best(l, competitors, to)
	if ok = ok && first && second; !ok {
		return nil, false
	}
	if a, b, trade = k.traders(l, was, is, from, to); trade {
		all = append(all, Crossing{Over: l.over, Scale: l.scale, Bytes: l.bytes, Low: from, High: to, from: was, to: is,
			pair: [2]int{a, b}, grid: [2]int64{low, high}})
	}
	if to != high {
		some, found := k.within(l, competitors, to, high)
		all, ok = append(all, some...), ok && found
	}
	return all, ok
}

// traders are one of those that are best before or after, but not both, and one of the others' best, who trade places
// between: what one of them is ahead at low, it is not at high. There are none where one of the two cannot run at both.
func (k *known) traders(l *line, before, after []int, low, high int64) (a, b int, found bool) {
	if slices.Equal(before, after) || len(before) == 0 || len(after) == 0 {
		return 0, 0, false
	}
	only := func(these, those []int) int {
		return slices.IndexFunc(these, func(of int) bool { return !slices.Contains(those, of) })
	}
	a, b = before[0], after[0]
	if i := only(before, after); i >= 0 {
		a = before[i]
	} else {
		b = after[only(after, before)]
	}
	x, _ := k.stand(l, a, b, low)
	y, ok := k.stand(l, a, b, high)
	return a, b, ok && x.runs && y.runs && x.sign != y.sign
}
