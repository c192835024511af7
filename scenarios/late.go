package scenarios

import (
	"fmt"
	"slices"

	"collsim/algo/exec"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// drawStart is the purpose of the draw of a late start. Purposes below 1000 belong to package exec.
const drawStart = 1000

// crew makes some ranks late, slow or noisy.
func (b *bound) crew() {
	all := b.scenario.Stragglers
	for i := range all {
		if late := &all[i]; len(late.SlowIn) == 0 && late.Slow.Num != late.Slow.Den {
			b.slow(late)
		}
	}
	for i := range all { // single phases start from what holds for all
		if late := &all[i]; len(late.SlowIn) > 0 {
			b.slowIn(late)
		}
		if late := &all[i]; late.Noise.Distribution != "" {
			b.noise(late)
		}
	}
	b.start = b.starts()
}

// starts is how late each rank begins in the replicate at hand; nil = all begin at once.
func (b *bound) starts() []units.Duration {
	var all []units.Duration
	for i := range b.acts {
		a := &b.acts[i]
		if a.start > 0 && all == nil {
			all = make([]units.Duration, b.scenario.Ranks)
		}
		for _, r := range a.ranks {
			if a.start > 0 {
				all[r] = a.start
			}
		}
	}
	for i := range b.scenario.Stragglers {
		late := &b.scenario.Stragglers[i]
		start := late.Start
		if law := late.Late.law(); law.Mean > 0 {
			start = law.Draw(sim.Key{Seed: b.host.Seed, Replicate: b.host.Replicate, Entity: uint64(late.Rank), Purpose: drawStart})
		}
		if start > 0 && all == nil {
			all = make([]units.Duration, b.scenario.Ranks)
		}
		if start > 0 {
			all[late.Rank] = start
		}
	}
	return all
}

// nominal is everybody at nominal speed.
func (b *bound) nominal() []host.Slowdown {
	all := make([]host.Slowdown, b.scenario.Ranks)
	for i := range all {
		all[i] = host.Slowdown{Num: 1, Den: 1}
	}
	return all
}

func (b *bound) slow(late *Straggler) {
	if b.useless(late) {
		return
	}
	if b.host.Slow == nil {
		b.host.Slow = b.nominal()
	}
	b.host.Slow[late.Rank] = host.Slowdown(late.Slow)
}

// slowIn makes a rank slow in some phases; those that are named win over software as a whole.
func (b *bound) slowIn(late *Straggler) {
	if b.useless(late) {
		return
	}
	for _, whole := range []bool{true, false} {
		for _, p := range late.SlowIn {
			if whole != (p.Name == inSoftware) {
				continue
			}
			if c, ok := phase(p.Name); ok && b.free(c) && p.Slow.Num != p.Slow.Den {
				b.warnings = append(b.warnings, fmt.Sprintf("ranks.%d.slow.%s: changed nothing: it takes no time here", late.Rank, p.Name))
			}
			for _, c := range slowIn {
				if c.String() != p.Name && !(whole && c.Group() == ledger.Software) {
					continue
				}
				b.slowAt(c)[late.Rank] = host.Slowdown(p.Slow)
			}
		}
	}
}

// phase is the component of a name of slowIn.
func phase(name string) (ledger.Component, bool) {
	i := slices.IndexFunc(slowIn, func(c ledger.Component) bool { return c.String() == name })
	if i < 0 {
		return 0, false
	}
	return slowIn[i], true
}

// free tells whether nothing that a slow rank does can count as c, by the costs of the library and the workload.
func (b *bound) free(c ledger.Component) bool {
	if slices.ContainsFunc(b.tasks(), func(t exec.Task) bool { return t.Component == c && (t.Nominal > 0 || t.By != nil) }) {
		return false
	}
	h := &b.host.Costs
	switch c {
	case ledger.Launch:
		return h.Launch == 0
	case ledger.Prepare:
		return h.CopyRate == 0 && h.Serialize == 0 && h.Strided == 0 && !h.Bounce && h.Pass(1) == 0
	case ledger.Negotiate:
		return h.Setup == 0 && h.Metadata == 0
	case ledger.Register:
		return h.Cache == host.Warm || h.RegisterBase+h.RegisterPage == 0
	case ledger.Library:
		return h.Post == 0 && h.Hold == 0 && h.ProxyWork == 0 && h.Enqueue == 0
	case ledger.Reduce:
		return h.ReduceRate == 0 && h.Pass(1) == 0
	}
	return true
}

// slowAt is the slow-down of every rank in one component, as Slow has it until it is said otherwise.
func (b *bound) slowAt(c ledger.Component) []host.Slowdown {
	if b.host.SlowIn[c] == nil {
		b.host.SlowIn[c] = b.nominal()
		copy(b.host.SlowIn[c], b.host.Slow)
	}
	return b.host.SlowIn[c]
}

func (b *bound) noise(late *Straggler) {
	if b.host.Post == 0 {
		b.warnings = append(b.warnings, fmt.Sprintf("ranks.%d.noise: changed nothing: library %s spends no time on posting messages", late.Rank, b.scenario.Library))
		return
	}
	if b.host.Noise == nil {
		b.host.Noise = make([]sim.Jitter, b.scenario.Ranks)
	}
	b.host.Noise[late.Rank] = late.Noise.law()
}

// useless warns of a rank that has nothing to be slow in.
func (b *bound) useless(late *Straggler) bool {
	if b.host.Costs != (host.Costs{}) || b.works() {
		return false
	}
	b.warnings = append(b.warnings, fmt.Sprintf("ranks.%d.slow: changed nothing: library %s has no software to slow down", late.Rank, b.scenario.Library))
	return true
}
