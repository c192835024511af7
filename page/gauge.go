package page

import (
	"fmt"
	"sync"

	"collsim/scenarios"
	"collsim/sim/units"
)

// gauge counts what the runs of a request take, and stops them where that is too much. What it finds does not depend on
// the order in which runs take place: the sum over all of them decides.
type gauge struct {
	sync.Mutex
	events  uint64
	of      map[timed]uint64 // what each run has taken
	most    int64            // messages of all runs
	verdict error            // why the request ends; nil = it goes on
}

// timed is one run of a request.
type timed struct {
	study, variant, change string
	scenario, replicate    int
}

// watch is the Watch of a request.
func (a *answering) watch(p scenarios.Progress) bool {
	g := &a.gauge
	g.Lock()
	defer g.Unlock()
	if g.verdict == nil {
		g.verdict = a.judged(p)
	}
	return g.verdict == nil
}

// judged counts progress and says why it has to end; nil = it goes on.
func (a *answering) judged(p scenarios.Progress) error {
	if p.Stage == scenarios.Simulating {
		a.gauge.count(p)
	}
	switch g, l := &a.gauge, &a.Limits; {
	case l.Events > 0 && g.events > l.Events:
		return &exceeded{fmt.Sprintf("the request took more than %d events, which is all that the page gives one; valid: a smaller one, or collsim on the command line", l.Events)}
	case l.Time > 0 && units.Duration(p.Now) > l.Time:
		return &exceeded{fmt.Sprintf("the run takes more than %v of simulated time, which is all that the page shows; valid: a shorter one, or collsim on the command line", l.Time)}
	case l.AskEvents > 0 && g.events > l.AskEvents && !a.sure():
		return &doubt{Events: l.AskEvents, Messages: g.most, Text: fmt.Sprintf("This takes more than %d million events, and so more than a moment.", l.AskEvents/1_000_000)}
	}
	if a.Look != nil {
		return a.Look(p)
	}
	return nil
}

// count adds what a run has taken since it was last heard of.
func (g *gauge) count(p scenarios.Progress) {
	run := timed{p.Study, p.Variant, p.Change, p.Scenario, p.Replicate}
	if g.of == nil {
		g.of = map[timed]uint64{}
	}
	before := g.of[run]
	if p.Events < before {
		before = 0 // it began anew, such as a batch that is repeated
	}
	g.events += p.Events - before
	g.of[run] = p.Events
	g.most = max(g.most, p.All)
}

// concluded is the error of a request, or what its gauge says of it.
func (a *answering) concluded(err error) error {
	a.gauge.Lock()
	defer a.gauge.Unlock()
	if a.gauge.verdict != nil {
		return a.gauge.verdict
	}
	return err
}
