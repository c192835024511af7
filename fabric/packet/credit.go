package packet

import (
	"math"

	"collsim/fabric"
	"collsim/sim/units"
)

// refund is credit on its way back to a port.
type refund struct {
	at    units.Time
	bytes int32
	exit  int32 // by which way out of the next device the bytes left, as the link numbers them
}

// lane is one virtual lane of one port: who has a packet for it, and how much room is left at the far end. What every
// decision reads comes first and fills a cache line.
type lane struct {
	heads   inputs
	credit  int64
	refunds []refund // a ring, sorted by time; its length is a power of two
	begin   uint32
	count   uint32

	drains bool // credit can never bind, so none is kept
	// Ports that decide ahead need to know whether returns can overtake one another: by how many ways out of the next
	// device bytes are under way, and how many bytes by each.
	ways  int32
	exits []int64
	words words // where the far end can say stop
	_     [8]byte
}

// unbound is more credit than can ever be spent.
const unbound = math.MaxInt64

func newLane(l *fabric.Link, drains bool, inputs int32) lane {
	if drains {
		return lane{heads: newInputs(inputs), drains: true, credit: unbound}
	}
	return lane{heads: newInputs(inputs), credit: int64(l.Buffer), refunds: make([]refund, 16)}
}

// take spends credit on a packet that starts at s. Where credit cannot bind there is more than can ever be spent.
func (l *lane) take(s units.Time, wire int32) {
	if l.credit -= int64(wire); l.credit < 0 {
		l.recover(s)
	}
}

func (l *lane) recover(s units.Time) {
	if len(l.words) > 0 {
		l.spend(s)
		return
	}
	if l.collect(s); l.credit < 0 {
		bug("a packet starts at %d ps without credit", s)
	}
}

// expect notes credit that is back at the instant at. now is the clock: what was back by then makes room in the ring.
func (l *lane) expect(at, now units.Time, bytes, exit int32) {
	if bytes == 0 {
		return
	}
	if int(l.count) == len(l.refunds) {
		l.makeRoom(now)
	}
	mask := uint32(len(l.refunds) - 1)
	j := l.begin + l.count
	l.count++
	for j != l.begin && l.refunds[(j-1)&mask].at > at { // virtual output queues let returns overtake; nearly always none does
		l.refunds[j&mask] = l.refunds[(j-1)&mask]
		j--
	}
	r := &l.refunds[j&mask]
	r.at, r.bytes, r.exit = at, bytes, exit
}

func (l *lane) makeRoom(now units.Time) {
	if l.collect(now); int(l.count) <= len(l.refunds)/2 {
		return
	}
	larger := make([]refund, 2*len(l.refunds))
	for i := range l.count {
		larger[i] = l.refunds[(l.begin+i)&uint32(len(l.refunds)-1)]
	}
	l.refunds, l.begin = larger, 0
}

// collect adds to the credit what is back by now.
func (l *lane) collect(now units.Time) {
	mask := uint32(len(l.refunds) - 1)
	for l.count > 0 {
		r := &l.refunds[l.begin&mask]
		if r.at > now {
			return
		}
		l.credit += int64(r.bytes)
		l.begin++
		l.count--
		if l.exits != nil {
			if l.exits[r.exit] -= int64(r.bytes); l.exits[r.exit] == 0 {
				l.ways--
			}
		}
	}
}

// wait is the first instant at or after at at which the head of q may start, as far as is known; never = not known.
func (l *lane) wait(at units.Time, q *queue) units.Time {
	if len(l.words) > 0 {
		return l.words.from(at)
	}
	return max(at, l.when(q.wire))
}

// when is the first instant at which need bytes of credit are there, as far as is known; never = not known.
func (l *lane) when(need int32) units.Time {
	mask := uint32(len(l.refunds) - 1)
	sum := l.credit
	for i := range l.count {
		r := &l.refunds[(l.begin+i)&mask]
		if sum += int64(r.bytes); sum >= int64(need) {
			return r.at
		}
	}
	return never
}

// whole is the credit that is here or on its way.
func (l *lane) whole() int64 {
	sum := l.credit
	for i := range l.count {
		sum += int64(l.refunds[(l.begin+i)&uint32(len(l.refunds)-1)].bytes)
	}
	return sum
}

// leave notes that wire bytes will leave the next device by the given way.
func (l *lane) leave(wire, exit int32) {
	if l.exits == nil || wire == 0 {
		return
	}
	if l.exits[exit] == 0 {
		l.ways++
	}
	l.exits[exit] += int64(wire)
}
