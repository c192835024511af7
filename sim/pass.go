package sim

import (
	"math"
	"slices"

	"collsim/sim/units"
)

// Pass goes over everything that the future of a run depends on, between two instants. It either notes what there is,
// relative to the clock, or moves it on by some periods after which it repeats. Whoever has state visits it in a fixed order.
type Pass struct {
	Now    units.Time
	Noted  []int64 // all but totals
	Totals []int64 // what grows from period to period

	moving bool
	by     units.Duration
	grown  []int64 // what totals grow by
	next   int     // of grown
}

// Note returns a pass that notes.
func (k *Kernel) Note(p *Pass) *Pass {
	p.Now, p.Noted, p.Totals = k.now, p.Noted[:0], p.Totals[:0]
	return p
}

// Move returns a pass that moves all instants on by some time and lets totals grow.
func (k *Kernel) Move(by units.Duration, grown []int64) *Pass {
	return &Pass{Now: k.now, moving: true, by: by, grown: grown}
}

// Moving tells whether the pass moves.
func (p *Pass) Moving() bool { return p.moving }

// Same reports whether two notes are of the same state, but for totals and the time that has passed.
func (p *Pass) Same(q *Pass) bool {
	return slices.Equal(p.Noted, q.Noted) && len(p.Totals) == len(q.Totals)
}

// Value visits something that must be the same.
func (p *Pass) Value(v int64) {
	if !p.moving {
		p.Noted = append(p.Noted, v)
	}
}

// Time visits an instant, past or to come.
func (p *Pass) Time(t *units.Time) {
	switch {
	case *t == units.Never:
		p.Value(math.MaxInt64)
	case p.moving:
		*t = t.Add(p.by)
	default:
		p.Noted = append(p.Noted, int64(t.Sub(p.Now)))
	}
}

// Coming visits an instant that matters only if it is to come, and reports whether it is.
func (p *Pass) Coming(t *units.Time) bool {
	if *t < p.Now {
		p.Value(math.MinInt64)
		return false
	}
	p.Time(t)
	return true
}

// Total visits what only adds up, and decides nothing.
func (p *Pass) Total(t *int64) {
	if p.moving {
		*t += p.grown[p.next]
		p.next++
		return
	}
	p.Totals = append(p.Totals, *t)
}

// Pending is an event that has not fired.
type Pending struct {
	At  units.Time
	Key uint32
	To  HandlerID
	Op  uint16
	Arg uint64
}

// Coming lists what is pending, at each instant in the order in which it was scheduled.
func (k *Kernel) Coming(all []Pending) []Pending {
	k.queue.each(func(e *event) { all = append(all, Pending{e.at, e.key(), e.to(), e.op(), e.arg}) })
	return all
}

// Forward moves the clock and everything that is pending on by some time. It must be between two instants. rekey gives
// events of a handler their keys.
func (k *Kernel) Forward(by units.Duration, rekey func(Pending) uint32) {
	pending := k.Coming(nil)
	q := &k.queue
	*q = queue{shuffle: q.shuffle, last: k.now.Add(by)}
	k.now = k.now.Add(by)
	for _, e := range pending {
		k.At(e.At.Add(by), rekey(e), e.To, e.Op, e.Arg)
	}
}

// Instant fires all events of the next instant, and reports whether events are left.
func (k *Kernel) Instant() (more bool, err error) {
	if k.queue.n == 0 {
		return false, nil
	}
	if err := k.limited(); err != nil {
		return true, err
	}
	for at := k.queue.peek(); k.queue.n > 0 && k.queue.peek() == at; {
		e := k.queue.pop()
		k.now = e.at
		k.fired++
		k.handlers[e.to()].Handle(e.at, e.op(), e.arg)
	}
	return k.queue.n > 0, nil
}

// each visits all events, those of one instant in their order.
func (q *queue) each(visit func(*event)) {
	for i := q.head; i < len(q.buckets[0]); i++ {
		visit(&q.buckets[0][i])
	}
	for b := 1; b < len(q.buckets); b++ {
		for i := range q.buckets[b] {
			if q.mask>>(b-1)&1 == 1 {
				visit(&q.buckets[b][i])
			}
		}
	}
}
