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

const (
	ns = units.Nanosecond
	us = units.Microsecond
)

// broadcast2 is one message from rank 0 to rank 1.
func broadcast2(t *testing.T, n units.Bytes, h host.Model) *exec.Outcome {
	t.Helper()
	g := star(t, 2)
	s := build(t, algo.Broadcast, "binomial", algo.Call{Ranks: 2, Bytes: n})
	var o *exec.Outcome
	for _, l := range levels {
		p := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h})
		if o != nil && p.Total != o.Total {
			t.Fatalf("levels differ on an idle fabric: %d and %d", int64(o.Total), int64(p.Total))
		}
		o = p
	}
	return o
}

func expect(t *testing.T, o *exec.Outcome, want map[ledger.Component]units.Duration) {
	t.Helper()
	for c := range ledger.Components {
		if o.Critical[c] != want[c] {
			t.Errorf("%v: %d ps, want %d", c, int64(o.Critical[c]), int64(want[c]))
		}
	}
}

// wire is what the star adds to any message: two cables and a switch, and its bytes.
func wire(n units.Bytes, more map[ledger.Component]units.Duration) map[ledger.Component]units.Duration {
	more[ledger.Propagate] += 400 * ns
	more[ledger.Serialize] += starOver(n)
	return more
}

func TestEagerMessage(t *testing.T) {
	h := host.Model{Costs: host.Costs{
		Launch: 5 * us, Post: 600 * ns, Rendezvous: true, Eager: 4096, CopyRate: 10e9, NICStart: 400 * ns, Poll: 100 * ns, ReduceRate: 1e9,
	}}
	o := broadcast2(t, 4096, h)
	// Rank 1 polls from 5 us on; the message is there at 5 + 0.6 + 0.4096 + 0.4 + 0.4 + 0.08192 = 6.89152 us and seen at 6.9 us.
	expect(t, o, wire(4096, map[ledger.Component]units.Duration{
		ledger.Launch: 5 * us, ledger.Library: 600 * ns, ledger.Protocol: 400 * ns, ledger.Prepare: 2 * 409_600,
		ledger.Complete: 8_480,
	}))
	if o.Controls != 0 {
		t.Errorf("%d control messages for an eager message", o.Controls)
	}
}

func TestRendezvousMessage(t *testing.T) {
	h := host.Model{Costs: host.Costs{
		Post: 600 * ns, Rendezvous: true, Eager: 4096, CopyRate: 10e9, NICStart: 400 * ns,
		Cache: host.Disabled, RegisterBase: 7 * us, RegisterPage: 100 * ns, Page: 64 * units.KiB,
	}}
	o := broadcast2(t, 4097, h)
	// Request and clear to send cross the star empty, each after a NIC start; both ends register one page.
	expect(t, o, wire(4097, map[ledger.Component]units.Duration{
		ledger.Library: 600 * ns, ledger.Register: 2 * (7*us + 100*ns), ledger.Protocol: 3*400*ns + 2*400*ns,
	}))
	if o.Controls != 2 {
		t.Errorf("%d control messages, want request and clear", o.Controls)
	}
	if w := o.Ranks[1].Waiting; w != 0 {
		t.Errorf("rank 1 waited %d ps for a rank that had begun at once", int64(w))
	}
}

func TestRegistrationCache(t *testing.T) {
	total := func(c host.Cache) *exec.Outcome {
		h := host.Model{Costs: host.Costs{Rendezvous: true, Cache: c, RegisterBase: 7 * us, RegisterPage: 100 * ns, Page: 4 * units.KiB}}
		if c == host.Warm {
			h.RegisterBase, h.RegisterPage, h.Page = 0, 0, 0
		}
		g := star(t, 4)
		return play(t, exec.Config{Schedule: build(t, algo.AllGather, "ring", algo.Call{Ranks: 4, Bytes: 64 * units.KiB}), Graph: g, Net: levels[2].net(g), Host: h})
	}
	whole := 7*us + 16*100*ns
	chunk := 7*us + 4*100*ns
	if got := total(host.Warm).Critical[ledger.Register]; got != 0 {
		t.Errorf("warm cache: %d ps of registration", int64(got))
	}
	// Cold: the sender registers the whole buffer once, and that covers what it receives.
	if got := total(host.Cold).Critical[ledger.Register]; got != whole {
		t.Errorf("cold cache: %d ps of registration, want %d", int64(got), int64(whole))
	}
	// Off: in each of three rounds the sender registers what it sends, then the receiver what it receives.
	if got := total(host.Disabled).Critical[ledger.Register]; got != 6*chunk {
		t.Errorf("no cache: %d ps of registration, want %d", int64(got), int64(6*chunk))
	}
}

// A cache that holds less than what is used over and over: a ring all-reduce of 4 ranks uses 4 pieces one after the
// other, then 3 of them again. With room for all of them each is registered once; with room for fewer the one used
// longest ago has always just given way.
func TestRegistrationCacheOverflows(t *testing.T) {
	const piece = 16 * units.KiB
	once := 7*us + 4*100*ns
	for _, c := range []struct {
		capacity units.Bytes
		misses   units.Duration
	}{{4 * piece, 4}, {4*piece - 1, 7}, {piece, 7}, {piece - 1, 12}} {
		h := host.Model{Costs: host.Costs{Rendezvous: true, Cache: host.Cold, Capacity: c.capacity, RegisterBase: 7 * us, RegisterPage: 100 * ns, Page: 4 * units.KiB}}
		g := star(t, 4)
		s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 4, Bytes: 4 * piece})
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[2].net(g), Host: h})
		if got := o.Critical[ledger.Register]; got != c.misses*once {
			t.Errorf("%d bytes: %d ps of registration, want %d times %d", int64(c.capacity), int64(got), int64(c.misses), int64(once))
		}
	}
}

func TestInterruptsAreCoalesced(t *testing.T) {
	h := host.Model{Costs: host.Costs{Completion: host.Interrupt, Coalesce: 20 * us, Handler: 4 * us}}
	o := broadcast2(t, 1000, h)
	expect(t, o, wire(1000, map[ledger.Component]units.Duration{ledger.Complete: 24 * us}))

	// Three messages into rank 0 within the window: one interrupt tells of all.
	g := star(t, 4)
	s := build(t, algo.Barrier, "central", algo.Call{Ranks: 4})
	all := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Host: h})
	if all.Total != 2*(400*ns+24*us) {
		t.Errorf("central barrier: %d ps", int64(all.Total))
	}
}

// Lanes of one rank share its core: k channels that post at once wait for one another, and twice the users more than
// double the wait; a core each makes it vanish.
func TestCoreIsShared(t *testing.T) {
	wait := func(channels int) units.Duration {
		h := host.Model{Costs: host.Costs{Post: 1 * us}}
		g := star(t, 2)
		s := build(t, algo.Broadcast, "binomial", algo.Call{Ranks: 2, Bytes: 0, Channels: channels})
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[0].net(g), Host: h})
		return o.Critical[ledger.Library] - 1*us
	}
	if wait(1) != 0 || wait(2) != 1*us || wait(4) != 3*us {
		t.Errorf("waits for the core: %d, %d, %d ps", int64(wait(1)), int64(wait(2)), int64(wait(4)))
	}
}

// A rank that starts d late: a barrier is later by d minus what the schedule hides, the critical path carries skew = d,
// and the others wait.
func TestLateRank(t *testing.T) {
	const d = 3 * us
	for _, name := range []string{"central", "dissemination", "tree"} {
		for _, l := range levels {
			g := star(t, 8)
			s := build(t, algo.Barrier, name, algo.Call{Ranks: 8})
			onTime := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g)})
			for late := range 8 {
				start := make([]units.Duration, 8)
				start[late] = d
				o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Start: start})
				// The path from the late rank's start to the last exit: all of it but what the others had to do before anyway.
				if o.Critical[ledger.Skew] != d {
					t.Errorf("%s late %d %s: skew %d ps", name, late, l.name, int64(o.Critical[ledger.Skew]))
				}
				hidden := onTime.Total + d - o.Total
				if hidden < 0 || hidden > onTime.Total {
					t.Errorf("%s late %d %s: %d ps late, %d against %d", name, late, l.name, int64(d), int64(o.Total), int64(onTime.Total))
				}
				if name == "dissemination" && hidden != 0 {
					t.Errorf("dissemination hides %d ps, but every rank is on a longest path", int64(hidden))
				}
				waiting := units.Duration(0)
				for r, times := range o.Ranks {
					if r != late {
						waiting = max(waiting, times.Waiting)
					}
				}
				if waiting < d-hidden-onTime.Total || waiting == 0 {
					t.Errorf("%s late %d %s: nobody waits longer than %d ps", name, late, l.name, int64(waiting))
				}
			}
		}
	}
}

// A slow rank's excess is skew, its nominal part stays where it is.
func TestSlowRank(t *testing.T) {
	h := host.Model{Costs: host.Costs{Post: 1000 * ns}, Slow: []host.Slowdown{{Num: 7, Den: 5}, {Num: 1, Den: 1}}}
	expect(t, broadcast2(t, 0, h), map[ledger.Component]units.Duration{ledger.Library: 1000 * ns, ledger.Skew: 400 * ns, ledger.Propagate: 400 * ns})
}

func TestJitterIsKeyed(t *testing.T) {
	h := host.Model{Costs: host.Costs{Post: 100 * ns}, Jitter: sim.Jitter{Distribution: sim.Exponential, Mean: 1 * us}, Seed: 7}
	a, b := broadcast2(t, 0, h), broadcast2(t, 0, h)
	if a.Total != b.Total || a.Critical[ledger.Skew] == 0 {
		t.Errorf("the same seed gives %d and %d, skew %d", int64(a.Total), int64(b.Total), int64(a.Critical[ledger.Skew]))
	}
	h.Seed = 8
	if c := broadcast2(t, 0, h); c.Total == a.Total {
		t.Error("another seed gives the same luck")
	}
}

// Whatever the order of events within a picosecond, totals, breakdowns and waits are the same.
func TestTieShuffle(t *testing.T) {
	costs := host.Costs{
		Launch: 1 * us, Post: 500 * ns, Rendezvous: true, Eager: 2048, CopyRate: 10e9, NICStart: 400 * ns, Poll: 100 * ns, ReduceRate: 50e9,
		Cache: host.Cold, RegisterBase: 7 * us, RegisterPage: 100 * ns, Page: 4 * units.KiB,
	}
	driven := costs
	driven.Proxy, driven.ProxyWork, driven.OnHost, driven.PCIe, driven.Ack = host.NodeProxy, 300*ns, true, 1*us, host.SoftwareAck
	driven.Capacity = 100 * units.KiB
	driven.Bounce, driven.BounceRate, driven.Hold, driven.Setup = true, 20e9, 2*us, 9*us
	irq := costs
	irq.Completion, irq.Poll, irq.Coalesce, irq.Handler = host.Interrupt, 0, 20*us, 4*us
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 2, Set: []fabric.Setting{{Name: "switch.sharp", Value: fabric.YesNoOf(true)}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range algo.All() {
		for _, h := range []host.Costs{{}, costs, irq, driven} {
			call := algo.Call{Ranks: 16, PerNode: 8, Bytes: 1 << 20, Channels: 3, Slices: 2, Order: g.Order(3)}
			s := build(t, a.Collective, a.Name, call)
			for _, l := range levels {
				one := func(shuffle uint64) *exec.Outcome {
					return play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: host.Model{Costs: h}, Limits: sim.Options{Shuffle: shuffle}})
				}
				want := one(0)
				for seed := range uint64(2) {
					got := one(seed + 1)
					if got.Total != want.Total || got.Critical != want.Critical {
						t.Fatalf("%s/%s %s: shuffle %d changes the result: %d %v, without %d %v", a.Collective, a.Name, l.name, seed+1, int64(got.Total), got.Critical, int64(want.Total), want.Critical)
					}
					for r := range want.Ranks {
						if got.Ranks[r] != want.Ranks[r] {
							t.Fatalf("%s/%s %s: shuffle %d changes rank %d: %+v, without %+v", a.Collective, a.Name, l.name, seed+1, r, got.Ranks[r], want.Ranks[r])
						}
					}
				}
			}
		}
	}
}

// A reduction on the rank's core queues for it: k lanes that combine at once take k times as long; on the GPU each has
// its own rate.
func TestReductionOnTheCore(t *testing.T) {
	total := func(channels int, on bool) units.Duration {
		h := host.Model{Costs: host.Costs{ReduceRate: 1e9, ReduceOnCore: on}}
		g := star(t, 2)
		s := build(t, algo.Reduce, "binomial", algo.Call{Ranks: 2, Bytes: units.Bytes(channels) * 4096, Channels: channels})
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[0].net(g), Host: h})
		return o.Critical[ledger.Reduce] + o.Critical[ledger.Library]
	}
	one := units.Rate(1e9).Over(4096)
	for _, channels := range []int{1, 2, 4} {
		if got := total(channels, false); got != one {
			t.Errorf("%d channels on the GPU: %d ps, want %d", channels, int64(got), int64(one))
		}
		// The last piece arrives (channels-1) serialisations after the first, while the core is busy with those before.
		want := units.Duration(channels)*one - units.Duration(channels-1)*starOver(4096)
		if got := total(channels, true); got != want {
			t.Errorf("%d channels on the core: %d ps, want %d", channels, int64(got), int64(want))
		}
	}
}

// A delay is not made longer by a slow rank, and what chance adds to a task hangs on its own number and nothing else.
func TestTasksOfASlowRank(t *testing.T) {
	one := still(0, 0)
	one.Task = 1
	two := still(0, 0)
	two.Task = 2
	play2 := func(tasks []exec.Task, steps ...algo.Step) *exec.Outcome {
		s := written(1, 1, map[[2]int32][]algo.Step{{0, 0}: steps})
		g := star(t, 1)
		slow := []host.Slowdown{{Num: 3, Den: 2}}
		return play(t, exec.Config{Schedule: s, Graph: g, Tasks: tasks, Net: levels[0].net(g), Host: host.Model{Slow: slow, Seed: 5}})
	}
	delay := exec.Task{Component: ledger.Skew, Nominal: 40 * us}
	if o := play2([]exec.Task{delay}, one); o.Total != 40*us {
		t.Errorf("a delay of 40 us takes %d ps", int64(o.Total))
	}
	chance := exec.Task{Component: ledger.Skew, Jitter: sim.Jitter{Distribution: sim.Exponential, Mean: us}, Luck: 3}
	a := play2([]exec.Task{delay, chance}, two)
	b := play2([]exec.Task{delay, chance}, one, two)
	if b.Total-a.Total != 40*us {
		t.Errorf("a step before it changes what chance adds: %d and %d ps", int64(a.Total), int64(b.Total)-int64(40*us))
	}
}
