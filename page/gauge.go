package page

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"collsim/scenarios"
	"collsim/sim/units"
)

// gauge counts what the runs of a request take, and stops them where that is too much. What it finds does not depend on
// the order in which runs take place: the sum over all of them decides.
type gauge struct {
	sync.Mutex
	events  uint64
	ports   uint64          // decisions of ports, as estimated
	of      map[timed]taken // what each run has taken
	most    int64           // messages of all runs
	verdict error           // why the request ends; nil = it goes on
}

// taken is what a run has taken so far.
type taken struct{ events, ports uint64 }

// passing is how many decisions of ports take as long as an event: few ports have to choose.
const passing = 10

// effort is how much a request has taken, in events.
func (g *gauge) effort() uint64 { return g.events + g.ports/passing }

// timed is one run of a request.
type timed struct {
	study, variant, change string
	scenario, replicate    int
}

func runOf(p scenarios.Progress) timed {
	return timed{p.Study, p.Variant, p.Change, p.Scenario, p.Replicate}
}

// watch is the Watch of a request.
func (a *answering) watch(p scenarios.Progress) bool {
	if p.Stage == scenarios.Searching && p.Result != nil && a.known != nil {
		a.known(p.Result)
	}
	var end error
	if a.Look != nil { // not under the lock: it may take its time, and other cores go on
		end = a.Look(p)
	}
	g := &a.gauge
	g.Lock()
	defer g.Unlock()
	if g.verdict == nil {
		g.verdict = a.judged(p)
	}
	if g.verdict == nil && end != nil {
		g.verdict = &ended{end}
	}
	return g.verdict == nil
}

// judged counts progress and says why it has to end; nil = it goes on.
func (a *answering) judged(p scenarios.Progress) error {
	switch {
	case p.Ended:
		delete(a.gauge.of, runOf(p)) // the next one of this name begins anew
	case p.Stage == scenarios.Simulating:
		a.gauge.count(p)
	}
	switch g, l := &a.gauge, &a.Limits; {
	case l.Events > 0 && g.effort() > l.Events:
		return &exceeded{fmt.Sprintf("the request took more than %d events, which is all that the page gives one; valid: a smaller one, or collsim on the command line", l.Events)}
	case l.Time > 0 && units.Duration(p.Now) > l.Time:
		return &exceeded{fmt.Sprintf("the run takes more than %v of simulated time, which is all that the page shows; valid: a shorter one, or collsim on the command line", l.Time)}
	case a.sure():
	case l.AskEvents > 0 && g.effort() > l.AskEvents:
		return &doubt{Events: l.AskEvents, Messages: g.most, Text: fmt.Sprintf("This takes more than %d million events, and so more than a moment.", l.AskEvents/1_000_000)}
	case l.AskMessages > 0 && p.Least != nil && p.Least(l.AskMessages) > l.AskMessages:
		return &doubt{Messages: l.AskMessages, Text: fmt.Sprintf("This has more than %d million messages, and takes more than a moment.", l.AskMessages/1_000_000)}
	}
	return nil
}

// count adds what a run has taken since it was last heard of.
func (g *gauge) count(p scenarios.Progress) {
	run := runOf(p)
	now := taken{events: p.Events}
	if p.Of > 0 && p.Decisions > 0 {
		high, low := bits.Mul64(uint64(p.Decisions), uint64(min(p.Messages, p.Of)))
		now.ports, _ = bits.Div64(high, low, uint64(p.Of))
	}
	if g.of == nil {
		g.of = map[timed]taken{}
	}
	before := g.of[run]
	if now.events < before.events {
		before = taken{} // it began anew, such as a batch that is repeated
	}
	g.events += now.events - before.events
	g.ports += max(now.ports, before.ports) - before.ports
	g.of[run] = now
	g.most = max(g.most, p.All)
}

// anew lets another question of the request begin. What was wrong with a run says nothing of others; that all together take
// too much is found again, for what they took still counts. A carrier's word ends the request.
func (g *gauge) anew() {
	g.Lock()
	defer g.Unlock()
	clear(g.of)
	if !errors.As(g.verdict, new(*ended)) {
		g.verdict = nil
	}
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
