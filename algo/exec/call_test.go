package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// crowd is a barrier among the ranks of one node.
func crowd(t *testing.T, ranks int, h host.Costs) *exec.Outcome {
	t.Helper()
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := build(t, algo.Barrier, "central", algo.Call{Ranks: ranks, PerNode: 8})
	return play(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Host: host.Model{Costs: h}})
}

// The processes of a node that start together take the library's lock one after the other: the last of p waits p-1
// times. Twice the users more than double the wait, one user waits for nobody, and a node each makes it vanish.
func TestLockIsShared(t *testing.T) {
	const hold = 3 * us
	for _, c := range []struct{ ranks, waits int }{{1, 0}, {2, 1}, {4, 3}, {8, 7}} {
		o := crowd(t, c.ranks, host.Costs{Hold: hold})
		if got, want := o.Critical[ledger.Lock], units.Duration(c.waits)*hold; got != want {
			t.Errorf("%d processes: the last waits %d ps for the lock, want %d", c.ranks, int64(got), int64(want))
		}
		if o.Critical[ledger.Library] != hold {
			t.Errorf("%d processes: the lock is held for %d ps", c.ranks, int64(o.Critical[ledger.Library]))
		}
	}
	g := star(t, 8)
	s := build(t, algo.Barrier, "central", algo.Call{Ranks: 8})
	o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Host: host.Model{Costs: host.Costs{Hold: hold}}})
	if o.Critical[ledger.Lock] != 0 || o.Total != hold+2*400*ns {
		t.Errorf("a node each: %d ps of lock in %d", int64(o.Critical[ledger.Lock]), int64(o.Total))
	}
}

// What a call costs before its first message, part by part.
func TestCall(t *testing.T) {
	h := host.Costs{Hold: us, Setup: 420 * us, Metadata: 20 * us, Ahead: sim.Jitter{Mean: 70 * us}, Launch: 5 * us}
	expect(t, broadcast2(t, 0, host.Model{Costs: h}), map[ledger.Component]units.Duration{
		ledger.Library: us, ledger.Negotiate: 440 * us, ledger.Launch: 75 * us, ledger.Propagate: 400 * ns,
	})
}

// The scheduler's part of a post is skew, drawn for each post by itself.
func TestScheduling(t *testing.T) {
	skew := func(d sim.Distribution, mean units.Duration, seed uint64) units.Duration {
		h := host.Costs{Post: us, Scheduling: sim.Jitter{Distribution: d, Mean: mean}}
		o := broadcast2(t, 0, host.Model{Costs: h, Seed: seed})
		skew := o.Critical[ledger.Skew]
		expect(t, o, map[ledger.Component]units.Duration{ledger.Library: us, ledger.Skew: skew, ledger.Propagate: 400 * ns})
		return skew
	}
	if skew(sim.Constant, 0, 1) != 0 || skew(sim.Constant, 7*us, 1) != 7*us {
		t.Error("a constant is not added as it is")
	}
	if a := skew(sim.Exponential, us, 1); a == 0 || a == skew(sim.Exponential, us, 2) || a != skew(sim.Exponential, us, 1) {
		t.Errorf("luck is not the seed's: %d ps", int64(a))
	}
}

// Data that are scattered are gathered, and what must be encoded is, by the bytes of the call, before anything is sent;
// a program says for each call how many.
func TestPreparation(t *testing.T) {
	h := host.Costs{Strided: 2e9, Serialize: 1e9}
	expect(t, broadcast2(t, 4000, host.Model{Costs: h}), wire(4000, map[ledger.Component]units.Duration{ledger.Prepare: 2*us + 4*us}))
	task := still(0, 0)
	task.Task = 1
	s := written(1, 1, map[[2]int32][]algo.Step{{0, 0}: {task, task}})
	g := star(t, 2)
	o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[0].net(g), Host: host.Model{Costs: h},
		Tasks: []exec.Task{{Component: ledger.Launch, Call: true, Bytes: 1000}}})
	if o.Total != 2*1500*ns {
		t.Errorf("two calls of 1000 bytes take %d ps to prepare", int64(o.Total))
	}
}
