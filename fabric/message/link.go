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

// link is the sending end of a fabric.Link: a server that is busy until free. It is one cache line.
type link struct {
	period
	free units.Time // the end of period
	out  [2]line    // by operation: messages that have left and are not at their next link, or end here and are not there, yet

	messages int64
	total    units.Bytes
	busy     units.Duration
}

// after is when the first n bytes that follow the first before bytes of the busy period are through.
func (l *link) after(k *medium, before units.Bytes, n units.Bytes) units.Time {
	return l.base.Add(k.over(before + n))
}

// cross puts m, which weighs d there, on the link from start on, behind the message whose tail is given. The link is taken
// for as long as m's own bytes need it, not until the last of them is through: see DESIGN.md. Bytes that take whole
// picoseconds take as long at any place of a period as at its beginning.
//
// (Fields are written one by one, here and wherever messages pass: a structure that is put together and then copied is
// read before its parts have got to memory, and waits for them.)
func (l *link) cross(m *message, k *medium, d *load, start units.Time, behind *tail, r *run) {
	if start > l.free {
		l.base, l.sent = start, 0
		if start == behind.end {
			l.base, l.sent = behind.base, behind.sent
		}
	}
	before := l.sent
	l.sent += d.wire
	first, late, last, all := start.Add(d.first), start.Add(d.late), start.Add(d.last), start.Add(d.all)
	if before > 0 && k.whole == 0 {
		full := units.Bytes(d.packets-1) * k.full
		first, late = l.after(k, before, min(k.full, d.wire)), l.after(k, before, max(full-k.full, 0))
		last, all = l.after(k, before, full), l.after(k, before, d.wire)
	}
	l.free = all
	l.total += d.wire
	l.messages++
	l.busy += all.Sub(start)

	r.first.start, r.first.end = start, first
	if d.packets == 1 {
		r.late.start, r.late.end = start, all
		r.last.start, r.last.end = start, all
		m.last.behind(&m.first)
		behind.end, behind.base, behind.sent = all, l.base, l.sent
		return
	}
	joined := true // the last but one follows the first without a gap
	if late < m.late.eligible {
		late, last, joined = m.late.eligible, m.late.eligible.Add(k.fullTime), false
	} else if d.packets == 2 || late > m.late.eligible {
		m.late.behind(&m.first)
	}
	r.late.start, r.late.end = late, last
	r.last.start = max(m.last.eligible, last)
	l.crossLast(m, k, d, late, last, joined, behind)
	r.last.end = behind.end
}

// crossLast is how the last packet of a message of two or more leaves the link, behind the one that is on it from late to
// end; joined says that this one follows the first without a gap.
func (l *link) crossLast(m *message, k *medium, d *load, late, end units.Time, joined bool, t *tail) {
	if end > m.last.eligible {
		m.last.behind(&m.late)
	}
	switch {
	case end < m.last.eligible:
		t.end, t.base, t.sent = m.last.eligible.Add(d.restTime), m.last.eligible, d.rest
	case joined:
		t.end, t.base, t.sent = l.free, l.base, l.sent
	default:
		both := k.full + d.rest
		t.end, t.base, t.sent = late.Add(k.over(both)), late, both
	}
}
