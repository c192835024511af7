package site

import (
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/scenarios/validate"
	"collsim/sim/units"
)

// onAllCores is a trial.Each.
func onAllCores(n int, do func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}

// sweep is one of the data set as a trial.
func sweep(t *testing.T, id string) *trial.Trial {
	t.Helper()
	all, err := measured.ReadSweeps(os.DirFS("../../testdata/measured"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.ID != id {
			continue
		}
		f, err := scenarios.Load(id+".yaml", []byte(validate.ScenarioOf(s)))
		if err != nil {
			t.Fatal(err)
		}
		tr, err := trial.New(f.Scenarios[0], s.Log)
		if err != nil {
			t.Fatal(err)
		}
		return tr
	}
	t.Fatalf("there is no sweep %s", id)
	return nil
}

// TestEvenRowsPredictOddOnes holds fits to half of a sweep against the other half.
func TestEvenRowsPredictOddOnes(t *testing.T) {
	rows, err := ParseRows("even")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"013", "107"} {
		q := Question{Trials: []*trial.Trial{sweep(t, id)}, Rows: rows}
		a, err := q.Fit(onAllCores)
		if err != nil {
			t.Fatal(err)
		}
		if a.Unused.Median > 0.05 || a.Unused.Rows < 10 {
			t.Errorf("%s: half of %d rows are within %.3f, not within 0.05", id, a.Unused.Rows, a.Unused.Median)
		}
	}
}

func machine(t *testing.T, text string) scenarios.Scenario {
	t.Helper()
	f, err := scenarios.Load("x.yaml", []byte("schema: collsim.scenario/v1\nfabric: hgx-h100\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return f.Scenarios[0]
}

// simulate is what a scenario takes, as a log in hundredths of a microsecond, of sizes that grow by a factor.
func simulate(t *testing.T, s scenarios.Scenario, factor units.Bytes) *measured.Log {
	t.Helper()
	b, err := scenarios.NewBench(s)
	if err != nil {
		t.Fatal(err)
	}
	l := &measured.Log{Name: "x.log", Collective: algo.AllReduce}
	for n := units.Bytes(1 << 10); n <= 1<<30; n *= factor {
		answer, err := b.Run(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := measured.Row{Bytes: n}
		r.OutOfPlace = measured.Sample{Measured: true, Time: answer.Total / 10_000 * 10_000}
		l.Rows = append(l.Rows, r)
	}
	return l
}

// TestRecovers makes logs with figures that are known, and has the fit find them.
func TestRecovers(t *testing.T) {
	truth := map[string]float64{"host.launch": 9e6, "host.nccl.nvls.efficiency": 620_000_000, "host.nccl.block.ll": 4e9}
	l := simulate(t, machine(t, "set: {host.launch: 9 us, host.nccl.nvls.efficiency: 62 %, host.nccl.block.ll: 4 GB/s}"), 4)
	tr, err := trial.New(machine(t, ""), l)
	if err != nil {
		t.Fatal(err)
	}
	a, err := (&Question{Trials: []*trial.Trial{tr}}).Fit(onAllCores)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := range a.Figures {
		f := &a.Figures[i]
		if want, ok := truth[f.Name]; ok && f.Why == "" {
			found++
			if off := math.Abs(math.Log(float64(f.Value.Int) / want)); off > 0.02 {
				t.Errorf("%s is %v, off by %.3f", f.Name, f.Value, off)
			}
		}
	}
	if found != len(truth) {
		t.Errorf("%d of %d figures are found: %+v", found, len(truth), a.Figures)
	}
	held := false
	for _, h := range a.Held {
		held = held || h.Name == "host.nccl.hop.ll" && strings.Contains(h.Why, "cannot tell it from host.launch")
	}
	if !held {
		t.Errorf("hops and launch of one node are told apart: %+v", a.Held)
	}
}

// TestNonsense has useless logs end with a reason.
func TestNonsense(t *testing.T) {
	s := machine(t, "")
	for name, c := range map[string]struct {
		spoil func(*measured.Log)
		want  string
	}{
		"constant":  {func(l *measured.Log) { each(l, func(int) units.Duration { return 1e8 }) }, "a time that no size changes"},
		"backwards": {backwards, "not of these sizes"},
		"one size":  {func(l *measured.Log) { l.Rows = l.Rows[:1] }, "one size only"},
		"two rows":  {func(l *measured.Log) { l.Rows = l.Rows[:2] }, "too few"},
		"another":   {func(l *measured.Log) { l.Collective = algo.AllGather }, "is of all_gather"},
	} {
		l := simulate(t, s, 4)
		c.spoil(l)
		tr, err := trial.New(s, l)
		if err == nil {
			_, err = (&Question{Trials: []*trial.Trial{tr}}).Fit(onAllCores)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
	}
}

func backwards(l *measured.Log) {
	all := times(l)
	each(l, func(i int) units.Duration { return all[len(all)-1-i] })
}

func times(l *measured.Log) (all []units.Duration) {
	for _, r := range l.Rows {
		all = append(all, r.Time())
	}
	return all
}

func each(l *measured.Log, time func(i int) units.Duration) {
	for i := range l.Rows {
		l.Rows[i].OutOfPlace.Time = time(i)
	}
}

// TestStudent holds the distribution against the tables of Abramowitz and Stegun, 26.10.
func TestStudent(t *testing.T) {
	for _, c := range []struct {
		share   float64
		freedom int
		want    float64
	}{{0.8, 1, 3.078}, {0.8, 2, 1.886}, {0.8, 10, 1.372}, {0.95, 5, 2.571}, {0.95, 20, 2.086}} {
		if got := student(c.share, c.freedom); math.Abs(got-c.want) > 0.0006 {
			t.Errorf("%g of %d: %g, want %g", c.share, c.freedom, got, c.want)
		}
	}
}
