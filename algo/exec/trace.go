package exec

import (
	"cmp"
	"slices"

	"collsim/algo"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Trace is what every lane and message of a run did, instant by instant.
type Trace struct {
	Tiles     []Tile        // by lane, then by time: each lane's tile its time from 0 to its end
	Transfers []Transfer    // in the order in which they were posted, ties by lane
	Path      []ledger.Span // the critical path; labels are rounds
	Placed    bool          // Transfers are to have Hops, which takes a Config with a Meter
}

// State is what a lane does.
type State uint8

// The states.
const (
	Working   State = iota // something of its own
	Flying                 // nothing, while a message to it is on its way
	Waiting                // nothing, for a peer that has not sent yet, or for the round to end
	Following              // nothing, until another lane of its rank has got somewhere
)

// Tile is a stretch of a lane's time. Of a lane that does nothing, component and cause are those of what it waits for: what
// its message is held up by, or the peer that is to send it.
type Tile struct {
	From, To  units.Time
	Lane      int32 // of the lanes of all parties
	Round     int32 // that the lane is at; -1 = none
	For       int32 // the lane that it waits for, which sends or leads; -1 = it is at work
	Cause     ledger.Cause
	Component ledger.Component
	State     State
}

// Transfer is one message of the schedule.
type Transfer struct {
	From, To int32      // lanes
	Posted   units.Time // its sender began to post it
	Sent     units.Time // its data entered the network
	Arrived  units.Time // its last byte did
	Taken    units.Time // its receiver had put it in its place
	Bytes    units.Bytes
	Hops     []fabric.Hop // from Sent to Arrived, link by link
	Round    int32
	order    uint32
}

// tracing keeps a Trace as it comes about.
type tracing struct {
	into      *Trace
	posted    []units.Time // by message
	landed    []int        // by message, its transfer
	idle      []Tile       // in which lanes do nothing, by lane as they come
	transfers []Transfer
}

// begins: lane i is at step s from now on. One that receives is at the round of what it receives until it sends.
func (x *Run) begins(i int32, s *algo.Step) {
	switch {
	case s.Recv >= 0: // told when the message comes
	case s.Send >= 0:
		x.book.Label(i, s.Round)
	default:
		x.book.Label(i, -1)
	}
}

// posts: lane i has posted message id, which it began to do at an instant.
func (x *Run) posts(i, id int32, at units.Time) {
	for len(x.trace.posted) < len(x.messages) {
		x.trace.posted, x.trace.landed = append(x.trace.posted, 0), append(x.trace.landed, 0)
	}
	x.trace.posted[id] = at
	x.book.Label(x.trail(id), x.lanes[i].step.round)
}

// lands: what of message id k is has arrived.
func (x *Run) lands(id int32, k kind, at units.Time) {
	if k != payload {
		return
	}
	m := &x.messages[id]
	t := Transfer{From: m.from, To: m.to, Posted: x.trace.posted[id], Sent: m.sent, Arrived: at, Taken: at, Bytes: m.bytes, Round: m.round, order: m.order}
	if x.trace.into.Placed && x.observed != nil {
		t.Hops = slices.Clone(x.hops[id])
	}
	x.trace.landed[id] = len(x.trace.transfers)
	x.trace.transfers = append(x.trace.transfers, t)
	if x.answers != nil && x.acks(m.src, m.to/x.schedule.Lanes) {
		x.book.Label(x.trail(m.ack), m.round)
	}
}

// takes: what of message id is data is in its place.
func (x *Run) takes(id int32, at units.Time) {
	x.trace.transfers[x.trace.landed[id]].Taken = at
}

// received: lane i, which was ready before, goes on with the trail of message m. Until its sender began to post it there was
// nothing of it.
func (x *Run) received(i int32, l *lane, m *message) {
	x.trace.idles(x.book.Since(i, l.ready), max(l.ready, min(m.at, m.posted)), Tile{From: l.ready, Lane: i, For: m.from, Round: x.book.LabelOf(i), State: Waiting})
}

// followed: lane j goes on with the trail of lane i of its rank, from an instant on.
func (x *Run) followed(j int32, from units.Time, i int32) {
	x.trace.idles(x.book.Since(i, from), units.Never, Tile{From: from, Lane: j, For: i, Round: x.book.LabelOf(j), State: Following})
}

// held: lane i has stood at the gate from an instant on, and goes on with the trail that opened it.
func (x *Run) held(i int32, from units.Time) {
	x.trace.idles(x.book.Since(x.openTrail(), from), units.Never, Tile{From: from, Lane: i, For: x.gate.last, Round: x.book.LabelOf(i), State: Waiting})
}

// idles keeps how the trail that a lane goes on with came to its end, since the lane stood at t.From: in t's state until an
// instant, and flying after it.
func (c *tracing) idles(path []ledger.Span, until units.Time, t Tile) {
	keep := func(p *ledger.Span, from, to units.Time, s State) {
		if from < to {
			t.From, t.To, t.State, t.Cause, t.Component = from, to, s, p.Cause, p.Component
			c.idle = append(c.idle, t)
		}
	}
	from, state := t.From, t.State
	for n := range path {
		p := &path[n]
		keep(p, max(p.From, from), min(p.To, until), state)
		keep(p, max(p.From, from, until), p.To, Flying)
	}
}

// told sums up what was kept.
func (x *Run) told(last int32) {
	c := x.trace
	spans := x.book.Spans()
	own := func(s *ledger.Span) bool { return int(s.Trail) < len(x.lanes) }
	n := len(c.idle)
	for i := range spans {
		if own(&spans[i]) {
			n++
		}
	}
	tiles := append(make([]Tile, 0, n), c.idle...)
	for i := range spans {
		if s := &spans[i]; own(s) {
			tiles = append(tiles, Tile{s.From, s.To, s.Trail, s.Label, -1, s.Cause, s.Component, Working})
		}
	}
	slices.SortFunc(tiles, func(a, b Tile) int { return cmp.Or(cmp.Compare(a.Lane, b.Lane), cmp.Compare(a.From, b.From)) })
	transfers := slices.Clone(c.transfers)
	slices.SortFunc(transfers, func(a, b Transfer) int {
		return cmp.Or(cmp.Compare(a.Posted, b.Posted), cmp.Compare(a.From, b.From), cmp.Compare(a.order, b.order))
	})
	c.into.Tiles, c.into.Transfers, c.into.Path = joined(tiles), transfers, x.book.Path(last)
}

// joined makes one tile of those that are alike and touch.
func joined(tiles []Tile) []Tile {
	kept := tiles[:0]
	for _, t := range tiles {
		if n := len(kept) - 1; n >= 0 {
			same := kept[n]
			same.From, same.To = t.From, t.To
			if same == t && kept[n].To == t.From {
				kept[n].To = t.To
				continue
			}
		}
		kept = append(kept, t)
	}
	return kept
}
