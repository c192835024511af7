package exec_test

import (
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/fabric/message"
	"collsim/sim"
	"collsim/sim/units"
)

// punctual hides that a Net takes messages early.
type punctual struct{ fabric.Net }

// counted counts what a Net takes early.
type counted struct {
	*message.Net
	early *int
}

func (c counted) SendEarly(m fabric.Message, at units.Time) {
	*c.early++
	c.Net.SendEarly(m, at)
}

// bothWays plays a run with messages sent early where that is allowed, and without, and wants the same.
func bothWays(t *testing.T, c exec.Config, what string) (early int) {
	t.Helper()
	c.Net = func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
		n, err := message.New(k, c.Graph, s)
		return counted{n, &early}, err
	}
	o, ok := windowed(t, c)
	c.Net = func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
		n, err := message.New(k, c.Graph, s)
		return punctual{n}, err
	}
	p, goes := windowed(t, c)
	switch {
	case ok != goes:
		t.Fatalf("%s: ends %v early, %v on time", what, ok, goes)
	case !ok:
	case o.Total != p.Total || o.Critical != p.Critical || o.Events != p.Events || o.Controls != p.Controls:
		t.Fatalf("%s: %d ps %v, %d events early; %d ps %v, %d events on time", what, int64(o.Total), o.Critical, o.Events, int64(p.Total), p.Critical, p.Events)
	default:
		for r := range o.Ranks {
			if o.Ranks[r] != p.Ranks[r] {
				t.Fatalf("%s: rank %d %v early, %v on time", what, r, o.Ranks[r], p.Ranks[r])
			}
		}
	}
	return early
}

// postings are costs with which messages may be sent early, at random.
func postings(r *rand.Rand) host.Costs {
	some := func(d units.Duration) units.Duration { return units.Duration(r.Intn(3)) * d }
	return host.Costs{
		Launch: some(us), Post: some(300 * ns), NICStart: some(200 * ns), Poll: some(700 * ns), ReduceRate: units.Rate(r.Intn(2)) * 40e9,
		ReduceOnCore: r.Intn(2) == 0, Rendezvous: r.Intn(2) == 0, Eager: units.Bytes(r.Intn(20000)), CopyRate: units.Rate(r.Intn(2)) * 10e9, Hold: some(us),
		Cache: host.Cache(r.Intn(3)), RegisterBase: some(2 * us), Bounce: r.Intn(2) == 0, BounceRate: units.Rate(r.Intn(2)) * 12e9, PCIe: some(us),
	}
}

// eager are costs of lanes that share a core, with handshakes that no message is large enough for, at random.
func eager(r *rand.Rand) host.Costs {
	c := postings(r)
	c.Post, c.Rendezvous, c.Eager = units.Duration(1+r.Intn(2))*300*ns, true, units.GiB
	return c
}

// Where lanes share a core and no message is large enough for a handshake, messages leave early, and it changes nothing.
func TestEarlyOnSharedCores(t *testing.T) {
	early := 0
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		if s.Lanes == 1 {
			continue
		}
		early += bothWays(t, exec.Config{Schedule: s, Graph: star(t, s.Call.Ranks), Host: host.Model{Costs: eager(r)}}, "random")
	}
	early += algorithmsBothWays(t, 2, eager)
	if early < 10000 {
		t.Errorf("only %d messages were sent early", early)
	}
	t.Logf("%d messages were sent early", early)
}

// What is sent early changes nothing: schedules at random, and all algorithms on the star and on servers, with software at
// random, with and without windows.
func TestEarlyChangesNothing(t *testing.T) {
	early := 0
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks)
		early += bothWays(t, exec.Config{Schedule: s, Graph: g, Host: host.Model{Costs: postings(r)}, Window: int32(r.Intn(4))}, "random")
	}
	early += algorithmsBothWays(t, 1, postings)
	if early < 10000 {
		t.Errorf("only %d messages were sent early", early)
	}
	t.Logf("%d messages were sent early", early)
}

// algorithmsBothWays plays all algorithms on so many channels or one more, on the star and on servers, with costs and windows at random.
func algorithmsBothWays(t *testing.T, channels int, costs func(*rand.Rand) host.Costs) (early int) {
	servers, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range algo.All() {
		for k := range 8 {
			r := rand.New(rand.NewSource(int64(8*i + k)))
			call := algo.Call{Ranks: 16, PerNode: 8, Bytes: units.Bytes(r.Intn(1 << 19)), Channels: channels + r.Intn(2), Slices: 1 + r.Intn(3)}
			s, err := a.Build(call)
			if err != nil || s.Seats > 0 {
				continue
			}
			for _, g := range []*fabric.Graph{servers, star(t, 16)} {
				c := exec.Config{Schedule: s, Graph: g, Host: host.Model{Costs: costs(r)}, Window: int32(r.Intn(4)), Rounds: call.Slices == 1 && r.Intn(2) == 0}
				early += bothWays(t, c, string(a.Collective)+"/"+a.Name)
			}
		}
	}
	return early
}
