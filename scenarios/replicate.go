package scenarios

import (
	"fmt"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Each does n independent things and returns when all are done, in any order, or at the same time. Nothing in this
// package starts a goroutine; who wants all cores hands in an Each that does.
type Each func(n int, do func(i int))

// inTurn does one thing after the other.
func inTurn(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// outcome is what statistics need to know of one replicate.
type outcome struct {
	total units.Duration
	parts ledger.Parts
	err   error
}

// replicate is the scenario with other luck: the replicate of every draw differs and nothing else.
func (b *bound) replicate(n int) *bound {
	c := *b
	c.host.Replicate = uint64(n)
	if n > 0 && b.graph.Routing == fabric.ECMP { // switches with other hash seeds
		g := *b.graph
		g.Seed = sim.Key{Seed: b.graph.Seed, Replicate: uint64(n), Purpose: drawHash}.Draw()
		c.graph = &g
	}
	c.start = c.starts()
	return &c
}

// drawHash is the purpose of the draws of seeds by which switches hash in a replicate.
const drawHash = 0x68617368

// again plays one replicate.
func (b *bound) again(n int, f fidelity, l Bound, watch Watch) outcome {
	watch = watch.with(func(p *Progress) { p.Replicate = n })
	run, err := b.replicate(n).play(f, watch)
	if err != nil {
		return outcome{err: err}
	}
	watch.ended(b.scenario.Variant, nil)
	o := run.Outcome()
	if o.Total < l.Total {
		err = &BoundBroken{o.Total, l, f.name}
	}
	return outcome{o.Total, o.Critical, err}
}

// chances plays the replicates behind the first, which is the run that r sums up, and adds what all of them show. The
// statistics are worked out in the order of the replicates, whatever the order in which each played them.
func (b *bound) chances(r *Result, f fidelity, watch Watch, each Each) error {
	all := make([]outcome, b.scenario.Replicates)
	all[0] = outcome{total: r.Total, parts: ledger.Parts(r.CriticalPath)}
	each(len(all)-1, func(i int) { all[i+1] = b.again(i+1, f, r.Bound, watch) })
	alike := true
	for i := range all {
		if err := all[i].err; err != nil {
			return fmt.Errorf("replicate %d: %w", i, err)
		}
		alike = alike && all[i].total == all[0].total && all[i].parts == all[0].parts
	}
	if alike {
		r.Warnings = append(r.Warnings, fmt.Sprintf("replicates: changed nothing: all %d runs are alike, for nothing random decides them", len(all)))
	}
	r.Replicates = statistics(all)
	return nil
}

// statistics sums replicates up.
func statistics(all []outcome) *Replicates {
	r := &Replicates{Count: len(all), Confidence: confidence}
	ends := orderOf(len(all))
	values := make([]units.Duration, len(all))
	sample := func(value func(*outcome) units.Duration) Sample {
		for i := range all {
			values[i] = value(&all[i])
		}
		return ends.sample(values)
	}
	r.Total = sample(func(o *outcome) units.Duration { return o.total })
	for g := range ledger.Groups {
		r.Groups[g] = sample(func(o *outcome) units.Duration { return o.parts.Group(g) })
	}
	return r
}
