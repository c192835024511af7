package flow

import "collsim/sim/units"

// agenda is a binary heap of what is to happen when; of one instant the lower order comes first. Each of them is on it at
// most once.
type agenda struct {
	items []item
	place []int32 // of each number among the items; -1 = it is not there
}

type item struct {
	at     units.Time
	order  uint64
	number int32
}

func (a item) before(b *item) bool { return a.at < b.at || a.at == b.at && a.order < b.order }

// admit makes room for one more number.
func (a *agenda) admit() { a.place = append(a.place, -1) }

// due puts x where its instant belongs.
func (a *agenda) due(x item) {
	at := a.place[x.number]
	if at < 0 {
		at = int32(len(a.items))
		a.items = append(a.items, x)
	}
	a.settle(at, x)
}

// drop takes a number off, if it is there.
func (a *agenda) drop(number int32) {
	at, last := a.place[number], int32(len(a.items)-1)
	if at < 0 {
		return
	}
	moved := a.items[last]
	a.items = a.items[:last]
	a.place[number] = -1
	if at < last {
		a.settle(at, moved)
	}
}

// settle puts x at a place that is free, or beyond it towards the root or the leaves.
func (a *agenda) settle(at int32, x item) {
	for at > 0 {
		above := (at - 1) / 2
		if !x.before(&a.items[above]) {
			break
		}
		a.put(at, a.items[above])
		at = above
	}
	for size := int32(len(a.items)); ; {
		below := 2*at + 1
		if below >= size {
			break
		}
		if below+1 < size && a.items[below+1].before(&a.items[below]) {
			below++
		}
		if !a.items[below].before(&x) {
			break
		}
		a.put(at, a.items[below])
		at = below
	}
	a.put(at, x)
}

func (a *agenda) put(at int32, x item) {
	a.items[at] = x
	a.place[x.number] = at
}
