package packet

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// A port that a device behind it can tell to stop keeps no credit. The words stop and go reach it a pause frame and a
// cable after they are said, so that it knows for a cable's latency what it may do. While one of them matters its lane
// has a credit of -1, and whoever asks comes here; else it has more than can ever be spent, and nobody does.

// words are the instants at which a lane must stop, and may go on, in turn, the first one being a stop.
type words []units.Time

// pause tells the sender of lane in, whose packets fill a memory, to stop.
func (n *Net) pause(m *memory, in int32, now units.Time) {
	from := &n.accounts[in]
	from.paused = true
	m.paused++
	if from.goesOn(m) {
		n.watch(m, from, m.releases.first)
	}
	o := in / n.width
	ln, p := &n.lanes[in], &n.ports[o]
	stop := n.heard(o, now)
	ln.words = append(ln.words, stop)
	ln.credit = held
	if p.wake < stop || p.wake == never { // it decides before, or has nothing to decide
		return
	}
	p.wake = never
	n.reconsider(o, p)
}

// resume tells the sender of lane in to go on.
func (n *Net) resume(m *memory, in int32, now units.Time) {
	from := &n.accounts[in]
	if from.paused = false; from.waits {
		from.waits = false
		m.waits--
	}
	m.paused--
	o := in / n.width
	ln := &n.lanes[in]
	ln.words = append(ln.words, n.heard(o, now))
	if !ln.heads.empty() {
		n.reconsider(o, &n.ports[o])
	}
}

// held is the credit of a lane to which words matter.
const held = -1

// heard is when port o hears a word that its far end says now.
func (n *Net) heard(o int32, now units.Time) units.Time {
	l := &n.graph.Links[o]
	return now.Add(l.Latency + l.Rate.Over(fabric.PauseFrame))
}

// reconsider makes port o look again at what it can send.
func (n *Net) reconsider(o int32, p *port) {
	if p.ahead {
		n.early = append(n.early, o)
	} else {
		n.wakeNext(o, p)
	}
}

// from is the first instant at or after at that no stop keeps from sending, as far as is known.
func (w words) from(at units.Time) units.Time {
	for i := 0; i < len(w) && w[i] <= at; i += 2 {
		if i+1 == len(w) {
			return never
		}
		at = max(at, w[i+1])
	}
	return at
}

// spend is take for a lane that has been told to stop: a packet starts at s. Words that no later one can ask for go.
func (l *lane) spend(s units.Time) {
	if l.words.from(s) != s {
		bug("a packet starts at %d ps although it has been told to stop", s)
	}
	past := 0
	for past+1 < len(l.words) && l.words[past+1] <= s {
		past += 2
	}
	l.words = append(l.words[:0], l.words[past:]...)
	if l.credit = held; len(l.words) == 0 {
		l.credit = unbound
	}
}
