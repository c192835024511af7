package scenarios

import (
	"errors"
	"fmt"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/sim/units"
)

// rivalEvents is how many events the search for a better algorithm may play in all, at message level: some tenths of a
// second.
const rivalEvents = 1_500_000

// rivalRanks is how many ranks there may be: binding a rival in which everybody talks to everybody takes their square.
const rivalRanks = 256

// search plays the scenario with other algorithms and sizes, at message level.
type search struct {
	b     *bound
	left  uint64 // events
	watch Watch
	ended error // the Watch stopped it: what it has found means nothing
}

// rival says which algorithm would be faster than the result at its size, or else where another one takes over; "" when
// none does, or when looking would take too long. The search compares whole messages. The one it finds is then played as
// the result was, since times of two levels cannot be compared.
// Its error is that of a Watch that stopped it.
func (b *bound) rival(r *Result, watch Watch) (string, error) {
	s := &search{b: b, left: rivalEvents, watch: watch.with(func(p *Progress) { p.Stage = Searching })}
	if b.graph.Lossy() || b.work != nil || b.shared() || b.scenario.Bytes == 0 || b.scenario.Ranks < 2 || b.scenario.Ranks > rivalRanks || b.counts.Messages > rivalEvents/10 {
		return "", nil
	}
	found := s.find(r)
	return found, s.ended
}

// find is what rival says.
func (s *search) find(r *Result) string {
	b := s.b
	if s.ended = s.watch.enter(b.scenario.Variant, Searching); s.ended != nil {
		return ""
	}
	own, ok := s.time(b.scenario.Algorithm, b.scenario.Bytes)
	if !ok {
		return ""
	}
	if best, _ := s.best(b.scenario.Bytes, own); best != "" {
		return s.confirmed(best, r)
	}
	how := ""
	if r.Fidelity != byMessages {
		how = " (by whole messages)"
	}
	if name, size := s.takeover(4, units.GiB); name != "" {
		return fmt.Sprintf("above %s %s wins%s", rough(size), name, how)
	}
	if name, size := s.takeover(-4, units.KiB); name != "" {
		return fmt.Sprintf("below %s %s wins%s", rough(size), name, how)
	}
	return ""
}

// confirmed says how long the algorithm that the search found takes at the result's own level, if that is faster still.
func (s *search) confirmed(name string, r *Result) string {
	f, _ := fidelityOf(r.Fidelity)
	total, _, ok := s.play(name, r.Bytes, f, 2*r.Events+rivalEvents)
	if !ok || total >= r.Total || total < r.Bound.Total {
		return ""
	}
	return fmt.Sprintf("%s would take %s", name, total.Short())
}

// time is the total of an algorithm at a size by whole messages; ok is false when it cannot be played, or not cheaply.
func (s *search) time(algorithm string, n units.Bytes) (total units.Duration, ok bool) {
	if s.left == 0 || s.ended != nil {
		return 0, false
	}
	f, _ := fidelityOf(byMessages)
	total, events, ok := s.play(algorithm, n, f, s.left)
	s.left -= min(s.left, events)
	return total, ok
}

// play runs the scenario with another algorithm and size, at a level, for at most so many events. A message is an event at
// least, so one that has more messages is not even begun: where everybody talks to everybody, beginning takes longest.
func (s *search) play(algorithm string, n units.Bytes, f fidelity, most uint64) (total units.Duration, events uint64, ok bool) {
	b := *s.b
	b.scenario.Algorithm, b.scenario.Bytes = algorithm, n
	if b.plan() != nil {
		return 0, 0, false
	}
	if b.graph.Joined() && b.schedule.Exceeds(int64(most)) {
		return 0, most, false
	}
	c := b.config(f)
	c.Limits.MaxEvents = most
	run, err := exec.New(c)
	if err != nil {
		return 0, 0, false
	}
	if err = b.fire(run, s.watch); err != nil {
		if errors.As(err, new(*Stopped)) {
			s.ended = err
		}
		return 0, run.Events(), false
	}
	return run.Outcome().Total, run.Events(), true
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
