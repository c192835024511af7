package scenarios

import (
	"math/big"
	"slices"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// result sums a finished run up.
func (b *bound) result(run *exec.Run, f fidelity) *Result {
	s, o := &b.scenario, run.Outcome()
	r := &Result{
		Schema: ResultSchema, Name: s.Name, Variant: s.Variant, Seed: s.Seed, ModelVersion: ModelVersion,
		Fabric: s.Fabric.Called(), Nodes: s.Fabric.Nodes, Collective: s.Collective, Algorithm: s.Algorithm, Fidelity: f.name, FidelityNote: b.note(f),
		Library: s.Library, Sync: s.Sync, Ranks: s.Ranks, Channels: b.schedule.Call.Channels, Slices: b.schedule.Call.Slices, Bytes: s.Bytes,
		Total: o.Total, Rounds: b.counts.Rounds, Depth: b.counts.Depth, Messages: o.Messages, PayloadBytes: o.Payload,
		Bound: b.bound(o.Total), CriticalPath: Breakdown(o.Critical), PerRank: perRank(o, b.folding.copies()), Fold: b.folding.said, Events: o.Events,
		Warnings: append([]string{}, slices.Concat(b.warnings, b.unmet(run, f), b.unasked(o), b.inOneNode(), b.roomy(run))...), Parameters: b.parameters(),
	}
	if r.Rounds > 0 {
		r.Round = r.Total / units.Duration(r.Rounds)
	}
	for g := range ledger.Groups {
		r.Groups[g] = o.Critical.Group(g)
	}
	if r.Workload = b.work.result(run, o); r.Workload != nil {
		r.Bytes = r.Workload.Meant
	}
	for i := range b.acts {
		if i == 0 {
			r.Bytes = 0
		}
		r.Bytes += b.acts[i].call.Bytes * units.Bytes(len(b.acts[i].teams))
	}
	b.bandwidths(r)
	b.ports(r, run)
	r.Loss = b.losses(run)
	r.Reordered = b.reordered(run)
	if fault := r.Loss.fault(); fault != "" {
		r.Warnings = append(r.Warnings, fault)
	}
	r.Background = b.carried(o)
	grants, vain := b.granted(f)
	if r.Grant = grants; vain != "" {
		r.Warnings = append(r.Warnings, vain)
	}
	r.Warnings = append(r.Warnings, b.unfelt(f)...)
	if vain := b.unseeded(); vain != "" {
		r.Warnings = append(r.Warnings, vain)
	}
	if r.Protocol, r.NCCL = s.Protocol, b.told(); r.NCCL != nil {
		r.Channels = r.NCCL.Channels
	}
	resolved := b.resolved(f.name)
	r.Scenario, r.Hash = Canonical(resolved), Hash(resolved, r.Parameters)
	return r
}

// bandwidths are floor(bytes x 10^12 / ps): algbw of the size as it is, busbw times what NCCL calls the bus factor.
func (b *bound) bandwidths(r *Result) {
	r.Algbw, r.Busbw = bandwidths(r.Collective, r.Ranks, r.Bytes, r.Total)
	if b.acts != nil { // of several collectives each has its own
		r.Algbw, r.Busbw = Undefined, Undefined
	}
}

// bandwidths of a collective of n bytes that took so long.
func bandwidths(collective string, ranks int, n units.Bytes, total units.Duration) (alg, bus Bandwidth) {
	if total == 0 {
		return Undefined, Undefined
	}
	num, den := algo.BusFactor(algo.Collective(collective), ranks)
	return bandwidth(n, 1, 1, total), bandwidth(n, num, den, total)
}

func bandwidth(n units.Bytes, num, den int64, d units.Duration) Bandwidth {
	x := new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(1e12))
	x.Mul(x, big.NewInt(num))
	x.Div(x, new(big.Int).Mul(big.NewInt(int64(d)), big.NewInt(den)))
	return Bandwidth(x.Uint64())
}

// hottest is how many ports a result names.
const hottest = 5

// ports adds up what first links carried, names the hottest ports, most time without credit, then busiest, and the
// busiest of all, which is often another: who is without credit sends little.
func (b *bound) ports(r *Result, run *exec.Run) {
	g := b.graph
	all := make([]Port, 0, len(g.Links))
	for i := range g.Links {
		id := fabric.LinkID(i)
		c := b.counters(run, id)
		if l := &g.Links[i]; g.Devices[l.From].Kind == fabric.GPU && g.Devices[l.To].Kind != fabric.Memory {
			r.WireBytes += c.Bytes
		}
		if c.Packets > 0 {
			all = append(all, Port{Link: g.LinkName(id), Bytes: c.Bytes, Busy: c.Busy, Starved: c.Starved})
		}
	}
	if g.Sketched() {
		r.WireBytes = units.Bytes(g.Scaled(int(r.WireBytes)))
		all = b.drawnPorts(run)
	}
	slices.SortStableFunc(all, func(x, y Port) int {
		if x.Starved != y.Starved {
			return cmpDescending(x.Starved, y.Starved)
		}
		return cmpDescending(x.Busy, y.Busy)
	})
	r.HottestPorts = all[:min(hottest, len(all))]
	r.BusiestPort = b.busiest(run)
}

// busiest is the port that sends longest; on a tie one into a GPU, where many senders meet, then the first. nil = nothing
// was sent.
func (b *bound) busiest(run *exec.Run) *Port {
	var most *Port
	into := false
	for i := range b.graph.Links {
		id := fabric.LinkID(i)
		c := b.counters(run, id)
		gpu := b.graph.Devices[b.graph.Links[i].To].Kind == fabric.GPU
		if c.Packets > 0 && (most == nil || c.Busy > most.Busy || c.Busy == most.Busy && gpu && !into) {
			most, into = &Port{Link: b.graph.LinkName(id), Bytes: c.Bytes, Busy: c.Busy, Starved: c.Starved}, gpu
		}
	}
	return most
}

func cmpDescending(a, b units.Duration) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// perRank tiles every rank's time. Each rank of the run stands for so many of all; rank r is like rank r modulo those.
func perRank(o *exec.Outcome, copies int) PerRank {
	n := len(o.Ranks)
	own, waiting, idle := make([]units.Duration, n), make([]units.Duration, n), make([]units.Duration, n)
	for i, t := range o.Ranks {
		own[i], waiting[i], idle[i] = units.Duration(t.Finish)-t.Waiting, t.Waiting, o.Total-units.Duration(t.Finish)
	}
	p := PerRank{Own: spread(own, copies), Waiting: spread(waiting, copies), Idle: spread(idle, copies), Ranks: make([]RankView, n*copies)}
	for first := 0; first < len(p.Ranks); first += n {
		for i := range n {
			p.Ranks[first+i] = RankView{first + i, own[i], waiting[i], idle[i]}
		}
	}
	p.Slowest = slowest(own, copies, p.Own.Median)
	return p
}

// spread is that of figures that each stand for so many.
func spread(all []units.Duration, copies int) Spread {
	s := slices.Sorted(slices.Values(all))
	return Spread{s[0], s[(len(s)*copies-1)/2/copies], s[len(s)-1]}
}

// mostSlowest ranks are named.
const mostSlowest = 3

// slowest names those ranks with more own work than the median that have most, equal ones by number.
func slowest(own []units.Duration, copies int, median units.Duration) []int {
	var ranks []int
	for r := range min(len(own)*copies, len(own)*mostSlowest) {
		ranks = append(ranks, r)
	}
	slices.SortStableFunc(ranks, func(a, b int) int { return cmpDescending(own[a%len(own)], own[b%len(own)]) })
	named := []int{}
	for _, r := range ranks[:min(mostSlowest, len(ranks))] {
		if own[r%len(own)] > median {
			named = append(named, r)
		}
	}
	return named
}
