package scenarios

import "collsim/sim/units"

// otherwise says which other algorithm and protocol library nccl could have taken that would be faster at this size; ""
// when none would. What it could take it lists itself, so there is no other size to look for: there it chooses again.
func (s *search) otherwise(r *Result) string {
	s.left = rivalEvents + s.b.events(fidelity{name: byMessages})/4
	var best string
	least := r.Total
	all := s.b.asked
	all.Algorithm, all.Protocol = auto, auto
	for _, p := range s.b.candidates(all.wish()) {
		if p.Method == s.b.choice.Method && p.Protocol == s.b.choice.Protocol && all.Schedule == nil {
			continue
		}
		b := *s.b
		b.scenario, b.asked = b.scenario.without(), b.asked.without()
		b.asked.Algorithm, b.asked.Protocol, b.asked.Slices, b.asked.NCCL.Tuner = p.Algorithm, p.Protocol.String(), 0, ""
		if total, ok := s.whole(&b, least); ok && total < least {
			least, best = total, p.Algorithm+" by "+b.scenario.Protocol
		}
	}
	if best == "" {
		return ""
	}
	return best + " would take " + least.Short()
}

// whole is the total of a scenario of library nccl by whole messages, if it ends before most and costs no more events than
// are left.
func (s *search) whole(b *bound, most units.Duration) (total units.Duration, ok bool) {
	if s.ended != nil || b.plan() != nil || uint64(2*b.schedule.Messages(mostRivalled)) > s.left {
		return 0, false
	}
	b.crew()
	f, _ := fidelityOf(byMessages)
	c := b.config(f)
	run, ok := s.run(c, s.left, most)
	if run != nil {
		s.left -= min(s.left, run.Events())
	}
	if !ok {
		return 0, false
	}
	return run.Outcome().Total, true
}
