package message

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// medium is what links that are alike have in common, so that a link itself is one cache line.
type medium struct {
	rate          units.Rate
	whole         uint64         // ps a byte, where that is a whole number; 0 = it is none
	full          units.Bytes    // a packet of the fabric's size, on the wire
	fullTime      units.Duration // of that packet
	frame, header units.Bytes
}

// mediumOf is the medium of a link. One that is down has no times.
func mediumOf(spec *fabric.Link, packet units.Bytes) medium {
	k := medium{rate: spec.Rate, full: spec.Wire(packet), frame: spec.Frame, header: spec.Header}
	if !spec.Down {
		k.fullTime = spec.Rate.Over(k.full)
		if r := uint64(spec.Rate); 1e12%r == 0 {
			k.whole = 1e12 / r
		}
	}
	return k
}

// wire is how many bytes a packet puts on the link.
func (k *medium) wire(payload units.Bytes) units.Bytes {
	if k.frame == 0 {
		return payload
	}
	return payload + max((payload+k.frame-1)/k.frame, 1)*k.header
}

// over is the rate's Over, without a division where there is nothing to round.
func (k *medium) over(n units.Bytes) units.Duration {
	if hi, lo := bits.Mul64(uint64(n), k.whole); k.whole != 0 && hi == 0 && lo < 1<<63 {
		return units.Duration(lo)
	}
	return k.rate.Over(n)
}

// period is a time of sending without a gap: its end is base + sent over the rate.
type period struct {
	base units.Time
	sent units.Bytes
}

// tail is the end of a message on a link, and the period in which its last packet was sent.
type tail struct {
	end units.Time
	period
}

// line is messages in order; -1 = none.
type line struct{ head, tail int32 }

// link is the sending end of a fabric.Link: a server that is busy until free.
type link struct {
	period
	free units.Time // the end of period
	out  [2]line    // by operation: messages that have left and are not at their next link, or end here and are not there, yet

	starts  bool            // messages may start at it
	owner   int64           // whose message was the first, where they may; -1 = there was none yet
	tenants *fabric.Tenants // nil = all are one owner's

	messages int64
	total    units.Bytes
	busy     units.Duration
}

// moveIn: a message of an owner comes that is the first, or not of the owner of all before, which are over at start.
func (l *link) moveIn(owner uint32, start units.Time) {
	if l.owner < 0 {
		l.owner = int64(owner)
	} else if l.tenants == nil {
		l.tenants = fabric.NewTenants(uint32(l.owner), start, units.Duration(start)) // gaps count as well: nobody waits in one
	}
}

// others is for how long the link is busy with messages of others than an owner from since, not before the clock, to start,
// when all is over that has come.
func (l *link) others(owner uint32, since, start units.Time) units.Duration {
	if l.tenants == nil {
		return 0
	}
	own := l.tenants.By(owner, start, units.Duration(start)) - l.tenants.By(owner, since, units.Duration(since))
	return start.Sub(since) - own
}

// after is when the first n bytes that follow the first before bytes of the busy period are through.
func (l *link) after(k *medium, before units.Bytes, n units.Bytes) units.Time {
	return l.base.Add(k.over(before + n))
}

// cross puts m on the link from start on, behind the message whose tail is given; its last packet takes rest bytes there.
// The link is taken for as long as m's own bytes need it, not until the last of them is through: see DESIGN.md. What
// becomes of the first packet's end is told only if ahead.
//
// (Fields are written one by one, here and wherever messages pass: a structure that is put together and then copied is
// read before its parts have got to memory, and waits for them.)
func (l *link) cross(m *message, k *medium, start units.Time, behind *tail, rest units.Bytes, ahead bool, r *run) {
	if start > l.free {
		l.base, l.sent = start, 0
		if start == behind.end {
			l.base, l.sent = behind.base, behind.sent
		}
	}
	before := l.sent
	wire := units.Bytes(m.packets-1)*k.full + rest
	l.sent += wire
	l.free = l.after(k, before, wire)
	l.total += wire
	l.messages++
	l.busy += l.free.Sub(start)

	r.first.start = start
	if m.packets == 1 {
		r.first.end = l.free
		r.late.start, r.late.end = start, l.free
		r.last.start, r.last.end = start, l.free
		m.last.behind(&m.first)
		behind.end, behind.base, behind.sent = l.free, l.base, l.sent
		return
	}
	joined := true // the last but one follows the first without a gap
	if m.packets == 2 {
		end := l.after(k, before, k.full)
		r.first.end = end
		r.late.start, r.late.end = start, end
		m.late.behind(&m.first)
	} else {
		if ahead {
			r.first.end = l.after(k, before, k.full)
		}
		joined = l.crossLate(m, k, before, &r.late)
	}
	l.crossLast(m, k, r.late, rest, joined, behind)
	r.last.start, r.last.end = max(m.last.eligible, r.late.end), behind.end
}

// crossLate is when the last packet but one of a message of three or more is on the link.
func (l *link) crossLate(m *message, k *medium, before units.Bytes, s *span) (joined bool) {
	s.start = l.after(k, before, units.Bytes(m.packets-2)*k.full)
	if s.start < m.late.eligible {
		s.start, s.end = m.late.eligible, m.late.eligible.Add(k.fullTime)
		return false
	}
	if s.start > m.late.eligible {
		m.late.behind(&m.first)
	}
	s.end = l.after(k, before, units.Bytes(m.packets-1)*k.full)
	return true
}

// crossLast is how the last packet of a message of two or more leaves the link; joined says that the one before it
// follows the first without a gap.
func (l *link) crossLast(m *message, k *medium, late span, rest units.Bytes, joined bool, t *tail) {
	if late.end > m.last.eligible {
		m.last.behind(&m.late)
	}
	switch {
	case late.end < m.last.eligible:
		t.base, t.sent = m.last.eligible, rest
	case joined:
		t.end, t.base, t.sent = l.free, l.base, l.sent
		return
	default:
		t.base, t.sent = late.start, k.full+rest
	}
	t.end = t.base.Add(k.over(t.sent))
}
