package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/flow"
	"collsim/fabric/message"
	"collsim/fabric/packet"
	"collsim/fabric/postal"
	"collsim/sim"
	"collsim/sim/units"
)

// level is a fidelity under test.
type level struct {
	name string
	net  func(*fabric.Graph) func(*sim.Kernel, fabric.Sink) (fabric.Net, error)
}

type binding = func(*sim.Kernel, fabric.Sink) (fabric.Net, error)

var levels = []level{
	{"postal", func(g *fabric.Graph) binding {
		return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return postal.New(k, g, s) }
	}},
	{"message", func(g *fabric.Graph) binding {
		return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return message.New(k, g, s) }
	}},
	{"packet", func(g *fabric.Graph) binding {
		return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
			return packet.New(k, g, s, packet.Options{})
		}
	}},
}

// fluid is the level that serves nobody first, so that what knows the order of service leaves it out.
var fluid = level{"flow", func(g *fabric.Graph) binding {
	return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return flow.New(k, g, s) }
}}

// star is the teaching fabric: n hosts on one switch, which has a seat.
func star(t testing.TB, n int, set ...fabric.Setting) *fabric.Graph {
	t.Helper()
	set = append(set, fabric.Setting{Name: "switch.sharp", Value: fabric.YesNoOf(true)})
	g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: n, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func build(t testing.TB, c algo.Collective, name string, call algo.Call) *algo.Schedule {
	t.Helper()
	a, ok := algo.Find(c, name)
	if !ok {
		t.Fatalf("no algorithm %s/%s", c, name)
	}
	s, err := a.Build(call)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// seats are switches for the seats of a schedule, several on one switch where there are too few.
func seats(c exec.Config) (devices []fabric.DeviceID) {
	switches := c.Graph.SeatsInNetwork(c.Schedule.Call.Ranks).Devices
	for i := range int(c.Schedule.Seats) {
		devices = append(devices, switches[i%len(switches)])
	}
	return devices
}

func play(t testing.TB, c exec.Config) *exec.Outcome {
	t.Helper()
	if c.Seats == nil {
		c.Seats = seats(c)
	}
	x, err := exec.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if more, err := x.Play(0); more || err != nil {
		t.Fatalf("more %v, error %v", more, err)
	}
	o := x.Outcome()
	if o.Critical.Sum() != o.Total {
		t.Fatalf("parts sum to %d, total is %d", int64(o.Critical.Sum()), int64(o.Total))
	}
	return o
}

// A message over two links of the star: two cables, the switch, bytes over rate.
func starMessage(n units.Bytes) units.Duration {
	return 2*100*units.Nanosecond + 200*units.Nanosecond + units.Rate(50e9).Over(n)
}

func nothing(units.Bytes) units.Duration { return 0 }

// Every algorithm with a closed form equals it to the picosecond on the star, at every fidelity, and nothing queues.
func TestClosedForms(t *testing.T) {
	compared := 0
	for _, a := range algo.All() {
		for _, n := range []int{1, 2, 3, 5, 8, 13, 16, 64} {
			for _, bytes := range []units.Bytes{0, 1, 1000, 64 * 1000, units.Bytes(n) * 4096, units.Bytes(n) * 48 * 1024} {
				if n == 64 && bytes > 64*1000 {
					continue // as with 16, at many times the cost
				}
				call := algo.Call{Ranks: n, Bytes: bytes}
				if _, err := a.Build(call); err != nil {
					continue
				}
				want, regime, err := a.LockStep(call, algo.Cost{Message: starMessage, Reduce: nothing})
				if err != nil {
					t.Fatal(err)
				}
				g := star(t, max(n, 2))
				for _, rounds := range []bool{true, false} {
					if regime == algo.Unknown || !rounds && regime != algo.Dataflow {
						continue
					}
					for _, l := range append(levels, fluid) {
						o := play(t, exec.Config{Schedule: build(t, a.Collective, a.Name, call), Graph: g, Net: l.net(g), Rounds: rounds})
						if o.Total != want {
							t.Errorf("%s/%s n %d bytes %d %s rounds=%v: %d ps, closed form %d", a.Collective, a.Name, n, bytes, l.name, rounds, int64(o.Total), int64(want))
						}
						compared++
					}
				}
			}
		}
	}
	if compared < 1000 {
		t.Fatalf("only %d comparisons", compared)
	}
	t.Logf("%d comparisons", compared)
}
