package scenarios

import (
	"fmt"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/sim/units"
)

// rivalEvents is how many events the search for a better algorithm may play in all, at message level: some tenths of a
// second.
const rivalEvents = 1_500_000

// search plays the scenario with other algorithms and sizes, at message level.
type search struct {
	b    *bound
	left uint64 // events
}

// rival says which algorithm would be faster at this size, or else where another one takes over; "" when none does, or
// when looking would take too long. All times of the comparison are of whole messages.
func (b *bound) rival() string {
	s := &search{b, rivalEvents}
	if b.scenario.Bytes == 0 || b.scenario.Ranks < 2 || b.counts.Messages > rivalEvents/10 {
		return ""
	}
	own, ok := s.time(b.scenario.Algorithm, b.scenario.Bytes)
	if !ok {
		return ""
	}
	best, fastest := s.best(b.scenario.Bytes, own)
	if best != "" {
		return fmt.Sprintf("%s would take %s", best, fastest.Short())
	}
	if name, size := s.takeover(4, units.GiB); name != "" {
		return fmt.Sprintf("above %s %s wins", rough(size), name)
	}
	if name, size := s.takeover(-4, units.KiB); name != "" {
		return fmt.Sprintf("below %s %s wins", rough(size), name)
	}
	return ""
}

// time is the total of an algorithm at a size; ok is false when it cannot be played, or not cheaply.
func (s *search) time(algorithm string, n units.Bytes) (total units.Duration, ok bool) {
	b := *s.b
	b.scenario.Algorithm, b.scenario.Bytes = algorithm, n
	if s.left == 0 || b.plan() != nil {
		return 0, false
	}
	c := b.config("message")
	c.Limits.MaxEvents = s.left
	run, err := exec.New(c)
	if err != nil {
		return 0, false
	}
	_, err = run.Play(0)
	s.left -= min(s.left, run.Events())
	if err != nil {
		return 0, false
	}
	return run.Outcome().Total, true
}

// best is the fastest other algorithm at a size, if it is faster than own.
func (s *search) best(n units.Bytes, own units.Duration) (name string, total units.Duration) {
	total = own
	for _, a := range algo.All() {
		if string(a.Collective) != s.b.scenario.Collective || a.Name == s.b.scenario.Algorithm {
			continue
		}
		if d, ok := s.time(a.Name, n); ok && d < total {
			name, total = a.Name, d
		}
	}
	return name, total
}

// takeover walks away from the scenario's size in factors of four until another algorithm is faster, then closes in on
// the size at which it becomes so, to about one percent.
func (s *search) takeover(factor, limit units.Bytes) (name string, size units.Bytes) {
	near := s.b.scenario.Bytes
	for {
		far := near * factor
		if factor < 0 {
			far = near / -factor
		}
		if factor > 0 && far > limit || factor < 0 && far < limit {
			return "", 0
		}
		own, ok := s.time(s.b.scenario.Algorithm, far)
		if !ok {
			return "", 0
		}
		if name, _ = s.best(far, own); name != "" {
			return name, s.close(name, near, far)
		}
		near = far
	}
}

// close bisects between a size at which the scenario's own algorithm is at least as fast and one at which name is faster.
func (s *search) close(name string, ownSize, rivalSize units.Bytes) units.Bytes {
	for {
		gap := ownSize - rivalSize
		if gap < 0 {
			gap = -gap
		}
		if gap <= max(1, rivalSize/100) {
			return rivalSize
		}
		middle := (ownSize + rivalSize) / 2
		own, ok := s.time(s.b.scenario.Algorithm, middle)
		other, fine := s.time(name, middle)
		if !ok || !fine {
			return rivalSize
		}
		if other < own {
			rivalSize = middle
		} else {
			ownSize = middle
		}
	}
}

// rough writes a size that is known to about one percent: two digits are enough.
func rough(n units.Bytes) string {
	unit, name := units.Bytes(1), "B"
	for _, next := range []struct {
		size units.Bytes
		name string
	}{{units.KiB, "KiB"}, {units.MiB, "MiB"}, {units.GiB, "GiB"}} {
		if n >= next.size {
			unit, name = next.size, next.name
		}
	}
	tenths := (n*10 + unit/2) / unit
	if unit > 1 && tenths < 100 {
		return fmt.Sprintf("%d.%d %s", tenths/10, tenths%10, name)
	}
	return fmt.Sprintf("%d %s", (n+unit/2)/unit, name)
}
