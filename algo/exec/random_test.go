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
	"collsim/sim/units"
)

// written is a schedule that holds its steps.
func written(ranks int, lanes int32, steps map[[2]int32][]algo.Step) *algo.Schedule {
	channels := make([]int32, lanes)
	for i := range channels {
		channels[i] = int32(i)
	}
	return &algo.Schedule{
		Collective: "random", Algorithm: "random", Lanes: lanes, Channels: channels,
		Call: algo.Call{Ranks: ranks, PerNode: 1, Channels: int(lanes), Slices: 1},
		Step: func(rank, lane, index int32) (algo.Step, bool) {
			s := steps[[2]int32{rank, lane}]
			if int(index) >= len(s) {
				return algo.Step{}, false
			}
			return s[index], true
		},
	}
}

func still(bytes units.Bytes, round int32) algo.Step {
	return algo.Step{Recv: -1, Send: -1, WaitLane: -1, Bytes: bytes, Round: round}
}

// randomSchedule draws messages in an order in which every rank can do its part: it cannot deadlock, and rounds grow.
func randomSchedule(r *rand.Rand) *algo.Schedule {
	ranks, lanes := 2+r.Intn(6), int32(1+r.Intn(3))
	steps := map[[2]int32][]algo.Step{}
	round := map[[2]int32]int32{}
	for range 1 + r.Intn(60) {
		src := int32(r.Intn(ranks))
		dst := (src + 1 + int32(r.Intn(ranks-1))) % int32(ranks)
		lane := int32(r.Intn(int(lanes)))
		from, to := [2]int32{src, lane}, [2]int32{dst, lane}
		n := units.Bytes(r.Intn(40000))
		if r.Intn(5) == 0 {
			n = 0
		}
		k := max(round[from], round[to])
		round[from], round[to] = max(round[from], k), k+1
		s := still(n, k)
		s.Send = dst
		steps[from] = append(steps[from], s)
		s = still(n, k)
		s.Recv, s.Reduce = src, r.Intn(2) == 0
		steps[to] = append(steps[to], s)
	}
	return written(ranks, lanes, steps)
}

// Random schedules: parts sum to the total (play checks), the evaluator agrees on bare hardware, software never makes
// anything faster, and the order of events within a picosecond shows nowhere.
func TestRandomSchedules(t *testing.T) {
	for seed := range int64(150) {
		checkRandom(t, seed)
	}
}

func FuzzSchedule(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(checkRandom)
}

func checkRandom(t *testing.T, seed int64) {
	s := randomSchedule(rand.New(rand.NewSource(seed)))
	deep := star(t, s.Call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.GiB)})
	mpi, _, err := host.Bind("mpi", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range levels {
		for _, rounds := range []bool{false, true} {
			c := exec.Config{Schedule: s, Graph: deep, Net: l.net(deep), Rounds: rounds}
			o := play(t, c)
			if want := evaluate(s, rounds, l.name); o.Total != want {
				t.Fatalf("seed %d %s rounds=%v: %d ps, evaluator %d", seed, l.name, rounds, int64(o.Total), int64(want))
			}
			c.Limits.Shuffle = uint64(seed) + 1
			if p := play(t, c); p.Total != o.Total || p.Critical != o.Critical {
				t.Fatalf("seed %d %s rounds=%v: shuffle gives %d %v, not %d %v", seed, l.name, rounds, int64(p.Total), p.Critical, int64(o.Total), o.Critical)
			}
			c.Host = host.Model{Costs: mpi}
			if l.name != "packet" && rounds { // without contention between rounds more software is never faster
				if p := play(t, c); p.Total < o.Total {
					t.Fatalf("seed %d %s: %d ps with software, %d without", seed, l.name, int64(p.Total), int64(o.Total))
				}
			} else {
				play(t, c)
			}
		}
	}
}

// A schedule in which everybody waits first ends with an error that names who waits for whom.
func TestDeadlock(t *testing.T) {
	first, a, b := still(8, 0), still(8, 1), still(8, 1)
	sent := first
	sent.Send, first.Recv, a.Recv, b.Recv = 1, 0, 1, 0
	s := written(2, 1, map[[2]int32][]algo.Step{{0, 0}: {sent, a}, {1, 0}: {first, b}})
	g := star(t, 2)
	x, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: levels[2].net(g)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Play(0)
	var d *exec.Deadlock
	if !errors.As(err, &d) || d.Lanes != 2 || d.At != x.Now() || d.At == 0 {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"rank 0 lane 0 step 1 waits for a message from rank 1", "rank 1 lane 0 step 1 waits for a message from rank 0"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

func TestLimitsEndARun(t *testing.T) {
	g := star(t, 4)
	s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 4, Bytes: 1 << 20})
	x, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Limits: sim.Options{MaxEvents: 10}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Play(0)
	var limit *sim.EventLimit
	if !errors.As(err, &limit) {
		t.Fatalf("error %v, want an event limit", err)
	}
}

// Two runs that take turns in one process do not know of each other; neither does a run that is paused.
func TestInterleavedRuns(t *testing.T) {
	g := star(t, 8)
	s := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 8, Bytes: 1 << 20})
	config := exec.Config{Schedule: s, Graph: g, Net: levels[2].net(g)}
	want := play(t, config)
	var runs [2]*exec.Run
	for i := range runs {
		x, err := exec.New(config)
		if err != nil {
			t.Fatal(err)
		}
		runs[i] = x
	}
	for more := true; more; {
		more = false
		for _, x := range runs {
			m, err := x.Play(17)
			if err != nil {
				t.Fatal(err)
			}
			more = more || m
		}
	}
	for _, x := range runs {
		if o := x.Outcome(); o.Total != want.Total || o.Critical != want.Critical || o.Events != want.Events {
			t.Errorf("interleaved: %d ps in %d events, alone %d in %d", int64(o.Total), o.Events, int64(want.Total), want.Events)
		}
	}
}

// A traced run keeps the critical path: spans without a gap from 0 to the total.
func TestPath(t *testing.T) {
	g := star(t, 4)
	s := build(t, algo.AllReduce, "tree", algo.Call{Ranks: 4, Bytes: 1 << 20})
	o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Traced: true, Host: host.Model{Costs: host.Costs{Launch: us, Post: us}}})
	at := units.Time(0)
	for _, span := range o.Path {
		if span.From != at || span.To <= span.From {
			t.Fatalf("span %+v does not follow %d", span, int64(at))
		}
		at = span.To
	}
	if at != units.Time(o.Total) {
		t.Fatalf("the path ends at %d, the run at %d", int64(at), int64(o.Total))
	}
}
