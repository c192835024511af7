package exec_test

import (
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/fabric/loss"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// observed plays c twice, with a meter the second time, which must change nothing. What links cost must sum, component by
// component, to the critical path.
func observed(t *testing.T, name string, c exec.Config) *exec.Outcome {
	t.Helper()
	want := play(t, c)
	c.Meter = fabric.NewMeter(len(c.Graph.Links), units.Time(want.Total), 3)
	got := play(t, c)
	if got.Total != want.Total || got.Critical != want.Critical || got.Events != want.Events {
		t.Fatalf("%s: %d ps, %v, looked at %d ps, %v", name, int64(want.Total), want.Critical, int64(got.Total), got.Critical)
	}
	var sum fabric.Transit
	for i := range got.Places {
		sum.Add(&got.Places[i].Transit)
	}
	of := &got.Critical
	all := fabric.Transit{Serialize: of[ledger.Serialize], Propagate: of[ledger.Propagate], Queue: of[ledger.Queue], Arbitrate: of[ledger.Arbitrate],
		HeadOfLine: of[ledger.HeadOfLine], Backpressure: of[ledger.Backpressure], Retransmit: of[ledger.Retransmit]}
	if sum != all {
		t.Fatalf("%s: links cost %+d, the critical path %+d", name, sum, all)
	}
	return got
}

// Whatever is played, at every level, with software, handshakes, barriers and losses.
func TestPlacesSumToTheCriticalPath(t *testing.T) {
	var seen fabric.Transit
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(8 * units.KiB)},
			fabric.Setting{Name: "switch.queueing", Value: fabric.WordOf([]string{"virtual-output", "input"}[seed%2])})
		bad := lossy(t, s.Call.Ranks, chance(2e7))
		h := host.Model{Costs: randomCosts(r)}
		for _, l := range append([]level{fluid}, levels...) {
			c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h, Rounds: seed%3 == 0}
			o := observed(t, l.name, c)
			c.Graph, c.Net = bad, l.losing(bad, loss.Options{Seed: uint64(seed), Resend: loss.Resend(seed % 2)})
			for _, o := range []*exec.Outcome{o, observed(t, l.name+" with losses", c)} {
				for i := range o.Places {
					seen.Add(&o.Places[i].Transit)
				}
			}
		}
	}
	if min(seen.Queue, seen.Backpressure, seen.Retransmit) == 0 {
		t.Fatalf("some things never happened: %+d", seen)
	}
}

// The same on servers with buses that are shared, and on a network of two levels.
func TestPlacesOnServers(t *testing.T) {
	var seen fabric.Transit
	for _, spec := range []fabric.Spec{
		{Preset: "hgx-h100", Nodes: 2}, {Preset: "pcie-8-shared-nic", Nodes: 2, Network: "switch"}, {Preset: "star", Nodes: 12, Network: "leaf-spine"},
	} {
		g, _, err := fabric.Build(spec)
		if err != nil {
			t.Fatal(err)
		}
		ranks := len(g.GPUs)
		s := build(t, algo.AllToAll, "pairwise", algo.Call{Ranks: ranks, PerNode: g.GPUsPerNode, Bytes: units.Bytes(ranks) * 20_000, Channels: 2})
		for _, l := range append([]level{fluid}, levels...) {
			o := observed(t, spec.Preset+" "+l.name, exec.Config{Schedule: s, Graph: g, Net: l.net(g)})
			for i := range o.Places {
				seen.Add(&o.Places[i].Transit)
			}
		}
	}
	if seen.Arbitrate == 0 {
		t.Fatalf("no bus ever kept anybody: %+d", seen)
	}
}

// incast is k senders that each send so many bytes to rank 0. Whoever is first then sends more to the last rank, where
// nobody else does.
func incast(k int, bytes, more units.Bytes) *algo.Schedule {
	steps := map[[2]int32][]algo.Step{}
	move := func(from, to int32, n units.Bytes) {
		send, recv := still(n, 0), still(n, 0)
		send.Send, recv.Recv = to, from
		steps[[2]int32{from, 0}] = append(steps[[2]int32{from, 0}], send)
		steps[[2]int32{to, 0}] = append(steps[[2]int32{to, 0}], recv)
	}
	for r := range int32(k) {
		move(r+1, 0, bytes)
	}
	if more > 0 {
		move(1, int32(k)+1, more)
	}
	return written(k+2, 1, steps)
}

// Where the critical path stands still it says at which link: k senders to one wait at the port of the one, in all as long
// as the others' bytes take.
func TestPlacesOfIncast(t *testing.T) {
	const k, bytes = 5, 16 * 4096
	g := star(t, k+2, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.MiB)})
	last, _ := g.Route(1, 0, 0)
	for _, l := range levels[1:] { // postal knows no queue
		o := observed(t, l.name, exec.Config{Schedule: incast(k, bytes, 0), Graph: g, Net: l.net(g)})
		var queue units.Duration
		for _, h := range o.Places {
			if queue += h.Queue; h.Queue > 0 && h.Link != last[1] {
				t.Errorf("%s: %d ps at %s", l.name, int64(h.Queue), g.LinkName(h.Link))
			}
		}
		if want := starMessage(k*bytes) - starMessage(bytes); queue != want || o.Total != starMessage(k*bytes) {
			t.Errorf("%s: %d ps, of which %d of queue, not %d", l.name, int64(o.Total), int64(queue), int64(want))
		}
	}
}

// A message whose way is free stands behind one whose way is not, in the queue of their input: at the port that it keeps
// idle.
func TestPlacesOfHeadsOfLines(t *testing.T) {
	const k = 5
	g := star(t, k+2, fabric.Setting{Name: "switch.queueing", Value: fabric.WordOf("input")})
	c := exec.Config{Schedule: incast(k, 4*4096, 64*4096), Graph: g, Net: levels[2].net(g)}
	o := observed(t, "input queues", c)
	free, _ := g.Route(1, k+1, 0)
	blocked := units.Duration(0)
	for _, h := range o.Places {
		if h.HeadOfLine > 0 && h.Link == free[1] {
			blocked = h.HeadOfLine
		} else if h.HeadOfLine > 0 {
			t.Errorf("%d ps at %s", int64(h.HeadOfLine), g.LinkName(h.Link))
		}
	}
	c.Meter = fabric.NewMeter(len(g.Links), units.Time(o.Total), 1)
	play(t, c)
	c.Meter.Settle()
	if got := c.Meter.Use(free[1]).Blocked; blocked == 0 || got != blocked {
		t.Errorf("the path stands behind heads for %d ps, the port idles for that for %d", int64(blocked), int64(got))
	}
}
