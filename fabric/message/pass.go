package message

import (
	"math/bits"

	"collsim/sim"
	"collsim/sim/units"
)

// Pass lets p go over the state of a folded Net: links, the messages on them, and what came last by each turn. carried is told of
// the tag of each message. Ways that adapt, and whoever watches, have states of their own.
func (n *Net) Pass(p *sim.Pass, carried func(tag uint32)) {
	if n.folded == nil { // nothing has been sent
		return
	}
	for _, id := range n.used() {
		l := &n.links[id]
		l.reduce(&n.media[n.kinds[id]])
		if p.Coming(&l.free) {
			p.Time(&l.base)
			p.Value(int64(l.sent))
		}
		total, busy := int64(l.total), int64(l.busy)
		p.Total(&l.messages)
		p.Total(&total)
		p.Total(&busy)
		l.total, l.busy = units.Bytes(total), units.Duration(busy)
		for op := range l.out {
			for i := l.out[op].head; i >= 0; i = n.messages[i].next {
				n.messages[i].pass(p)
				carried(n.messages[i].tag)
			}
			p.Value(-1)
		}
	}
	for i, turn := range n.folded.bent {
		t := &n.tails[turn]
		t.reduce(&n.media[n.folded.kinds[i]])
		if p.Coming(&t.end) {
			p.Time(&t.base)
			p.Value(int64(t.sent))
		}
	}
	p.Value(int64(n.underway))
}

// used lists the links that paths take, once.
func (n *Net) used() []int32 {
	f := n.folded
	if len(f.used) == 0 || f.paths != len(n.paths) {
		f.paths, f.used, f.bent, f.kinds = len(n.paths), f.used[:0], f.bent[:0], f.kinds[:0]
		met, bent := make([]bool, len(n.links)), make([]bool, len(n.tails))
		for i := range n.hops {
			h := &n.hops[i]
			if !met[h.link] {
				met[h.link] = true
				f.used = append(f.used, int32(h.link))
			}
			if !bent[h.turn] {
				bent[h.turn] = true
				f.bent, f.kinds = append(f.bent, h.turn), append(f.kinds, h.kind)
			}
		}
	}
	return f.used
}

func (m *message) pass(p *sim.Pass) {
	p.Time(&m.posted)
	p.Value(int64(m.bytes))
	for _, k := range [...]*packet{&m.first, &m.late, &m.last} {
		p.Time(&k.eligible)
		p.Value(int64(k.queue))
		p.Value(int64(k.arbitrate))
	}
	p.Value(int64(m.hop))
	p.Value(int64(m.path))
}

// reduce brings a busy period to the form in which it repeats: fewer bytes than take a whole number of picoseconds, and
// a base that is as much later. Its departures stay as they are.
func (p *period) reduce(k *medium) {
	bytes := uint64(k.rate) / gcd(uint64(k.rate), uint64(units.Second))
	whole := uint64(p.sent) / bytes
	if whole == 0 {
		return
	}
	hi, lo := bits.Mul64(whole*bytes, uint64(units.Second))
	span, _ := bits.Div64(hi, lo, uint64(k.rate))
	p.base = p.base.Add(units.Duration(span))
	p.sent -= units.Bytes(whole * bytes)
}

func gcd(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
