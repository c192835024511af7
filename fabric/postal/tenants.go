package postal

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// waits is for how long a packet has waited for messages of others than its owner that came by the same first link.
type waits struct{ queue, arbitrate units.Duration }

// passage is how the packets of the message that is sent crossed a line so far.
type passage struct {
	began, end units.Time // -1 = none has
	waits                 // of the last one
}

// moveIn prepares the lines of p for a message of an owner: those that have had another's keep apart whose they are.
func (n *Net) moveIn(p *path, owner uint32) {
	for _, i := range p.lines {
		l := &n.lines[i]
		if l.owner < 0 {
			l.owner = int64(owner)
		}
		if l.owner != int64(owner) && l.tenants == nil {
			l.tenants = fabric.NewTenants(uint32(l.owner), l.free, units.Duration(l.free)) // gaps count as well: it serves in order
			n.divided = true
		}
	}
	if !n.divided {
		return
	}
	n.passages = n.passages[:0]
	for range p.lines {
		n.passages = append(n.passages, passage{began: -1, end: -1})
	}
}

// wait books how a packet crosses the line of hop i from start to end, and returns for how long it waited for others. Only
// the first of a message does; those behind it wait for the one before, and go on from what that has waited.
func (n *Net) wait(i int, l *line, owner uint32, shared bool, eligible, start, end units.Time) (others units.Duration) {
	if !n.divided {
		return 0
	}
	w := &n.passages[i]
	switch {
	case w.began < 0:
		w.began = start
		if t := l.tenants; t != nil {
			own := t.By(owner, start, units.Duration(start)) - t.By(owner, eligible, units.Duration(eligible))
			others = start.Sub(eligible) - own
		}
		if shared {
			n.waited.arbitrate += others
		} else {
			n.waited.queue += others
		}
	case w.end > eligible:
		n.waited = w.waits
	}
	w.end, w.waits = end, n.waited
	return others
}

// moved says of every line of p that has several owners that a message of one has crossed it.
func (n *Net) moved(p *path, owner uint32) {
	if !n.divided {
		return
	}
	for i, at := range p.lines {
		if t := n.lines[at].tenants; t != nil {
			t.Add(owner, n.kernel.Now(), n.passages[i].began, n.passages[i].end)
		}
	}
}
