package sim

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"collsim/sim/units"
)

// event is when, for whom and what: 24 bytes in three words. More fields would keep the compiler from holding an event
// in registers, which costs a third of the queue's speed.
type event struct {
	at  units.Time
	tag uint64 // key, handler, op: 32, 16, 16 bits from the top
	arg uint64
}

func (e *event) key() uint32   { return uint32(e.tag >> 32) }
func (e *event) to() HandlerID { return HandlerID(e.tag >> 16) }
func (e *event) op() uint16    { return uint16(e.tag) }

// queue is a monotone radix heap (Ahuja, Mehlhorn, Orlin, Tarjan 1990): bucket i holds the events whose instant differs
// from the last one popped in bit i-1 and in no higher bit. Times never run backwards, so an event moves to lower
// buckets only, at most 64 times in its life, and bucket 0 holds the events of the present instant.
//
// Buckets are appended to and redistributed in order, so events of one instant keep the order in which they were
// scheduled; round sorts them by key.
type queue struct {
	buckets [64][]event
	last    units.Time // the instant of bucket 0
	mask    uint64     // bit i: bucket i+1 holds something
	head    int        // next of bucket 0 to pop
	sorted  int        // end of the present round in bucket 0
	n       int
	shuffle uint64
	spare   []event // what order puts aside
}

func (q *queue) push(e event) {
	i := bits.Len64(uint64(e.at^q.last)) & 63
	q.buckets[i] = append(q.buckets[i], e)
	q.mask |= 1 << uint(i) >> 1
	q.n++
}

// pop removes the next event. The queue must not be empty.
func (q *queue) pop() event {
	if q.head == q.sorted {
		q.round()
	}
	e := q.buckets[0][q.head]
	q.head++
	q.n--
	return e
}

// round puts what has gathered at the present instant into order, by key, then as scheduled; if nothing has, the next
// instant becomes the present one first.
func (q *queue) round() {
	if q.head == len(q.buckets[0]) {
		q.advance()
	}
	r := q.buckets[0][q.head:]
	q.sorted = len(q.buckets[0])
	if len(r) > 1 {
		q.order(r)
	}
}

// advance moves the reference to the next instant that has events and redistributes the bucket that held it.
func (q *queue) advance() {
	i := bits.TrailingZeros64(q.mask) + 1
	from := q.buckets[i]
	q.mask &^= 1 << uint(i-1)
	q.head = 0
	if len(from) == 1 {
		q.last = from[0].at
		q.buckets[0] = append(q.buckets[0][:0], from[0])
		q.buckets[i] = from[:0]
		return
	}
	last, latest := span(from)
	q.last = last
	if last == latest { // ranks that go in step: the whole bucket is of one instant
		q.buckets[0], q.buckets[i] = from, q.buckets[0][:0]
		return
	}
	q.buckets[0] = q.buckets[0][:0]
	mask := q.mask
	for _, e := range from {
		d := bits.Len64(uint64(e.at^last)) & 63
		q.buckets[d] = append(q.buckets[d], e)
		mask |= 1 << uint(d) >> 1
	}
	q.mask = mask
	q.buckets[i] = from[:0]
}

// peek is the instant of the next event, without moving the reference: an earlier event may still be pushed.
func (q *queue) peek() units.Time {
	if q.head < len(q.buckets[0]) {
		return q.last
	}
	return earliest(q.buckets[bits.TrailingZeros64(q.mask)+1])
}

// span is the first and the last instant of some events.
func span(events []event) (first, last units.Time) {
	first, last = events[0].at, events[0].at
	for j := 1; j < len(events); j++ {
		first, last = min(first, events[j].at), max(last, events[j].at)
	}
	return first, last
}

func earliest(events []event) units.Time {
	t := events[0].at
	for j := 1; j < len(events); j++ {
		t = min(t, events[j].at)
	}
	return t
}

func (q *queue) order(r []event) {
	if q.shuffle != 0 {
		q.permute(r)
	}
	if first := ascending(r); first < len(r) { // nearly always in order already
		if rest := r[first:]; ascending(rest) < len(rest) {
			slices.SortStableFunc(r, byKey)
		} else {
			q.merge(r, first)
		}
	}
}

// ascending is how many events from the first on are in order.
func ascending(r []event) int {
	for i := 1; i < len(r); i++ {
		if r[i].key() < r[i-1].key() {
			return i
		}
	}
	return len(r)
}

// merge puts r in order, of which the first so many are, and the others: ranks in turn that do not begin with the lowest.
func (q *queue) merge(r []event, first int) {
	q.spare = append(q.spare[:0], r[first:]...)
	for i := len(q.spare) - 1; i >= 0; i-- {
		e := q.spare[i]
		behind := sort.Search(first, func(j int) bool { return r[j].key() > e.key() })
		copy(r[behind+i+1:], r[behind:first])
		r[behind+i] = e
		first = behind
	}
}

func byKey(a, b event) int { return cmp.Compare(a.key(), b.key()) }

func (q *queue) permute(r []event) {
	for j := len(r) - 1; j > 0; j-- {
		q.shuffle = q.shuffle*6364136223846793005 + 1442695040888963407
		i := int((q.shuffle >> 33) % uint64(j+1))
		r[j], r[i] = r[i], r[j]
	}
}
