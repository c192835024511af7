package exec_test

import (
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/units"
)

// randomCosts mixes everything that the software path can do, zeros included.
func randomCosts(r *rand.Rand) host.Costs {
	some := func(d units.Duration) units.Duration { return units.Duration(r.Intn(3)) * d }
	c := host.Costs{
		Launch: some(us), Post: some(300 * ns), NICStart: some(200 * ns), ReduceRate: units.Rate(r.Intn(2)) * 40e9,
		Rendezvous: r.Intn(4) > 0, Eager: units.Bytes(r.Intn(20000)), CopyRate: units.Rate(r.Intn(2)) * 10e9,
	}
	if r.Intn(2) == 0 {
		c.Completion, c.Coalesce, c.Handler = host.Interrupt, some(5*us), some(us)
	} else {
		c.Poll = some(700 * ns)
	}
	if c.Cache = host.Cache(r.Intn(3)); c.Cache != host.Warm {
		c.RegisterBase, c.RegisterPage, c.Page = some(2*us), some(50*ns), 4*units.KiB
		if c.Cache == host.Cold {
			c.Capacity = units.Bytes(r.Intn(3)) * 30000
		}
	}
	drive(r, &c)
	return c
}

// drive mixes in what moves messages along beside the lanes.
func drive(r *rand.Rand, c *host.Costs) {
	some := func(d units.Duration) units.Duration { return units.Duration(r.Intn(3)) * d }
	c.Ack = host.Ack(r.Intn(3))
	c.OnHost, c.PCIe = r.Intn(2) == 0, some(us)
	c.Bounce, c.BounceRate = r.Intn(2) == 0, units.Rate(r.Intn(2))*12e9
	c.Proxy, c.ProxyWork = host.Proxy(r.Intn(3)), some(400*ns)
	c.Hold, c.Setup = some(us), some(9*us)
	c.Strided, c.Serialize = units.Rate(r.Intn(2))*2e9, units.Rate(r.Intn(2))*3e9
	c.Small, c.Penalty = units.Bytes(r.Intn(20000)), sim.Jitter{Distribution: sim.Exponential, Mean: some(3 * us)}
}

// Messages of one lane match in program order whatever the software does to some of them: eager ones and those that ask
// first, interrupts and early news from the network. accept panics where sizes differ, and the tie shuffle finds the
// rest.
func TestMessagesNeverOvertake(t *testing.T) {
	for seed := range int64(120) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.KiB << uint(3+r.Intn(18)))})
		h := host.Model{Costs: randomCosts(r)}
		for _, l := range levels {
			for _, rounds := range []bool{false, true} {
				c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h, Rounds: rounds}
				o := play(t, c)
				c.Limits = sim.Options{Shuffle: uint64(seed) + 1}
				if p := play(t, c); p.Total != o.Total || p.Critical != o.Critical {
					t.Fatalf("seed %d %s rounds=%v %+v: shuffle gives %d, not %d", seed, l.name, rounds, h.Costs, int64(p.Total), int64(o.Total))
				}
			}
		}
	}
}

// A chain whose slices straddle the eager limit, with interrupts: once, requests passed older messages at message level.
func TestMixedSlicesWithInterrupts(t *testing.T) {
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	mpi, _, err := host.Bind("mpi", []fabric.Setting{{Name: "host.completion", Value: fabric.WordOf("interrupt")}})
	if err != nil {
		t.Fatal(err)
	}
	mpi.NICStart, mpi.Post, mpi.CopyRate = 0, 0, 1e12
	s := build(t, algo.Broadcast, "chain", algo.Call{Ranks: 8, PerNode: 8, Bytes: 65540, Slices: 8})
	var want units.Duration
	for _, l := range levels {
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: host.Model{Costs: mpi}})
		if want == 0 {
			want = o.Total
		}
		if o.Total != want {
			t.Errorf("%s: %d ps, %s: %d", l.name, int64(o.Total), levels[0].name, int64(want))
		}
	}
}

// With a barrier after each round, round k begins when the last message of the rounds before has been consumed, and not
// when one of round k itself has. Central on two channels: rank 0 gathers 15 chunks on each of two lanes and then posts
// 15 on each, the lanes taking turns at its core, while the first receivers are done already.
func TestGateIsNotHeldByItsOwnRound(t *testing.T) {
	const post = us
	for _, poll := range []units.Duration{100 * ns, 2 * us, 50 * us} {
		g := star(t, 16)
		h := host.Model{Costs: host.Costs{Poll: poll, Post: post}}
		s := build(t, algo.AllReduce, "central", algo.Call{Ranks: 16, Bytes: units.MiB, Channels: 2})
		for _, l := range levels[1:] {
			opens := gathered(t, g, l, h)
			o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h, Rounds: true})
			// Rank 0's link sends 30 chunks one behind the other. A receiver's lane looks every poll from when it had posted:
			// lane 0 after one post, lane 1, which waits for the core, after two.
			looks := func(arrives, ready units.Duration) units.Duration { return ready + (arrives-ready+poll-1)/poll*poll }
			last := opens + post + starMessage(15*units.MiB)
			want := max(looks(last, 2*post), looks(last-starOver(units.MiB/2), post))
			if o.Total != want {
				t.Errorf("%s, poll %d: %d ps, want %d (the gate opens at %d)", l.name, int64(poll), int64(o.Total), int64(want), int64(opens))
			}
		}
	}
}

// gathered is when rank 0 has consumed everything: the first round of central, by itself.
func gathered(t *testing.T, g *fabric.Graph, l level, h host.Model) units.Duration {
	t.Helper()
	s := build(t, algo.AllReduce, "central", algo.Call{Ranks: 16, Bytes: units.MiB, Channels: 2})
	whole := s.Step
	first := *s
	first.Step = func(rank, lane, index int32) (algo.Step, bool) {
		step, ok := whole(rank, lane, index)
		if ok && step.Round > 0 {
			return algo.Step{}, false
		}
		return step, ok
	}
	return play(t, exec.Config{Schedule: &first, Graph: g, Net: l.net(g), Host: h}).Total
}

// What two lanes begin to write in one instant leaves by round, then by lane. Lane 1 of rank 0 has known since the start that
// its second message begins at 400 ns; lane 0 hears at 400 ns of the message that it answers. Postal and packets tell of
// that in the instant itself, so lane 0 comes a round later and waits for 40,000 B of the link, 800 ns. Whole messages
// are told of ahead of the clock: both are of one round, lane 0 goes first, and lane 1 waits for 20,000 B.
func TestAnswersLeaveAfterWhatWasKnown(t *testing.T) {
	move := func(n units.Bytes, slice int32, from, to int32) algo.Step {
		s := still(n, slice)
		s.Slice, s.Recv, s.Send = slice, from, to // of another slice: no pass is shared
		return s
	}
	s := written(2, 2, map[[2]int32][]algo.Step{
		{0, 0}: {move(0, 0, 1, -1), move(20_000, 1, -1, 1)},
		{0, 1}: {move(16_000, 0, -1, 1), move(40_000, 1, -1, 1)},
		{1, 0}: {move(0, 0, -1, 0), move(20_000, 1, 0, -1)},
		{1, 1}: {move(16_000, 0, 0, -1), move(40_000, 1, 0, -1)},
	})
	const began, pass, flight = 400 * ns, 1000 * ns, 400 * ns // a pass over 40,000 B at 40 GB/s; links take 800 ns for them
	g := star(t, 2)
	b := &blocks{Kernel: host.Kernel{Block: 40e9}}
	for _, l := range levels {
		want := began + pass + flight + pass
		if l.name == "message" {
			want = began + starOver(20_000) + starOver(40_000) + flight + pass
		}
		if o := play(t, b.run(s, g, l, 2, 0)); o.Total != want {
			t.Errorf("%s: %d ps, want %d", l.name, int64(o.Total), int64(want))
		}
		if got := b.evaluate(s, l, 0); got != want {
			t.Errorf("%s: evaluator %d ps, want %d", l.name, int64(got), int64(want))
		}
	}
}
