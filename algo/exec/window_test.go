package exec_test

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// windowed plays a run and reports whether it ends; one that does not is stuck for want of room in a window.
func windowed(t testing.TB, c exec.Config) (*exec.Outcome, bool) {
	t.Helper()
	c.Seats = seats(c)
	x, err := exec.New(c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Play(0)
	var d *exec.Deadlock
	if errors.As(err, &d) && strings.Contains(err.Error(), "that its window lets it have on their way") {
		return nil, false
	}
	if err != nil {
		t.Fatal(err)
	}
	o := x.Outcome()
	if o.Critical.Sum() != o.Total {
		t.Fatalf("parts sum to %d, total is %d", int64(o.Critical.Sum()), int64(o.Total))
	}
	return o, true
}

// With a window every algorithm, at every level, equals the evaluator to the picosecond, unless more must be on its way
// before anything is received. A window that is never full changes nothing but what news of room take of the links.
func TestWindowsAgree(t *testing.T) {
	compared, held, stuck := 0, 0, 0
	for _, a := range algo.All() {
		for _, call := range []algo.Call{
			{Ranks: 2, Bytes: 100_003}, {Ranks: 5, Bytes: 100_003}, {Ranks: 8, Bytes: 8 * 8192}, {Ranks: 8, PerNode: 2, Bytes: 99_999},
			{Ranks: 6, Bytes: 300_001, Channels: 2, Slices: 3}, {Ranks: 7, Bytes: 300_001, Slices: 8},
		} {
			if _, err := a.Build(call); err != nil {
				continue
			}
			s := build(t, a.Collective, a.Name, call)
			g := star(t, call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.GiB)})
			for _, l := range levels {
				if s.Seats > 1 && l.name != "postal" {
					continue
				}
				free := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g)})
				for _, window := range []int{1, 2, 3} {
					o, ok := windowed(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Window: int32(window)})
					if !ok {
						stuck++
						continue
					}
					if want := evaluateWindow(s, false, window, l.name); o.Total != want {
						t.Errorf("%s/%s %+v %s window %d: %d ps, evaluator %d", a.Collective, a.Name, call, l.name, window, int64(o.Total), int64(want))
					}
					compared++
					if o.Total > free.Total {
						held++
					}
				}
			}
		}
	}
	t.Logf("%d comparisons, %d slower for the window, %d stuck", compared, held, stuck)
	if compared < 500 || held < 50 {
		t.Errorf("%d comparisons, %d slower for the window", compared, held)
	}
}

// Random schedules with windows: the evaluator agrees, and so does every order of what happens in one picosecond, software
// included.
func TestRandomWindows(t *testing.T) {
	ended := 0
	for seed := range int64(150) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.GiB)})
		window := 1 + r.Intn(3)
		costs := randomCosts(r)
		for _, l := range levels {
			for _, h := range []host.Costs{{}, costs} {
				c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Window: int32(window), Host: host.Model{Costs: h}}
				o, ok := windowed(t, c)
				if !ok {
					continue
				}
				ended++
				if h == (host.Costs{}) {
					if want := evaluateWindow(s, false, window, l.name); o.Total != want {
						t.Fatalf("seed %d %s window %d: %d ps, evaluator %d", seed, l.name, window, int64(o.Total), int64(want))
					}
				}
				c.Limits = sim.Options{Shuffle: uint64(seed) + 1}
				if p, _ := windowed(t, c); p == nil || p.Total != o.Total || p.Critical != o.Critical {
					t.Fatalf("seed %d %s window %d: shuffle differs from %d", seed, l.name, window, int64(o.Total))
				}
			}
		}
	}
	if ended < 300 {
		t.Errorf("only %d runs ended", ended)
	}
}

// Two messages to a peer that takes the first late: with a window of one the second leaves when news of that have come
// back, and what they took on their way is protocol.
func TestWindowOfOne(t *testing.T) {
	const late = 50 * us
	send, recv := still(8192, 0), still(8192, 0)
	send.Send, recv.Recv = 1, 0
	s := written(2, 1, map[[2]int32][]algo.Step{{0, 0}: {send, send}, {1, 0}: {recv, recv}})
	g := star(t, 2)
	for _, l := range levels {
		c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Start: []units.Duration{0, late}, Window: 1}
		o := play(t, c)
		expect(t, o, map[ledger.Component]units.Duration{
			ledger.Skew: late, ledger.Protocol: starMessage(0), ledger.Serialize: units.Rate(50e9).Over(8192), ledger.Propagate: starMessage(0),
		})
		if o.Ranks[0].Waiting != late || o.Controls != 2 {
			t.Errorf("%s: rank 0 waited %d ps, %d control messages", l.name, int64(o.Ranks[0].Waiting), o.Controls)
		}
		if c.Window = 2; play(t, c).Total != late {
			t.Errorf("%s: a window of two is full", l.name)
		}
	}
}

// A ring whose slices do not fit its window is stuck, and says so.
func TestWindowTooSmall(t *testing.T) {
	g := star(t, 4)
	s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 4, Bytes: 1 << 20, Slices: 4})
	for window, ends := range map[int32]bool{3: false, 4: true} {
		if _, ok := windowed(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Window: window}); ok != ends {
			t.Errorf("window %d: ends %v", window, ok)
		}
	}
}

// TestWindowsOfNonsense: a window of less than no message is refused.
func TestWindowsOfNonsense(t *testing.T) {
	if _, err := exec.New(exec.Config{Schedule: &algo.Schedule{}, Window: -1}); err == nil || !strings.Contains(err.Error(), "a window of -1 messages") {
		t.Errorf("%v", err)
	}
}
