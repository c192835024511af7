package fabric

import (
	"math/bits"
	"slices"

	"collsim/sim/units"
)

// Meter measures what a run does with its links, over the time from 0 to an end that is known before. Nets tell it of
// what is to come as soon as they know.
type Meter struct {
	end    units.Time
	bins   int
	gauges []gauge // by link
}

// gauge is one link of a Meter.
type gauge struct {
	busy    []units.Duration // by bin
	blocked units.Duration

	level   units.Bytes // that wait
	peak    units.Bytes
	since   units.Time
	high    uint64 // bytes x ps that they have waited
	low     uint64
	changes []change // of level that are to come, in order of time, from index past on
	past    int
	record  *record // nil = nobody wants to know
}

// change is bytes that begin to wait, or that wait no longer.
type change struct {
	at    units.Time
	bytes units.Bytes
}

// NewMeter returns a Meter for so many links that looks at the time before end, in equal bins.
func NewMeter(links int, end units.Time, bins int) *Meter {
	m := &Meter{end: end, bins: bins, gauges: make([]gauge, links)}
	busy := make([]units.Duration, links*bins)
	for i := range m.gauges {
		m.gauges[i].busy = busy[i*bins : (i+1)*bins : (i+1)*bins]
	}
	return m
}

// Wait says, now, that so many bytes more wait for link id from the instant at on; fewer if below 0.
func (m *Meter) Wait(id LinkID, now, at units.Time, wire units.Bytes) {
	m.gauges[id].change(now, change{at, wire}, m.end)
}

// Send says, now, that so many of the bytes that wait for link id are sent from start to end.
func (m *Meter) Send(id LinkID, now, start, end units.Time, wire units.Bytes) {
	m.Wait(id, now, start, -wire)
	m.Busy(id, start, end, end.Sub(start))
}

// Busy says that link id sends for so much of the time from start to end, at an even rate.
func (m *Meter) Busy(id LinkID, start, end units.Time, busy units.Duration) {
	if start >= m.end {
		return
	}
	g, told, i := &m.gauges[id], units.Duration(0), m.bin(start)
	g.record.sends(start, min(end, m.end))
	for ; i+1 < m.bins && m.Edge(i+1) < end; i++ {
		by := Portion(busy, m.Edge(i+1).Sub(start), end.Sub(start))
		g.busy[i] += by - told
		told = by
	}
	if end > m.end {
		busy = Portion(busy, m.end.Sub(start), end.Sub(start))
	}
	g.busy[i] += busy - told
}

// Portion is d x part/whole, rounded down.
func Portion(d, part, whole units.Duration) units.Duration {
	high, low := bits.Mul64(uint64(d), uint64(part))
	q, _ := bits.Div64(high, low, uint64(whole))
	return units.Duration(q)
}

// Block says that link id idled for a time in which what wanted it stood behind the heads of input queues.
func (m *Meter) Block(id LinkID, from, to units.Time) {
	m.gauges[id].blocked += max(0, min(to, m.end).Sub(from))
}

// Stop says that link id idled for a time in which a packet was offered to it: for want of credit, or told to stop.
func (m *Meter) Stop(id LinkID, from, to units.Time) {
	m.gauges[id].record.stands(from, min(to, m.end))
}

// Edge is when bin i begins; the bins end at Edge(bins).
func (m *Meter) Edge(i int) units.Time {
	high, low := bits.Mul64(uint64(m.end), uint64(i))
	at, _ := bits.Div64(high, low, uint64(m.bins))
	return units.Time(at)
}

// bin is where an instant before the end lies.
func (m *Meter) bin(at units.Time) int {
	high, low := bits.Mul64(uint64(at), uint64(m.bins))
	i, _ := bits.Div64(high, low, uint64(m.end))
	for m.Edge(int(i)+1) <= at { // edges are rounded down
		i++
	}
	return int(i)
}

// change notes a change that is to come, and makes those before now.
func (g *gauge) change(now units.Time, c change, end units.Time) {
	g.settle(now, end)
	i := len(g.changes)
	for i > g.past && g.changes[i-1].at > c.at {
		i--
	}
	g.changes = slices.Insert(g.changes, i, c)
}

// settle makes the changes before now, all of one instant together: what is sent as it comes has not waited.
func (g *gauge) settle(now, end units.Time) {
	for g.past < len(g.changes) && g.changes[g.past].at < now {
		at := g.changes[g.past].at
		g.wait(min(at, end))
		for g.past < len(g.changes) && g.changes[g.past].at == at {
			g.level += g.changes[g.past].bytes
			g.past++
		}
		if at < end {
			g.peak = max(g.peak, g.level)
			g.record.depth(at, g.level)
		}
	}
	if 2*g.past >= len(g.changes) {
		g.changes = append(g.changes[:0], g.changes[g.past:]...)
		g.past = 0
	}
}

// wait adds up what waits until an instant.
func (g *gauge) wait(until units.Time) {
	if until <= g.since {
		return
	}
	high, low := bits.Mul64(uint64(g.level), uint64(until.Sub(g.since)))
	var carry uint64
	g.low, carry = bits.Add64(g.low, low, 0)
	g.high, _ = bits.Add64(g.high, high, carry)
	g.since = until
}

// Use is what a Meter says of one link.
type Use struct {
	Busy    []units.Duration // by bin
	Blocked units.Duration   // idle, although packets wanted it, for they stood behind the heads of input queues
	Peak    units.Bytes      // most that waited at a time
	Mean    units.Bytes      // that waited, over all the time, rounded down
}

// Settle ends a run: all that was to come has come. Another may follow.
func (m *Meter) Settle() {
	for i := range m.gauges {
		m.gauges[i].settle(units.Never, m.end)
	}
}

// Use reads the meter at link id, after Settle.
func (m *Meter) Use(id LinkID) Use {
	g := &m.gauges[id]
	u := Use{Busy: g.busy, Blocked: g.blocked, Peak: g.peak}
	if m.end > 0 {
		mean, _ := bits.Div64(g.high, g.low, uint64(m.end))
		u.Mean = units.Bytes(mean)
	}
	return u
}
