package packet

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// A port at which messages start is busy for their owner alone, nearly always. From the first message of a second owner
// on, whose bytes each of its packets are is kept, so that who waits behind others' bytes can be told to have queued.

// moveIn: message id is sent over port o, which has been idle for so long until now, and is the first of its owner or
// there are several owners already.
func (n *Net) moveIn(id int32, m *message, o int32, p *port, idle units.Duration) {
	n.divide(o, p, m.owner, p.free, p.idle)
	if n.tenants == nil {
		return
	}
	for int(id) >= len(n.foreign) {
		n.foreign = append(n.foreign, 0)
	}
	n.foreign[id] = 0
	if t := n.tenants[o]; t != nil {
		busy := units.Duration(m.sent) - idle
		n.foreign[id] = busy - t.By(m.owner, m.sent, busy)
	}
}

// divide keeps owners apart at port o, if one comes that is not the one whose all was until an instant, up to which the
// port has idled for so long.
func (n *Net) divide(o int32, p *port, owner uint32, until units.Time, idle units.Duration) {
	if !p.owned {
		p.owned, p.owner = true, owner
	}
	if p.owner == owner || n.tenants != nil && n.tenants[o] != nil {
		return
	}
	if n.tenants == nil {
		n.tenants, n.foreign = make([]*fabric.Tenants, len(n.ports)), make([]units.Duration, len(n.messages))
	}
	n.tenants[o] = fabric.NewTenants(p.owner, until, units.Duration(until)-idle)
	for i := range n.steps {
		if s := &n.steps[i]; s.port == o {
			s.odd = true
		}
	}
}

// occupy: a packet of message id has been sent from start to end over the port of step s.
func (n *Net) occupy(s *step, id int32, start, end units.Time) {
	m, p := &n.messages[id], &n.ports[s.port]
	if s.passes {
		n.divide(s.port, p, m.owner, start, p.idle)
	}
	if n.tenants == nil || n.tenants[s.port] == nil {
		return
	}
	n.tenants[s.port].Add(m.owner, n.kernel.Now(), start, end)
	if s.first {
		n.foreign[id] = n.others(p, s.port, m, end)
	}
}

// others is for how long port o has sent bytes of others than the owner of m until an instant at which all ends that is
// decided.
func (n *Net) others(p *port, o int32, m *message, until units.Time) units.Duration {
	busy := units.Duration(until) - p.idle
	return busy - n.tenants[o].By(m.owner, until, busy)
}

// behindOthers is for how long message id, of which a packet starts now, has waited behind bytes of others at port o since
// it was sent, or since its packet before.
func (n *Net) behindOthers(p *port, o, id int32, m *message, start units.Time) units.Duration {
	if n.tenants[o] == nil {
		return 0
	}
	return n.others(p, o, m, start) - n.foreign[id]
}
