package flow

import "collsim/sim/units"

// tenant is one of several owners of the messages of a source.
type tenant struct {
	owner uint32
	spent units.Duration // what its messages took, but for what they were held up
}

// moveIn: a message of an owner is posted to source id that is the first, or not of the owner of all before. It returns for how long
// s has sent others' bytes.
func (n *Net) moveIn(id int32, owner uint32, now units.Time) units.Duration {
	s := &n.sources[id]
	if s.owner < 0 {
		s.owner = int64(owner)
		return 0
	}
	if s.tenants == nil {
		s.tenants = []tenant{{uint32(s.owner), s.spent}}
	}
	others := s.others(owner)
	if s.sending >= 0 && n.messages[s.sending].owner != owner {
		others += now.Sub(n.messages[s.sending].start) - n.clock(id, now).since(s.past).sum()
	}
	return others
}

// spend books what a message took of s that leaves it.
func (s *source) spend(owner uint32, d units.Duration) {
	s.spent += d
	if s.tenants == nil {
		return
	}
	for i := range s.tenants {
		if s.tenants[i].owner == owner {
			s.tenants[i].spent += d
			return
		}
	}
	s.tenants = append(s.tenants, tenant{owner, d})
}

// others is what messages of others than an owner took that have left s, but for what they were held up.
func (s *source) others(owner uint32) units.Duration {
	others := s.spent
	for i := range s.tenants {
		if s.tenants[i].owner == owner {
			others -= s.tenants[i].spent
		}
	}
	return others
}

// blame adds for how long a message has waited behind others' bytes.
func (w waits) blame(others units.Duration, shared bool) waits {
	if shared {
		return waits{w.queue, w.arbitrate + others}
	}
	return waits{w.queue + others, w.arbitrate}
}

func (w waits) sum() units.Duration { return w.queue + w.arbitrate }
