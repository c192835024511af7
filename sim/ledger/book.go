package ledger

import (
	"fmt"
	"slices"

	"collsim/sim/units"
)

// Cause names the place that a charge is about (a link, a rank); -1 is "no place in particular". Only traced books keep it.
type Cause int32

// Span is one charge of a traced book.
type Span struct {
	From, To  units.Time
	Component Component
	Cause     Cause
	Trail     int32 // to which it was charged
	Label     int32 // what that trail was about then
	before    int32 // the span that the trail held before; -1 = none
}

// Book keeps trails. A trail tells how an instant was reached: one duration a component, which sum to the trail's
// cursor. Trails are numbered; lanes and messages in flight each own one.
//
// Layout: one word for the cursor and one for each component that the run can charge, side by side in a slab, so that
// forking a trail is one short copy and a raw network run fits a cache line or two (measured against shared and
// reference-counted trails: the copy is never slower).
type Book struct {
	slots  [Components]int8 // component -> word; 0 = this run cannot charge it
	width  int
	words  []int64
	traced bool
	spans  []Span
	labels []int32 // of a traced book, by trail
}

// NewBook returns a book without trails in which only the given components can be charged. A traced book keeps every
// charge as a Span, which costs memory with every one.
func NewBook(traced bool, chargeable ...Component) *Book {
	b := &Book{width: 1, traced: traced}
	for _, c := range chargeable {
		if b.slots[c] == 0 {
			b.slots[c] = int8(b.width)
			b.width++
		}
	}
	if traced {
		b.width++
	}
	return b
}

// Len is the number of trails.
func (b *Book) Len() int { return len(b.words) / b.width }

// Grow adds n empty trails, which stand at instant 0, and returns the number of the first.
func (b *Book) Grow(n int) int32 {
	first, words := b.Len(), n*b.width
	if cap(b.words)-len(b.words) < words { // as many again: what is copied and thrown away stays small beside the slab
		b.words = slices.Grow(b.words, max(words, len(b.words)))
	}
	b.words = b.words[:len(b.words)+words] // never used before, so they are zero
	if b.traced {
		for i := first; i < first+n; i++ {
			b.words[(i+1)*b.width-1] = -1
			b.labels = append(b.labels, -1)
		}
	}
	return int32(first)
}

// At is the cursor of trail i: the instant that its parts sum to.
func (b *Book) At(i int32) units.Time { return units.Time(b.words[int(i)*b.width]) }

// Charge books [from, to) of trail i to c. from must be the trail's cursor: a gap or an overlap is a bug in the model
// and panics here, beside the mistake.
func (b *Book) Charge(i int32, from, to units.Time, c Component, cause Cause) {
	w := b.words[int(i)*b.width:]
	if units.Time(w[0]) != from || to < from {
		panic(fmt.Sprintf("ledger: trail %d stands at %d ps, %v is charged from %d to %d", i, w[0], c, int64(from), int64(to)))
	}
	if to == from {
		return
	}
	s := b.slots[c]
	if s == 0 {
		panic(fmt.Sprintf("ledger: %v is charged but was not declared chargeable", c))
	}
	w[0] = int64(to)
	w[s] += int64(to - from)
	if b.traced {
		b.spans = append(b.spans, Span{from, to, c, cause, i, b.labels[i], int32(w[b.width-1])})
		w[b.width-1] = int64(len(b.spans) - 1)
	}
}

// Fork makes trail to a copy of trail from: a message takes its sender's, a receiver that waited takes the message's.
func (b *Book) Fork(to, from int32) {
	t, f := b.words[int(to)*b.width:][:b.width], b.words[int(from)*b.width:][:b.width]
	for i := range t { // word by word: a wider copy would wait for words that have just been written
		t[i] = f[i]
	}
}

// Row is trail i as it is kept: its cursor, then a word for each component that can be charged. Only who moves whole
// stretches of time writes to it.
func (b *Book) Row(i int32) []int64 { return b.words[int(i)*b.width:][:b.width] }

// Word is where in a row a component is; 0 = it cannot be charged.
func (b *Book) Word(c Component) int { return int(b.slots[c]) }

// Parts is the breakdown of trail i. Its sum is At(i).
func (b *Book) Parts(i int32) Parts {
	var p Parts
	w := b.words[int(i)*b.width:]
	for c, s := range b.slots {
		if s != 0 {
			p[c] = units.Duration(w[s])
		}
	}
	if p.Sum() != units.Duration(w[0]) {
		panic(fmt.Sprintf("ledger: the parts of trail %d sum to %d ps, its cursor says %d", i, int64(p.Sum()), w[0]))
	}
	return p
}

// Path is how trail i was reached, first charge first; nil when the book is not traced.
func (b *Book) Path(i int32) []Span {
	if !b.traced {
		return nil
	}
	n := 0
	for s := int32(b.words[(int(i)+1)*b.width-1]); s >= 0; s = b.spans[s].before {
		n++
	}
	path := make([]Span, n)
	for s := int32(b.words[(int(i)+1)*b.width-1]); s >= 0; s = b.spans[s].before {
		n--
		path[n] = b.spans[s]
	}
	return path
}

// Label says what the charges of trail i that follow are about, in numbers that mean something to who says so; -1 until
// then. Copies of the trail keep their own. Only traced books can be told.
func (b *Book) Label(i, label int32) { b.labels[i] = label }

// LabelOf is what trail i is about.
func (b *Book) LabelOf(i int32) int32 { return b.labels[i] }

// Spans are all charges of a traced book, in the order in which they were made.
func (b *Book) Spans() []Span { return b.spans }

// Since is how trail i went on from an instant, first charge first. The first may have begun before.
func (b *Book) Since(i int32, from units.Time) []Span {
	var path []Span
	for s := int32(b.words[(int(i)+1)*b.width-1]); s >= 0 && b.spans[s].To > from; s = b.spans[s].before {
		path = append(path, b.spans[s])
	}
	slices.Reverse(path)
	return path
}
