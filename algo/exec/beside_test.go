package exec_test

import (
	"errors"
	"math/rand"
	"slices"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// job is one of several schedules that are played together.
type job struct {
	schedule *algo.Schedule
	gpus     []int32
}

// together joins jobs; only those that alone names take part, nil = all.
func together(t testing.TB, c exec.Config, jobs []job, alone ...int) (*exec.Run, []program.Part) {
	t.Helper()
	var parts []program.Part
	ranks := int32(0)
	for i, j := range jobs {
		var mine []int32
		for r, gpu := range j.gpus {
			absent := len(alone) > 0 && alone[0] != i
			c.Stands = append(c.Stands, exec.Stand{GPU: gpu, Node: gpu, Luck: uint64(i)<<32 | uint64(r), Bytes: j.schedule.Call.Bytes, Absent: absent})
			mine = append(mine, ranks)
			ranks++
		}
		parts = append(parts, program.Part{Schedule: j.schedule, Ranks: mine})
	}
	s, err := program.Beside(int(ranks), 1, parts)
	if err != nil {
		t.Fatal(err)
	}
	c.Schedule = s
	for i, j := range jobs {
		at := c.Graph.SeatsInNetwork(1).Devices[0]
		if len(alone) > 0 && alone[0] != i {
			at = -1
		}
		c.Seats = append(c.Seats, slices.Repeat([]fabric.DeviceID{at}, int(j.schedule.Seats))...)
	}
	x, err := exec.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if more, err := x.Play(0); more || err != nil {
		t.Fatalf("more %v, error %v", more, err)
	}
	return x, parts
}

// drawn is a random job of the registry on so many ranks; nil = the algorithm cannot.
func drawn(r *rand.Rand, n int) *algo.Schedule {
	all := algo.All()
	a := all[r.Intn(len(all))]
	s, err := a.Build(algo.Call{Ranks: n, Bytes: units.Bytes(r.Intn(200_000)), Channels: 1 + r.Intn(3), Slices: 1 + r.Intn(2), Inter: "ring"})
	if err != nil {
		if s, err = a.Build(algo.Call{Ranks: n, Bytes: 5000}); err != nil {
			return nil
		}
	}
	return s
}

// Jobs on GPUs of their own that share no link take as long together as the longest of them alone, and each is to the
// picosecond and to the last part what it is alone, whatever the software, and what it is without the others being there
// at all.
func TestDisjointJobsTakeTheMaximum(t *testing.T) {
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		g := star(t, 12)
		at := r.Perm(12)
		var jobs []job
		for len(at) > 0 {
			n := min(len(at), 1+r.Intn(6))
			s := drawn(r, n)
			if s == nil {
				continue
			}
			j := job{schedule: s}
			for _, gpu := range at[:n] {
				j.gpus = append(j.gpus, int32(gpu))
			}
			at, jobs = at[n:], append(jobs, j)
		}
		h := host.Model{Costs: randomCosts(r), Seed: uint64(seed)}
		h.Hold = 0 // the processes of a node share the lock, which is another matter
		for _, l := range append(levels, fluid) {
			c := exec.Config{Graph: g, Net: l.net(g), Host: h}
			all, parts := together(t, c, jobs)
			longest := units.Time(0)
			for i, j := range jobs {
				at, critical := all.Ended(parts[i].Ranks, nil)
				longest = max(longest, at)
				x, _ := together(t, c, jobs, i)
				if o := x.Outcome(); units.Time(o.Total) != at || o.Critical != critical {
					t.Fatalf("seed %d %s: %s/%s ends at %d, alone at %d\n%v\n%v", seed, l.name, j.schedule.Collective, j.schedule.Algorithm, int64(at), int64(o.Total), critical, o.Critical)
				}
				only := c
				for r, gpu := range j.gpus {
					only.Stands = append(only.Stands, exec.Stand{GPU: gpu, Node: gpu, Luck: uint64(i)<<32 | uint64(r), Bytes: j.schedule.Call.Bytes})
				}
				only.Schedule = j.schedule
				if o := play(t, only); units.Time(o.Total) != at || o.Critical != critical {
					t.Fatalf("seed %d %s: %s/%s ends at %d, as a schedule of its own at %d", seed, l.name, j.schedule.Collective, j.schedule.Algorithm, int64(at), int64(o.Total))
				}
			}
			if o := all.Outcome(); units.Time(o.Total) != longest {
				t.Fatalf("seed %d %s: all take %d, the longest %d", seed, l.name, int64(o.Total), int64(longest))
			}
		}
	}
}

func sends(t testing.TB, n units.Bytes) *algo.Schedule {
	return build(t, algo.SendRecv, "shift", algo.Call{Ranks: 2, Bytes: n})
}

// Two jobs on the same GPUs share their links: what one of them waits for the other at its own first link is queue, exactly
// the other's bytes over the rate.
func TestJobsOnTheSameGPUsShareTheirLinks(t *testing.T) {
	const n = 50_000
	g := star(t, 2)
	for _, l := range append(levels, fluid) {
		c := exec.Config{Graph: g, Net: l.net(g)}
		x, parts := together(t, c, []job{{sends(t, n), []int32{0, 1}}, {sends(t, n), []int32{0, 1}}})
		first, _ := x.Ended(parts[0].Ranks, nil)
		second, critical := x.Ended(parts[1].Ranks, nil)
		if units.Duration(first) != starMessage(n) || units.Duration(second) != starMessage(n)+units.Rate(50e9).Over(n) {
			t.Errorf("%s: %d and %d", l.name, int64(first), int64(second))
		}
		if took := units.Rate(50e9).Over(n); critical[ledger.Serialize] != took || critical[ledger.Queue] != took {
			t.Errorf("%s: %v", l.name, critical)
		}
	}
}

// One rank, one flow that starts at its GPU: what is left of the flow's message when the rank sends is queue, its own
// message before is serialize, and the flow's next one, which comes behind, costs nothing.
func TestAFlowAtTheSendersGPUIsQueue(t *testing.T) {
	const late = 100 * units.Nanosecond
	g := star(t, 3)
	send, receive := still(5000, 0), still(5000, 0)
	send.Send, receive.Recv = 1, 0
	s := written(2, 1, map[[2]int32][]algo.Step{{0, 0}: {send, send}, {1, 0}: {receive, receive}})
	took := units.Rate(50e9).Over
	for _, l := range append(levels, fluid) {
		o := play(t, exec.Config{
			Schedule: s, Graph: g, Net: l.net(g), Start: []units.Duration{late, 0},
			Flows: []exec.Flow{{From: 0, To: 2, Rate: 40e9, Sizes: []units.Bytes{40_000}}}, // 800 ns of the port every 1 us
		})
		queue := took(40_000) - late
		if o.Critical[ledger.Queue] != queue || o.Critical[ledger.Serialize] != took(2*5000) || o.Total != late+queue+starMessage(2*5000) {
			t.Errorf("%s: %v of %v", l.name, o.Critical, o.Total)
		}
	}
}

// Two jobs that send to one GPU from two share its link: whoever comes second queues for the other's bytes.
func TestJobsThatMeetAtALinkQueue(t *testing.T) {
	const n = 49_152 // whole packets
	g := star(t, 3)
	one := written(2, 1, map[[2]int32][]algo.Step{
		{0, 0}: {func() algo.Step { s := still(n, 0); s.Send = 1; return s }()},
		{1, 0}: {func() algo.Step { s := still(n, 0); s.Recv = 0; return s }()},
	})
	for _, l := range levels[1:] {
		x, parts := together(t, exec.Config{Graph: g, Net: l.net(g)}, []job{{one, []int32{0, 2}}, {one, []int32{1, 2}}})
		first, _ := x.Ended(parts[0].Ranks, nil)
		second, critical := x.Ended(parts[1].Ranks, nil)
		whole := starMessage(n) + units.Rate(50e9).Over(n) // both together, bytes over the rate of the link
		if units.Duration(max(first, second)) != whole {
			t.Errorf("%s: %d and %d, want %d", l.name, int64(first), int64(second), int64(whole))
		}
		if critical.Sum() != units.Duration(second) || critical[ledger.Queue]+critical[ledger.Backpressure] != units.Duration(second)-starMessage(n) {
			t.Errorf("%s: %v", l.name, critical)
		}
	}
}

// Where ranks stand on a symmetric fabric changes nothing. They stand in their order, for ties at a switch go by its ports.
func TestPlacesOfASymmetricFabricAreAlike(t *testing.T) {
	for seed := range int64(30) {
		r := rand.New(rand.NewSource(seed))
		n := 2 + r.Intn(7)
		s := drawn(r, n)
		if s == nil || s.Seats > 0 {
			continue
		}
		g := star(t, 9)
		h := host.Model{Costs: randomCosts(r), Seed: 7}
		for _, l := range append(levels, fluid) {
			var first *exec.Outcome
			for range 2 {
				c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h}
				gpus := r.Perm(9)[:n]
				slices.Sort(gpus)
				for rank, gpu := range gpus {
					c.Stands = append(c.Stands, exec.Stand{GPU: int32(gpu), Node: int32(gpu), Luck: uint64(rank), Bytes: s.Call.Bytes})
				}
				o := play(t, c)
				if first == nil {
					first = o
				}
				if o.Total != first.Total || o.Critical != first.Critical {
					t.Fatalf("seed %d %s %s/%s: %d and %d", seed, l.name, s.Collective, s.Algorithm, int64(o.Total), int64(first.Total))
				}
			}
		}
	}
}

// Flows that share no link with the schedule change nothing; on its links they cost it time; all that they sent arrives.
func TestFlowsPassBeside(t *testing.T) {
	g := star(t, 6)
	s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 4, Bytes: 400_000})
	for _, l := range append(levels, fluid) {
		c := exec.Config{Schedule: s, Graph: g, Net: l.net(g)}
		alone := play(t, c)
		flow := exec.Flow{From: 4, To: 5, Rate: 10e9, Sizes: []units.Bytes{8192}}
		for _, f := range []exec.Flow{{From: 1, To: 2}, flow} {
			c.Flows = []exec.Flow{f}
			if o := play(t, c); o.Total != alone.Total || o.Critical != alone.Critical {
				t.Errorf("%s: %v takes %d, alone %d", l.name, f, int64(o.Total), int64(alone.Total))
			}
		}
		flow.To = 2
		for _, f := range []exec.Flow{flow, random(flow), pulsed(flow)} {
			c.Flows = []exec.Flow{f}
			o := play(t, c)
			if l.name != "postal" && o.Total <= alone.Total {
				t.Errorf("%s: %+v takes %d, alone %d", l.name, f, int64(o.Total), int64(alone.Total))
			}
			if got := o.Flows[0]; got.Sent == 0 || got.Arrived != got.Sent || got.Offered != units.Bytes(got.Sent)*8192 {
				t.Errorf("%s: %+v", l.name, got)
			}
		}
	}
}

func random(f exec.Flow) exec.Flow { f.Random = true; return f }

func pulsed(f exec.Flow) exec.Flow {
	f.Rate, f.Period, f.On = 4*f.Rate, 4*us, us
	return f
}

// A constant flow offers its n-th message when n of them over its rate have passed, until it stops or the schedule ends;
// an on-off flow does so in the time that it is on.
func TestFlowsKeepTheirRate(t *testing.T) {
	g := star(t, 4)
	s := written(2, 1, map[[2]int32][]algo.Step{{0, 0}: {func() algo.Step { s := still(0, 0); s.Task, s.Signal = 1, true; return s }()}})
	tasks := []exec.Task{{Component: ledger.Compute, Nominal: 100 * us}}
	for _, c := range []struct {
		flow exec.Flow
		sent int64
	}{
		{exec.Flow{Rate: 8e9}, 100}, // at 0 us, 1 us, ..., 99 us: by 100 us the schedule has ended
		{exec.Flow{Rate: 8e9, Start: units.Time(50 * us)}, 50},
		{exec.Flow{Rate: 8e9, Start: units.Time(50 * us), Stop: units.Time(60 * us)}, 10},
		{exec.Flow{Rate: 8e9, Period: 10 * us, On: 2 * us}, 20},
		{exec.Flow{Rate: 32e9, Period: 10 * us, On: 5 * us}, 200},
	} {
		c.flow.From, c.flow.To, c.flow.Sizes = 2, 3, []units.Bytes{8000}
		for _, l := range levels[1:] {
			o := play(t, exec.Config{Schedule: s, Tasks: tasks, Graph: g, Net: l.net(g), Flows: []exec.Flow{c.flow}})
			if o.Flows[0].Sent != c.sent {
				t.Errorf("%s %+v: %d messages, want %d", l.name, c.flow, o.Flows[0].Sent, c.sent)
			}
		}
	}
}

// A schedule that cannot go on is a deadlock although other traffic could go on for ever.
func TestFlowsEndWithADeadlock(t *testing.T) {
	g := star(t, 4)
	stuck := written(2, 1, map[[2]int32][]algo.Step{{0, 0}: {func() algo.Step { s := still(8, 0); s.Recv = 1; return s }()}})
	for _, l := range levels {
		x, err := exec.New(exec.Config{Schedule: stuck, Graph: g, Net: l.net(g), Flows: []exec.Flow{{From: 2, To: 3, Rate: 1e9, Sizes: []units.Bytes{64}}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = x.Play(1000)
		if dead := (*exec.Deadlock)(nil); !errors.As(err, &dead) {
			t.Errorf("%s: %v", l.name, err)
		}
	}
}
