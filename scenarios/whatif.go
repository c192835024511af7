package scenarios

import (
	"encoding/json"
	"slices"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Sensitivity is what a total would be if one thing were different.
type Sensitivity struct {
	Regime  string         `json:"regime"` // that takes most of the time: rounds, bandwidth, software, queueing or waiting
	Percent int64          `json:"regime_percent"`
	Base    units.Duration `json:"base_ps"`
	Changes []Change       `json:"changes"` // largest effect first, those without any last
	Note    string         `json:"note,omitempty"`
}

// Change is one thing that is different, found out by running the scenario again with it.
type Change struct {
	Name   string          `json:"change"`
	Regime string          `json:"regime"`           // of which it tells
	Detail string          `json:"detail,omitempty"` // what exactly
	Total  *units.Duration `json:"total_ps"`         // null = it cannot be run
	Ratio  *json.Number    `json:"ratio"`            // to the base, three decimals, rounded down; null where the base is 0
	Note   string          `json:"note,omitempty"`   // "no effect", or why it cannot be run
}

// oneDraw is said where chance decides both what is compared and what it is compared with.
const oneDraw = "one draw each; chance moves it: see --replicates"

// note is what there is to know about figures of a scenario that were compared with others.
func (f *File) note(i int, r *Result) (string, error) {
	s, _ := f.asked(i, r)
	b, err := bind(s, nil)
	if err != nil || !b.draws() {
		return "", err
	}
	return oneDraw, nil
}

// draws tells whether anything in the scenario is random.
func (b *bound) draws() bool {
	random := func(j sim.Jitter) bool { return j.Mean > 0 && j.Distribution != sim.Constant }
	h := &b.host
	return random(h.Jitter) || random(h.Scheduling) || random(h.Ahead) || random(h.Penalty) || slices.ContainsFunc(h.Noise, random) ||
		slices.ContainsFunc(b.tasks(), func(t exec.Task) bool { return random(t.Jitter) }) ||
		slices.ContainsFunc(b.scenario.Stragglers, func(s Straggler) bool { return random(s.Late.law()) }) ||
		slices.ContainsFunc(b.graph.Links, func(l fabric.Link) bool { return l.Loss > 0 })
}

// The regimes of a message, in the words of the field.
const (
	roundsRegime    = "rounds"    // what each round costs however fast the links: flight, handshakes, DMA start
	bandwidthRegime = "bandwidth" // bytes over rate
	softwareRegime  = "software"  // what the CPU and the GPU do, handshakes left out
	queueingRegime  = "queueing"
	waitingRegime   = "waiting"
)

// Regime is what takes most of the time of a run, and how much of it; the first of those named above on a tie.
func (r *Result) Regime() (name string, time units.Duration) {
	handshakes := r.CriticalPath[ledger.Protocol]
	for _, c := range []cause{
		{roundsRegime, r.CriticalPath[ledger.Propagate] + handshakes}, {bandwidthRegime, r.CriticalPath[ledger.Serialize]},
		{softwareRegime, r.Groups[ledger.Software] - handshakes}, {queueingRegime, r.Groups[ledger.Queueing]}, {waitingRegime, r.Groups[ledger.Waiting]},
	} {
		if name == "" || c.time > time {
			name, time = c.name, c.time
		}
	}
	return name, time
}

// WhatIf runs every scenario of the file, to which results are the answers, again and again with one thing changed, and
// adds to each result what that gives. Each run is at the level of its result, and is its first replicate.
func (f *File) WhatIf(results []Result, watch Watch, each Each) error {
	var runs []*rerun
	var changes [][]change
	for i := range results {
		asked := f.changes(i, &results[i])
		changes = append(changes, asked)
		for _, c := range asked {
			if c.run != nil {
				runs = append(runs, c.run)
			}
		}
	}
	watch = watch.with(func(p *Progress) { p.Study, p.Runs = "what-if", len(runs) })
	each(len(runs), func(i int) { runs[i].play(watch) })
	for i := range results {
		s, err := sensitivity(&results[i], changes[i])
		if err != nil {
			return err
		}
		if s.Note, err = f.note(i, &results[i]); err != nil {
			return err
		}
		if s.Base == 0 {
			s.Note = "takes no time, nothing to change"
		}
		results[i].WhatIf = s
	}
	return nil
}

// sensitivity sorts what came out.
func sensitivity(r *Result, all []change) (*Sensitivity, error) {
	regime, time := r.Regime()
	s := &Sensitivity{Regime: regime, Base: r.Total, Changes: []Change{}}
	if r.Total > 0 {
		s.Percent = share(time, r.Total)
	}
	for _, c := range all {
		row := Change{Name: c.name, Regime: c.regime, Detail: c.detail}
		total := r.Total // of what changes nothing in the scenario
		if c.run != nil {
			if err := c.run.stopped(); err != nil {
				return nil, err
			}
			total = c.run.total
			if row.Detail == "" {
				row.Detail = c.run.taken(r)
			}
		}
		switch {
		case c.run != nil && c.run.err != nil:
			row.Note = c.run.err.Error()
		case total == r.Total:
			row.Note = "no effect"
			fallthrough
		default:
			row.Total = &total
			if r.Total > 0 {
				ratio := json.Number(decimals(total, r.Total, 3))
				row.Ratio = &ratio
			}
		}
		s.Changes = append(s.Changes, row)
	}
	slices.SortStableFunc(s.Changes, func(a, b Change) int { return cmpDescending(a.effect(r.Total), b.effect(r.Total)) })
	return s, nil
}

// effect is by how much a change moves the total; what cannot be run comes behind what has none.
func (c *Change) effect(base units.Duration) units.Duration {
	if c.Total == nil {
		return -1
	}
	return max(base-*c.Total, *c.Total-base)
}
