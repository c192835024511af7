package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// load is a ring all-reduce whose software is to be looked at.
type load struct {
	name     string
	channels int
	costs    host.Costs
	window   int32
}

// config is the load on so many ranks, 8 a node.
func (l load) config(t testing.TB, ranks int, level level) exec.Config {
	g := star(t, ranks)
	s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: ranks, PerNode: 8, Bytes: units.Bytes(ranks) * 64 * units.KiB, Channels: l.channels})
	return exec.Config{Schedule: s, Graph: g, Net: level.net(g), Host: host.Model{Costs: l.costs}, Window: l.window}
}

// repeated is the load over and over, so that all slabs grow as far as they ever will. Where calls is true every step calls
// the library, so that its lock is asked for all the time and not at the start alone.
func (l load) repeated(t testing.TB, level level, calls bool) exec.Config {
	c := l.config(t, 16, level)
	const laps = 200
	once, lap := c.Schedule.Step, int32(0)
	for ok := true; ok; lap++ {
		_, ok = once(0, 0, lap+1)
	}
	s := c.Schedule
	c.Schedule = &algo.Schedule{Collective: s.Collective, Algorithm: s.Algorithm, Call: s.Call, Lanes: s.Lanes, Labels: s.Labels, Channels: s.Channels, Seats: s.Seats}
	c.Schedule.Step = func(rank, lane, index int32) (algo.Step, bool) {
		s, _ := once(rank, lane, index%lap)
		if calls {
			s.Task = 1
		}
		return s, index < laps*lap
	}
	c.Tasks = []exec.Task{{Component: ledger.Launch, Call: true}}
	return c
}

// software is what the benchmark measures: a core for each lane, lanes that share a core and ranks that share a lock,
// and ranks that share a proxy thread as well.
func software() []load {
	path := host.Costs{Launch: us, Post: 600 * ns, NICStart: 400 * ns, Poll: 100 * ns, ReduceRate: 200e9}
	locked := path
	locked.Hold = us
	driven := locked
	driven.Proxy, driven.ProxyWork = host.NodeProxy, 50*ns
	return []load{
		{name: "private", channels: 1, costs: path},
		{name: "shared", channels: 2, costs: locked},
		{name: "proxy", channels: 2, costs: driven},
	}
}

// Once the slabs have grown, an event allocates nothing, whatever the level and the software.
func TestNoAllocation(t *testing.T) {
	mpi, _, err := host.Bind("mpi", nil)
	if err != nil {
		t.Fatal(err)
	}
	nccl, err := host.Use{Protocol: host.LL}.Costs("nccl", nil)
	if err != nil {
		t.Fatal(err)
	}
	lucky := mpi
	lucky.Proxy, lucky.ProxyWork, lucky.OnHost, lucky.PCIe, lucky.Ack = host.RankProxy, 300*ns, true, us, host.SoftwareAck
	lucky.Bounce, lucky.BounceRate, lucky.Small, lucky.Penalty = true, 20e9, units.MiB, sim.Jitter{Distribution: sim.Exponential, Mean: us}
	lucky.Scheduling = lucky.Penalty
	lucky.Cache, lucky.Capacity, lucky.RegisterBase = host.Cold, units.MiB, us
	loads := append(software(), load{name: "raw", channels: 2}, load{name: "mpi", channels: 2, costs: mpi}, load{name: "everything", channels: 2, costs: lucky},
		load{name: "blocks", channels: 2, costs: nccl, window: 8})
	const grown, more = 40_000, 500
	for _, level := range levels {
		for _, l := range loads {
			for _, calls := range []bool{false, true} {
				x, err := exec.New(l.repeated(t, level, calls))
				if err != nil {
					t.Fatal(err)
				}
				turn := func(events uint64) {
					if more, err := x.Play(events); err != nil || !more {
						t.Fatalf("%s, %s: more %v, error %v", level.name, l.name, more, err)
					}
				}
				turn(grown)
				if n := testing.AllocsPerRun(10, func() { turn(more) }); n > 0 {
					t.Errorf("%s, %s, calls %v: %v allocations in %d events", level.name, l.name, calls, n, more)
				}
			}
		}
	}
}
