package flow

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// tenant is one of several owners of the messages of a source.
type tenant struct {
	owner uint32
	spent units.Duration // what its messages took, but for what they were held up
}

// moveIn: a message of an owner is posted to s that is the first, or not of the owner of all before. It returns for how long
// s has sent others' bytes.
func (n *Net) moveIn(s *source, owner uint32, now units.Time) units.Duration {
	if s.owner < 0 {
		s.owner = int64(owner)
		return 0
	}
	if s.tenants == nil {
		s.tenants = []tenant{{uint32(s.owner), s.spent}}
	}
	others := s.others(owner)
	if s.place >= 0 && n.messages[s.head].owner != owner {
		w := s.waits(now, n)
		others += now.Sub(s.start) - (w.queue - s.past.queue) - (w.arbitrate - s.past.arbitrate)
	}
	return others
}

// spend books what the head of s, which is through, took.
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

// others is what messages of others than an owner took that are through at s, but for what they were held up.
func (s *source) others(owner uint32) units.Duration {
	others := s.spent
	for i := range s.tenants {
		if s.tenants[i].owner == owner {
			others -= s.tenants[i].spent
		}
	}
	return others
}

// blame books for how long a message has waited behind others' bytes.
func blame(t *fabric.Transit, others units.Duration, shared bool) {
	if shared {
		t.Arbitrate += others
	} else {
		t.Queue += others
	}
}
