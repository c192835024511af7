package exec_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// handed is one message of rank 0 to rank 1, which looks for it after 10 us.
func handed(t *testing.T, bytes units.Bytes) exec.Config {
	still := algo.Step{Recv: -1, Send: -1, WaitLane: -1, Bytes: bytes}
	send, work, receive := still, still, still
	send.Send, work.Task, receive.Recv = 1, 1, 0
	steps := [3][]algo.Step{{send}, {work, receive}}
	s := &algo.Schedule{
		Collective: algo.SendRecv, Algorithm: "handed", Lanes: 1, Channels: []int32{0},
		Call: algo.Call{Ranks: 3, PerNode: 1, Channels: 1, Slices: 1},
		Step: func(rank, _, index int32) (algo.Step, bool) {
			if list := steps[rank]; int(index) < len(list) {
				return list[index], true
			}
			return algo.Step{}, false
		},
	}
	return exec.Config{Schedule: s, Graph: star(t, 3), Tasks: []exec.Task{{Component: ledger.Compute, Nominal: 10 * us}}, Flights: true}
}

// A message flies from its post, software included, to its last byte, for both of its ranks and for no third. One that
// asks first does so twice: before its receiver answers, and from then on. Neither an interrupt nor an acknowledgement
// makes it longer.
func TestFlights(t *testing.T) {
	const bytes = 100_000
	flight := starMessage(bytes) - units.Rate(50e9).Over(bytes) // of a request or a clear to send
	start := host.Costs{Post: 600 * ns, NICStart: 400 * ns}
	asks, told, answered := start, start, start
	asks.Rendezvous = true
	told.Completion, told.Coalesce, told.Handler = host.Interrupt, 5*us, us
	answered.Ack = host.HardwareAck
	late := units.Time(10 * us)
	for _, c := range []struct {
		name  string
		costs host.Costs
		want  []exec.Flight
	}{
		{"raw", host.Costs{}, []exec.Flight{{0, units.Time(starMessage(bytes))}}},
		{"posted", start, []exec.Flight{{0, units.Time(us + starMessage(bytes))}}},
		{"interrupt", told, []exec.Flight{{0, units.Time(us + starMessage(bytes))}}},
		{"acknowledged", answered, []exec.Flight{{0, units.Time(us + starMessage(bytes))}}},
		{"asks", asks, []exec.Flight{{0, units.Time(us + flight)}, {late, late.Add(400*ns + flight + 400*ns + starMessage(bytes))}}},
	} {
		for _, l := range levels {
			x := handed(t, bytes)
			x.Net, x.Host = l.net(x.Graph), host.Model{Costs: c.costs}
			with := play(t, x)
			if diff := cmp.Diff([][]exec.Flight{c.want, c.want, nil}, with.Flights); diff != "" {
				t.Errorf("%s, %s: %s", c.name, l.name, diff)
			}
			x.Flights = false
			without := play(t, x)
			if without.Flights != nil {
				t.Errorf("%s, %s: flights that nobody asked for", c.name, l.name)
			}
			if with.Flights = nil; !cmp.Equal(with, without) {
				t.Errorf("%s, %s: keeping flights changes the run", c.name, l.name)
			}
		}
	}
}
