package scenarios

import (
	"fmt"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/sim/units"
)

// rivalMessages is how many messages the search for a better algorithm may play in all, at message level: some tenths of
// a second.
const rivalMessages = 600_000

// search plays the scenario with other algorithms and sizes, at message level.
type search struct {
	b    *bound
	left int64
}

// rival says which algorithm would be faster at this size, or else where another one takes over; "" when none does, or
// when looking would take too long. All times of the comparison are of whole messages.
func (b *bound) rival() string {
	s := &search{b, rivalMessages}
	if b.scenario.Bytes == 0 || b.scenario.Ranks < 2 {
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
		return fmt.Sprintf("above %s %s wins", size.Short(), name)
	}
	if name, size := s.takeover(-4, units.KiB); name != "" {
		return fmt.Sprintf("below %s %s wins", size.Short(), name)
	}
	return ""
}

// time is the total of an algorithm at a size; ok is false when it cannot be played, or not cheaply.
func (s *search) time(algorithm string, n units.Bytes) (total units.Duration, ok bool) {
	b := *s.b
	b.scenario.Algorithm, b.scenario.Bytes = algorithm, n
	if b.plan() != nil || b.counts.Messages > s.left {
		return 0, false
	}
	s.left -= b.counts.Messages
	run, err := exec.New(b.config("message"))
	if err != nil {
		return 0, false
	}
	if _, err := run.Play(0); err != nil {
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
