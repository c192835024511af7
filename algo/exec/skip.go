package exec

import (
	"slices"

	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// A folded run of a regular schedule soon repeats itself: its state, relative to the clock, is what it was some steps ago,
// and while all steps are alike so is its future (max-plus periodicity). Then whole periods are skipped: instants move on,
// what adds up adds up, and trails follow an affine map that one more period, played with trails that know whose
// continuation they are, has shown.

// periodic is a Net whose state can be gone over.
type periodic interface {
	Pass(p *sim.Pass, carried func(tag uint32))
}

// skipping looks for the period of a run.
type skipping struct {
	net     periodic
	spare   ledger.Component // that nothing charges: its word tells trails apart
	saved   sim.Pass         // a state to come back to
	now     sim.Pass
	at      units.Time // of saved
	fired   uint64
	index   int32   // of lane 0 then
	ends    []int32 // by lane, where the steps that are alike end
	wait    int32   // steps of lane 0 until saved is renewed
	numbers []int32 // by message, in the order in which they are met, from 1; 0 = it is not
	met     []int32
	trails  []int32 // visited, in order
	pending []sim.Pending
	over    bool
	skipped int64 // periods
}

// mostWait is how many steps of lane 0 a period may take before nobody looks for it any more.
const mostWait = 1 << 10

// bindSkip finds out whether the run may repeat itself in a way that is known.
func (x *Run) bindSkip(c *Config) {
	net, ok := x.net.(periodic)
	limited := c.Limits.MaxEvents > 0 || c.Limits.MaxTime > 0 || c.Limits.Shuffle != 0
	if !c.Skip || x.fold == nil || !ok || limited || x.irqs != nil || x.host.Small > 0 || x.answers != nil || x.outstanding != nil {
		return
	}
	x.skip = &skipping{net: net, spare: c.spare(), wait: 1}
}

// spare is a component that a run of c cannot charge.
func (c *Config) spare() ledger.Component {
	used := chargeable(c, nil)
	for s := range ledger.Components {
		if !slices.Contains(used, s) {
			return s
		}
	}
	return ledger.Components
}

// instants plays so many events, instant by instant, and skips periods where it can.
func (x *Run) instants(budget uint64) (more bool, err error) {
	stop := x.kernel.Fired() + budget
	for !x.skip.over {
		before := x.lanes[0].index
		if more, err = x.kernel.Instant(); err != nil || !more {
			return more, err
		}
		if x.lanes[0].index != before {
			if err := x.compare(); err != nil {
				return true, err
			}
		}
		if budget != 0 && x.kernel.Fired() >= stop {
			return true, nil
		}
	}
	return x.kernel.Run(budget)
}

// compare compares the state with the one that is saved.
func (x *Run) compare() error {
	k := x.skip
	if k.saved.Noted == nil || x.lanes[0].index-k.index > k.wait || !x.within() {
		return x.save()
	}
	x.note(&k.now)
	if !k.now.Same(&k.saved) {
		return nil
	}
	return x.jump()
}

// within reports whether all lanes are still among the steps that were alike when the state was saved.
func (x *Run) within() bool {
	for i, end := range x.skip.ends {
		if x.lanes[i].index >= end {
			return false
		}
	}
	return true
}

// save keeps the state, for twice as many steps as the one before.
func (x *Run) save() error {
	k := x.skip
	if x.within() && k.saved.Noted != nil {
		k.wait *= 2
	} else {
		k.wait = 1
	}
	if k.over = k.wait > mostWait; k.over {
		return nil
	}
	k.ends = k.ends[:0]
	for i := range x.lanes {
		k.ends = append(k.ends, x.schedule.Repeats(x.lanes[i].rank, int32(i)%x.schedule.Lanes, x.lanes[i].index))
	}
	x.note(&k.saved)
	k.at, k.fired, k.index = x.kernel.Now(), x.kernel.Fired(), x.lanes[0].index
	return nil
}

// jump skips as many periods as there are while all steps are alike, if one more shows that the state repeats.
func (x *Run) jump() error {
	k := x.skip
	period, events := x.kernel.Now().Sub(k.at), x.kernel.Fired()-k.fired
	steps := x.grown(&k.saved, &k.now)
	n := x.periods(steps) - 1 // one is played
	if n < 2 {
		return x.save()
	}
	trails := slices.Clone(k.trails)
	rows, word := x.mark(trails)
	start, fired := x.kernel.Now(), x.kernel.Fired()
	x.note(&k.saved)
	for x.kernel.Now().Sub(start) < period {
		if _, err := x.kernel.Instant(); err != nil {
			return err
		}
	}
	x.note(&k.now)
	of := x.continued(k.trails, word)
	repeats := of.whole() && x.kernel.Now().Sub(start) == period && x.kernel.Fired()-fired == events && k.now.Same(&k.saved) && len(k.trails) == len(trails) &&
		slices.Equal(steps, x.grown(&k.saved, &k.now))
	if !repeats {
		of.book(x, rows, 1, 0)
		return x.save()
	}
	of.book(x, rows, n+1, units.Duration(n)*period)
	x.forward(n, period, steps)
	k.skipped += n
	k.saved.Noted = nil
	return nil
}

// grown is what totals grew by from one note to another.
func (x *Run) grown(from, to *sim.Pass) []int64 {
	grown := make([]int64, len(to.Totals))
	for i := range grown {
		grown[i] = to.Totals[i] - from.Totals[i]
	}
	return grown
}

// periods is how many periods are left in which every lane stays among steps that are alike, and its messages' order
// fits into keys as it does now. Totals begin with the indices of all lanes, then how many messages each has posted.
func (x *Run) periods(steps []int64) int64 {
	least := int64(1 << 62)
	for i, end := range x.skip.ends {
		if steps[i] > 0 {
			least = min(least, (int64(end)-1-int64(x.lanes[i].index))/steps[i])
		}
		if posts := steps[len(x.lanes)+i]; posts > 0 {
			least = min(least, (1<<x.orderBits-1-int64(x.lanes[i].posted&(1<<x.orderBits-1)))/posts)
		}
	}
	return least
}

// forward moves everything on by n periods.
func (x *Run) forward(n int64, period units.Duration, steps []int64) {
	for i := range steps {
		steps[i] *= n
	}
	by := units.Duration(n) * period
	x.goOver(x.kernel.Move(by, steps))
	x.kernel.Forward(by, func(e sim.Pending) uint32 { return x.rekeyed(e) })
}

// rekeyed is the key of a pending event whose message has another number now.
func (x *Run) rekeyed(e sim.Pending) uint32 {
	id, ok := x.about(e)
	if e.To != x.id || !ok {
		return e.Key
	}
	mask := uint32(1<<x.orderBits-1) << kindBits
	return e.Key&^mask | x.messages[id].order<<kindBits&mask
}

// Skipped is how many periods have not been played, of a run that skips.
func (x *Run) Skipped() int64 {
	if x.skip == nil {
		return 0
	}
	return x.skip.skipped
}
