package message

import (
	"collsim/fabric"
	"collsim/sim/units"
)

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
	rate units.Rate
	period
	free units.Time // the end of period

	full     units.Bytes    // a packet of the fabric's size, on the wire
	fullTime units.Duration // of that packet
	out      [2]line        // by operation: messages that have left and are not at their next link, or end here and are not there, yet

	starts  bool            // messages may start at it
	owner   int64           // whose message was the first, where they may; -1 = there was none yet
	tenants *fabric.Tenants // nil = all are one owner's

	frame, header units.Bytes
	messages      int64
	total         units.Bytes
	busy          units.Duration
}

func (l *link) wire(payload units.Bytes) units.Bytes {
	spec := fabric.Link{Frame: l.frame, Header: l.header}
	return spec.Wire(payload)
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
func (l *link) after(before units.Bytes, n units.Bytes) units.Time {
	return l.base.Add(l.rate.Over(before + n))
}

// cross puts m on the link from start on, behind the message whose tail is given; its last packet takes rest bytes there.
// The link is taken for as long as m's own bytes need it, not until the last of them is through: see DESIGN.md. What
// becomes of the first packet's end is told only if ahead.
func (l *link) cross(m *message, start units.Time, behind *tail, rest units.Bytes, ahead bool) (r run) {
	if start > l.free {
		l.period = period{base: start}
		if start == behind.end {
			l.period = behind.period
		}
	}
	before, full := l.sent, l.full
	wire := units.Bytes(m.packets-1)*full + rest
	l.sent += wire
	l.free = l.after(before, wire)
	l.total += wire
	l.messages++
	l.busy += l.free.Sub(start)

	if m.packets == 1 {
		r.last = span{start, l.free}
		r.first, r.late = r.last, r.last
		m.last.behind(&m.first)
		*behind = tail{l.free, l.period}
		return r
	}
	r.first.start = start
	joined := true // the last but one follows the first without a gap
	if m.packets == 2 {
		r.first.end = l.after(before, full)
		r.late = r.first
		m.late.behind(&m.first)
	} else {
		if ahead {
			r.first.end = l.after(before, full)
		}
		r.late, joined = l.crossLate(m, before)
	}
	*behind = l.crossLast(m, r.late, rest, joined)
	r.last = span{max(m.last.eligible, r.late.end), behind.end}
	return r
}

// crossLate is when the last packet but one of a message of three or more is on the link.
func (l *link) crossLate(m *message, before units.Bytes) (s span, joined bool) {
	s.start = l.after(before, units.Bytes(m.packets-2)*l.full)
	if s.start < m.late.eligible {
		return span{m.late.eligible, m.late.eligible.Add(l.fullTime)}, false
	}
	if s.start > m.late.eligible {
		m.late.behind(&m.first)
	}
	s.end = l.after(before, units.Bytes(m.packets-1)*l.full)
	return s, true
}

// crossLast is how the last packet of a message of two or more leaves the link; joined says that the one before it
// follows the first without a gap.
func (l *link) crossLast(m *message, late span, rest units.Bytes, joined bool) tail {
	if late.end > m.last.eligible {
		m.last.behind(&m.late)
	}
	var p period
	switch {
	case late.end < m.last.eligible:
		p = period{m.last.eligible, rest}
	case joined:
		return tail{l.free, l.period}
	default:
		p = period{late.start, l.full + rest}
	}
	return tail{p.base.Add(l.rate.Over(p.sent)), p}
}
