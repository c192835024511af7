package program_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// What chance adds to a collective does not depend on what ran before it: other sizes, other algorithms, other lanes.
// Rank 0 waits for nobody in the last operation, a broadcast, and rank 1 waits for it: what rank 0 takes to post is one
// draw, and what its message takes to come another.
func TestLuckOfOneOperation(t *testing.T) {
	last := build(t, algo.Broadcast, "binomial", algo.Call{Ranks: 2, Bytes: 4096})
	type draws struct{ post, flight units.Duration }
	after := func(first *algo.Schedule, stream int) (d draws) {
		p := program.New(2, 1)
		if first != nil {
			p.Wait(call(t, p, first, 0, 0))
		}
		p.Task(1)
		lane := p.Lanes()
		p.Wait(call(t, p, last, stream, 0))
		noisy := sim.Jitter{Distribution: sim.Exponential, Mean: 20 * us}
		h := host.Model{Costs: host.Costs{Post: us, Scheduling: noisy, Small: units.MiB, Penalty: noisy}, Jitter: noisy, Noise: []sim.Jitter{noisy, noisy}}
		o := playWith(t, exec.Config{Schedule: p.Schedule("storm", "serial"), Host: h,
			Tasks: []exec.Task{{Component: ledger.Compute, By: []units.Duration{units.Second, 0}}}})
		var at [2][2]units.Time // rank -> when the broadcast begins and ends
		for rank := range at {
			for _, m := range o.Marks[rank] {
				if of, ends := program.Lane(m.Number); m.Number < 0 && of == lane {
					at[rank][map[bool]int{true: 1}[ends]] = m.At
				}
			}
		}
		return draws{at[0][1].Sub(at[0][0]), at[1][1].Sub(at[0][1])}
	}
	firsts := map[string]*algo.Schedule{
		"larger":      build(t, algo.AllReduce, "ring", algo.Call{Ranks: 2, Bytes: 1 << 20}),
		"in slices":   build(t, algo.AllReduce, "ring", algo.Call{Ranks: 2, Bytes: 1 << 20, Slices: 4}),
		"other rule":  build(t, algo.AllReduce, "recursive_doubling", algo.Call{Ranks: 2, Bytes: 4096}),
		"other kind":  build(t, algo.Barrier, "tree", algo.Call{Ranks: 2}),
		"other lanes": build(t, algo.AllReduce, "ring", algo.Call{Ranks: 2, Bytes: 4096, Channels: 3}),
	}
	usual := after(build(t, algo.AllReduce, "ring", algo.Call{Ranks: 2, Bytes: 4096}), 0)
	for name, first := range firsts {
		for stream := range 2 {
			if stream == 0 && first.Lanes > 1 {
				continue // whose lanes a broadcast on one channel cannot follow
			}
			if d := after(first, stream); d != usual {
				t.Errorf("stream %d, after a first operation that is %s: %v, usually %v", stream, name, d, usual)
			}
		}
	}
	// The draws are of this operation: they are not nothing, and not what it draws as the first.
	if d := after(nil, 0); d == usual || d.post <= us || usual.post <= us {
		t.Errorf("as the first operation: %v, as the second %v", d, usual)
	}
}
