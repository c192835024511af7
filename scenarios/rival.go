package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/sim/units"
)

// Whether a faster algorithm is looked for.
const (
	rivalsAuto = "auto"
	rivalsOff  = "off"
)

var rivalWords = []string{rivalsAuto, rivalsOff}

// rivalEvents is how many events the search for a better algorithm may play whatever the run: some hundredths of a second.
// Beyond them it may play a quarter of those of the run itself.
const rivalEvents = 300_000

// rivalRanks is how many ranks there may be: binding a rival in which everybody talks to everybody takes their square.
const rivalRanks = 256

// search plays the scenario with other algorithms and sizes, at message level.
type search struct {
	b      *bound
	left   uint64   // events
	rivals []string // other algorithms, fewest messages first
	watch  Watch
	ended  error // the Watch stopped it: what it has found means nothing
}

// rival says which algorithm would be faster than the result at its size, or else where another one takes over; "" when
// none does, or when looking would cost more than a small part of the run. The search compares whole messages. The one
// that it finds is then played as the result was, since times of two levels cannot be compared; where that would cost too
// much, both times are said as they are by whole messages. Its error is that of a Watch that stopped it.
func (b *bound) rival(r *Result, watch Watch) (string, error) {
	if b.scenario.Rivals == rivalsOff || b.graph.Sketched() || b.graph.Lossy() || b.work != nil || b.shared() || b.scenario.Bytes == 0 || b.scenario.Ranks < 2 || b.scenario.Ranks > rivalRanks || b.counts.Messages > mostRivalled {
		return "", nil
	}
	s := &search{b: b, watch: watch.with(func(p *Progress) { p.Stage = Searching })}
	whole := *r
	if err := s.watch.with(func(p *Progress) { p.Result = &whole }).enter(b.scenario.Variant, Searching); err != nil {
		return "", err
	}
	if b.choice != nil {
		found := s.otherwise(r)
		return found, s.ended
	}
	found := s.find(r)
	return found, s.ended
}

// mostRivalled is how many messages a run may have for which rivals are looked for.
const mostRivalled = 150_000

// events is about how many events a run in full takes at a level, from below: two or three a message, three times as many
// where it may ask first, and where packets move one for every eight that pass a port. What a run really took would differ
// where it is folded, and so would its sentence.
func (b *bound) events(f fidelity) uint64 {
	n := 2 * b.counts.Messages
	if b.host.Rendezvous {
		n *= 3
	}
	if f.name == byPackets {
		n += b.decisions() / 8
	}
	return uint64(n)
}

// find is what rival says. Half of the events are kept for playing the one that is found.
func (s *search) find(r *Result) string {
	b := s.b
	f, _ := fidelityOf(r.Fidelity)
	s.left = rivalEvents + b.events(f)/4
	kept := s.left / 2
	s.left -= kept
	s.rivals = s.others()
	own, ok := r.Total, true
	if r.Fidelity != byMessages {
		own, ok = s.time(b.scenario.Algorithm, b.scenario.Bytes, 0)
	}
	if !ok {
		return ""
	}
	best, total := s.best(b.scenario.Bytes, own)
	s.left += kept
	switch {
	case best != "" && r.Fidelity == byMessages:
		return s.said(best, total, r)
	case best != "":
		return s.confirmed(best, total, own, r)
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

// others lists the other algorithms of the collective that can be played here, fewest messages first.
func (s *search) others() []string {
	messages := map[string]int64{}
	var names []string
	for _, a := range algo.All() {
		if string(a.Collective) != s.b.scenario.Collective || a.Name == s.b.scenario.Algorithm {
			continue
		}
		if b, ok := s.with(a.Name, s.b.scenario.Bytes); ok {
			names = append(names, a.Name)
			messages[a.Name] = b.counts.Messages
		}
	}
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(messages[x], messages[y]) })
	return names
}

// with is the scenario with another algorithm and size; of what counts it knows the messages alone.
func (s *search) with(algorithm string, n units.Bytes) (b bound, ok bool) {
	b = *s.b
	if algorithm != b.scenario.Algorithm {
		b.scenario = b.scenario.without()
	}
	b.scenario.Algorithm, b.scenario.Bytes = algorithm, n
	if b.plan() != nil {
		return b, false
	}
	b.counts = algo.Counts{Messages: b.schedule.Messages(mostRivalled)}
	return b, true
}

// probe is what part of its events the search spends on learning whether the rest would do.
const probe = 16

// confirmed says how long the algorithm that the search found takes at the result's own level, if that is faster still. By
// whole messages it takes so long, and the result's own takes own: so much is said where to play it would cost too much,
// judged by how far it comes with a few events.
func (s *search) confirmed(name string, whole, own units.Duration, r *Result) string {
	f, _ := fidelityOf(r.Fidelity)
	run, ok := s.play(name, r.Bytes, f, s.left/probe, r.Total)
	if run != nil && !ok && run.Events() >= s.left/probe {
		if units.Duration(run.Now()) < whole/probe {
			return fmt.Sprintf("by whole messages %s would take %s, and this %s", name, whole.Short(), own.Short())
		}
		run, ok = s.play(name, r.Bytes, f, s.left, r.Total)
	}
	if !ok {
		return ""
	}
	return s.said(name, run.Outcome().Total, r)
}

// said says how long an algorithm takes that is faster than the result.
func (s *search) said(name string, total units.Duration, r *Result) string {
	if total >= r.Total || total < r.Bound.Total {
		return ""
	}
	return fmt.Sprintf("%s would take %s", name, total.Short())
}

// time is the total of an algorithm at a size by whole messages; ok is false when it cannot be played, not cheaply, or
// takes longer than so long.
func (s *search) time(algorithm string, n units.Bytes, most units.Duration) (total units.Duration, ok bool) {
	if s.left == 0 || s.ended != nil {
		return 0, false
	}
	f, _ := fidelityOf(byMessages)
	run, ok := s.play(algorithm, n, f, s.left, most)
	if run != nil {
		s.left -= min(s.left, run.Events())
	}
	if !ok {
		return 0, false
	}
	return run.Outcome().Total, true
}

// play runs the scenario with another algorithm and size, at a level, for at most so many events and so long (0 = any
// time), and reports whether it came to its end; nil = it did not begin. A message is two events at least, so one that has
// more messages is not even begun: where everybody talks to everybody, beginning takes longest.
func (s *search) play(algorithm string, n units.Bytes, f fidelity, most uint64, longest units.Duration) (run *exec.Run, ok bool) {
	b, ok := s.with(algorithm, n)
	if !ok || uint64(2*b.counts.Messages) > most && f.name == byMessages {
		return nil, false
	}
	return s.run(b.config(f), most, longest)
}

// run is play of a run that is bound already.
func (s *search) run(c exec.Config, most uint64, longest units.Duration) (run *exec.Run, ok bool) {
	c.Limits.MaxEvents = most
	if longest > 0 {
		c.Limits.MaxTime = units.Time(longest)
	}
	run, err := exec.New(c)
	if err != nil {
		return nil, false
	}
	if err = s.b.fire(run, s.watch); err != nil {
		if errors.As(err, new(*Stopped)) {
			s.ended = err
		}
		return run, false
	}
	return run, true
}

// best is the fastest other algorithm at a size, if it is faster than own.
func (s *search) best(n units.Bytes, own units.Duration) (name string, total units.Duration) {
	total = own
	for _, rival := range s.rivals {
		if d, ok := s.time(rival, n, total); ok && d < total {
			name, total = rival, d
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
		own, ok := s.time(s.b.scenario.Algorithm, far, 0)
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
		own, ok := s.time(s.b.scenario.Algorithm, middle, 0)
		if !ok || s.left == 0 {
			return rivalSize
		}
		if other, faster := s.time(name, middle, own); faster && other < own {
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
