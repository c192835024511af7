package exec_test

import (
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

const hop = 1200 * us

// A software hop is paid once a connection: once in a ring, whose connections open at the same time, and once a level in
// a tree, where each rank hears of the matter only when its connection is open. What goes on inside a node is not delayed.
func TestDetourOnceAConnection(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		times     units.Duration
	}{{"ring", 1}, {"tree", 3}, {"recursive_doubling", 3}} {
		g := star(t, 8)
		s := build(t, algo.AllReduce, c.algorithm, algo.Call{Ranks: 8, Bytes: 64 * units.KiB})
		for _, l := range levels {
			plain := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g)})
			o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: host.Model{Costs: host.Costs{Detour: hop}}})
			if o.Total != plain.Total+c.times*hop || o.Critical[ledger.Protocol] != c.times*hop {
				t.Errorf("%s %s: %d ps with a hop, %d without", c.algorithm, l.name, int64(o.Total), int64(plain.Total))
			}
		}
	}
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 8, PerNode: 8, Bytes: units.MiB})
	if o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Host: host.Model{Costs: host.Costs{Detour: hop}}}); o.Critical[ledger.Protocol] != 0 {
		t.Errorf("inside a node: %d ps of protocol", int64(o.Critical[ledger.Protocol]))
	}
}

// The request, the clear and the data of a handshake go over one connection, and it is open for the last two.
func TestDetourOfAHandshake(t *testing.T) {
	h := host.Model{Costs: host.Costs{Rendezvous: true, Eager: 4096, Detour: hop}}
	expect(t, broadcast2(t, 4097, h), wire(4097, map[ledger.Component]units.Duration{ledger.Protocol: hop + 2*400*ns}))
}

// Messages keep their order and the order of events decides nothing, whatever the software does besides.
func TestDetourOfRandomSchedules(t *testing.T) {
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks)
		h := host.Model{Costs: randomCosts(r)}
		h.Detour = units.Duration(1+r.Intn(3)) * us
		for _, l := range levels {
			c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h}
			o := play(t, c)
			c.Limits = sim.Options{Shuffle: uint64(seed) + 1}
			if p := play(t, c); p.Total != o.Total || p.Critical != o.Critical {
				t.Fatalf("seed %d %s: shuffle gives %d, not %d", seed, l.name, int64(p.Total), int64(o.Total))
			}
		}
	}
}
