package exec_test

import (
	"errors"
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/fabric/loss"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// losing is a level whose links lose packets.
func (l level) losing(g *fabric.Graph, o loss.Options) binding {
	return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return loss.New(k, g, s, o, l.net(g)) }
}

func lossy(t testing.TB, n int, set ...fabric.Setting) *fabric.Graph {
	return star(t, n, append(set, fabric.Setting{Name: "retransmit.timeout", Value: fabric.DurationOf(500 * us)})...)
}

func chance(p units.Probability) fabric.Setting {
	return fabric.Setting{Name: "network.loss", Value: fabric.ProbabilityOf(p)}
}

// The critical path of a message that is lost once is what it was, and a time-out and what is sent again on top.
func TestLossIsRetransmit(t *testing.T) {
	g := lossy(t, 2, chance(5e7))
	s := build(t, algo.Broadcast, "binomial", algo.Call{Ranks: 2, Bytes: 16 * 4096})
	once := 0
	for seed := range uint64(200) {
		for _, l := range levels {
			x, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: l.losing(g, loss.Options{Seed: seed})})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := x.Play(0); err != nil {
				t.Fatal(err)
			}
			lost, resent := int64(0), int64(0)
			for id := range g.Links {
				c := x.Counters(fabric.LinkID(id))
				lost, resent = lost+c.Lost, resent+c.Resent
			}
			if lost > 1 {
				continue
			}
			once++
			want := wire(16*4096, map[ledger.Component]units.Duration{})
			if lost == 1 {
				want[ledger.Retransmit] = 500*us + starMessage(units.Bytes(resent)*4096)
			}
			expect(t, x.Outcome(), want)
		}
	}
	if once < 200 {
		t.Fatalf("only %d runs with one loss or none", once)
	}
}

// With any losses any schedule, with any software, ends with the same parts whatever the order of events, and without
// losses it ends sooner.
func TestRandomSchedulesWithLoss(t *testing.T) {
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := lossy(t, s.Call.Ranks, chance(2e7))
		h := host.Model{Costs: randomCosts(r)}
		o := loss.Options{Seed: uint64(seed), Resend: loss.Resend(seed % 2)}
		for _, l := range levels {
			c := exec.Config{Schedule: s, Graph: g, Net: l.losing(g, o), Host: h, Rounds: seed%3 == 0}
			a := play(t, c)
			c.Limits = sim.Options{Shuffle: uint64(seed) + 1}
			if b := play(t, c); a.Total != b.Total || a.Critical != b.Critical {
				t.Fatalf("seed %d %s: %d %v, shuffled %d %v", seed, l.name, int64(a.Total), a.Critical, int64(b.Total), b.Critical)
			}
		}
	}
}

// A message that never arrives ends the run with an error that says why, not with one about a deadlock.
func TestGivingUpEndsARun(t *testing.T) {
	g := lossy(t, 4, fabric.Setting{Name: "node1/gpu0>leaf0.loss", Value: fabric.ProbabilityOf(units.Certain)})
	s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 4, Bytes: units.MiB})
	x, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: levels[0].losing(g, loss.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Play(0)
	var gave *fabric.GaveUp
	if !errors.As(err, &gave) || gave.Link != "node1/gpu0>leaf0" || gave.Attempts != 8 {
		t.Fatalf("error %v", err)
	}
}
