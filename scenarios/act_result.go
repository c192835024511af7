package scenarios

import (
	"collsim/algo/exec"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// JobResult is one of several things that are on the fabric at the same time: a job, a group with all its teams, or the
// collective beside background traffic; and what the others cost it, which is what it takes beyond what it takes alone.
// Its times count from its start.
type JobResult struct {
	Name         string         `json:"name"`
	Kind         string         `json:"kind"` // job, group or collective
	Collective   string         `json:"collective"`
	Algorithm    string         `json:"algorithm"`
	Bytes        units.Bytes    `json:"bytes"`
	Ranks        int            `json:"ranks"` // of each team
	Teams        int            `json:"teams"` // 1, but of groups
	GPUs         []int32        `json:"gpus"`  // by rank, all teams one after the other
	Class        int            `json:"class"`
	Start        units.Duration `json:"start_ps"`
	Total        units.Duration `json:"total_ps"` // from its start to its end
	Algbw        Bandwidth      `json:"algbw_bytes_per_s"`
	Busbw        Bandwidth      `json:"busbw_bytes_per_s"`
	CriticalPath Breakdown      `json:"critical_path"` // sums to the total; of groups in order, what came before is in it
	Alone        units.Duration `json:"alone_ps"`      // its total with nothing else on the fabric
	AlonePath    Breakdown      `json:"alone_critical_path"`
	Cost         units.Duration `json:"cost_of_others_ps"` // total less alone
	CostPath     Difference     `json:"cost_of_others"`    // by component; sums to the cost
}

// Difference is one breakdown less another, by component. A part may be below 0: paths differ.
type Difference ledger.Parts

// MarshalJSON writes every component, zeros included, in the order of the ledger.
func (d Difference) MarshalJSON() ([]byte, error) { return Breakdown(d).MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON wrote; unknown components are an error.
func (d *Difference) UnmarshalJSON(data []byte) error { return (*Breakdown)(d).UnmarshalJSON(data) }

// BackgroundResult is what background traffic of one name moved until the last job had ended.
type BackgroundResult struct {
	Name     string      `json:"name"`
	Flows    int         `json:"flows"`
	Messages int64       `json:"messages"`
	Offered  units.Bytes `json:"offered_bytes"` // payload
}

// actsOrSole are the acts, or the collective beside background traffic as an act.
func (b *bound) actsOrSole() []act {
	if b.acts != nil {
		return b.acts
	}
	return []act{{kind: "collective", name: b.scenario.Collective, call: b.scenario.call(), gpus: [][]int32{b.gpus}, ranks: series(0, len(b.gpus))}}
}

// jobResults plays each of several things by itself and compares.
func (b *bound) jobResults(run *exec.Run, f fidelity, watch Watch) ([]JobResult, error) {
	if !b.shared() {
		return nil, nil
	}
	var all []JobResult
	for i, a := range b.actsOrSole() {
		r := JobResult{
			Name: a.name, Kind: a.kind, Collective: a.call.Collective, Algorithm: a.call.Algorithm, Bytes: a.call.Bytes,
			Teams: len(a.gpus), Ranks: len(a.gpus[0]), Class: a.class, Start: a.start,
		}
		for _, gpus := range a.gpus {
			r.GPUs = append(r.GPUs, gpus...)
		}
		r.Total, r.CriticalPath = a.ended(run)
		by := watch.with(func(p *Progress) { p.Change = a.name + " alone" })
		alone, err := b.alone(i+1, f, by)
		if err != nil {
			return nil, err
		}
		r.Alone, r.AlonePath = alone.total, Breakdown(alone.parts)
		r.Cost = r.Total - r.Alone
		for c := range r.CostPath {
			r.CostPath[c] = r.CriticalPath[c] - r.AlonePath[c]
		}
		r.Algbw, r.Busbw = bandwidths(r.Collective, r.Ranks, r.Bytes, r.Total)
		all = append(all, r)
	}
	return all, nil
}

// ended is how long an act took from its start, and its critical path: every trail of a job that starts late begins with
// that, as skew.
func (a *act) ended(run *exec.Run) (units.Duration, Breakdown) {
	at, parts := run.Ended(a.ranks, a.lanes)
	parts[ledger.Skew] -= a.start
	return units.Duration(at) - a.start, Breakdown(parts)
}

// alone plays act number i, from 1, by itself, with nothing else on the fabric.
func (b *bound) alone(i int, f fidelity, watch Watch) (outcome, error) {
	only := *b
	only.only = i
	if b.acts != nil && b.acts[0].kind == aGroup {
		if err := only.plan(); err != nil {
			return outcome{}, err
		}
	}
	run, err := only.play(f, watch)
	if err != nil {
		return outcome{}, err
	}
	watch.ended(b.scenario.Variant, nil)
	a := only.actsOrSole()[i-1]
	total, parts := a.ended(run)
	return outcome{total: total, parts: ledger.Parts(parts)}, nil
}

// carried sums up what background traffic moved.
func (b *bound) carried(o *exec.Outcome) []BackgroundResult {
	var all []BackgroundResult
	next := 0
	for i := range b.scenario.Background {
		t := &b.scenario.Background[i]
		r := BackgroundResult{Name: t.Name, Flows: len(b.pairs(i))}
		for range r.Flows {
			if t.Rate > 0 {
				r.Messages += o.Flows[next].Sent
				r.Offered += o.Flows[next].Offered
				next++
			}
		}
		all = append(all, r)
	}
	return all
}
