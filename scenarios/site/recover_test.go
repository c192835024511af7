package site

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/calibration"
	"collsim/scenarios/trial"
)

// TestRecoversAcrossNodes makes logs of several nodes with figures that are drawn around those of the classes, and has the
// fit find them from where the classes stand. Which figures these are is for the fit to say: those that it takes of a log
// of the same machine. Figures that it says a log cannot tell apart do not count.
func TestRecoversAcrossNodes(t *testing.T) {
	found := 0
	for i, text := range []string{
		"fabric: {preset: a100-4, nodes: 4, gpus-per-node: 2, transport: slingshot-11}\n",
	} {
		at := on(t, text, "")
		values := drawn(uint64(i+1), taken(t, at, nil))
		a := fitted(t, at, on(t, text, set(values)))
		alike := map[string]bool{}
		for _, p := range a.Pairs {
			alike[p.A], alike[p.B] = true, true
		}
		for j := range a.Figures {
			f := &a.Figures[j]
			want, ok := values[f.Name]
			if !ok { // it was not drawn
				want = f.Before
			}
			if off := math.Abs(math.Log(float64(f.Value.Int) / float64(want.Int))); f.Why == "" && !alike[f.Name] {
				if found++; off > 0.02 {
					t.Errorf("%s%s is %v, not %v: off by %.3f", text, f.Name, f.Value, want, off)
				}
			}
		}
		t.Logf("%s%d figures: %v, told apart but for %v", text, len(a.Figures), values, alike)
	}
	if found < 3 {
		t.Errorf("only %d figures are found", found)
	}
}

// on is a machine with figures set.
func on(t *testing.T, text, set string) scenarios.Scenario {
	t.Helper()
	f, err := scenarios.Load("x.yaml", []byte("schema: collsim.scenario/v1\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"+text+set))
	if err != nil {
		t.Fatal(err)
	}
	return f.Scenarios[0]
}

// fitted fits a machine to what another one logs.
func fitted(t *testing.T, s, logs scenarios.Scenario, names ...string) *Answer {
	t.Helper()
	tr, err := trial.New(s, simulate(t, logs, 4))
	if err != nil {
		t.Fatal(err)
	}
	a, err := (&Question{Trials: []*trial.Trial{tr}, Parameters: names}).Fit(onAllCores)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// drawn is a value for each figure, up to a third more or less than it is.
func drawn(seed uint64, a *Answer) map[string]fabric.Value {
	r := rand.New(rand.NewPCG(seed, 1))
	values := map[string]fabric.Value{}
	for i := range a.Figures {
		f := &a.Figures[i]
		x := float64(f.Before.Int) * math.Exp(0.6*r.Float64()-0.3)
		if _, high := f.of.bounds(); x > high {
			x = 0.9 * high
		}
		values[f.Name] = f.of.plain(x, math.Round)
	}
	return values
}

func set(values map[string]fabric.Value) string {
	var all []string
	for name, v := range values {
		all = append(all, fmt.Sprintf("%s: %s", name, calibration.Exact(v)))
	}
	return "set: {" + strings.Join(all, ", ") + "}\n"
}
