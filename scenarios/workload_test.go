package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

const (
	microsecond = units.Microsecond
	millisecond = units.Millisecond
)

// answers1 runs a scenario without variants.
func answer1(t *testing.T, text string) *Result {
	t.Helper()
	f, err := Load("test.yaml", []byte("schema: "+SchemaName+"\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(f.Scenarios[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, r)
	return r
}

// sound checks what holds of every workload: parts sum, steps sum to it, nothing beats the bound.
func sound(t *testing.T, r *Result) {
	t.Helper()
	parts := ledger.Parts(r.CriticalPath)
	if parts.Sum() != r.Total || r.Total < r.Bound.Total {
		t.Errorf("parts sum to %d, total %d, bound %d", int64(parts.Sum()), int64(r.Total), int64(r.Bound.Total))
	}
	sum := units.Duration(0)
	for _, s := range r.Workload.Steps {
		if s.Compute+s.Hidden+s.Exposed+s.Idle != s.Time || s.Compute < 0 || s.Hidden < 0 || s.Exposed < 0 || s.Idle < 0 {
			t.Errorf("step %+v", s)
		}
		sum += s.Time
	}
	if sum+r.Workload.Vain != r.Total {
		t.Errorf("steps take %d in all, the workload %d", int64(sum), int64(r.Total))
	}
}

// Scheduling by the framework alone is operations times its time.
func TestStormOfSmallOperations(t *testing.T) {
	for gap, want := range map[string]units.Duration{"15 us": 2055 * microsecond, "47 us": 6439 * microsecond} {
		const text = "fabric: hgx-h100\ncollective: all_reduce\nalgorithm: ring\nlibrary: raw\nworkload: {kind: storm, bytes: 4 KB, operations: %d, gap: %s}\n"
		storm, one := answer1(t, fmt.Sprintf(text, 137, gap)), answer1(t, fmt.Sprintf(text, 1, "0 us"))
		if storm.CriticalPath[ledger.Launch] != want || storm.Workload.Operations != 137 || storm.Rounds != 137*14 {
			t.Errorf("gap %s: launch %v, want %v", gap, storm.CriticalPath[ledger.Launch], want)
		}
		if storm.Total != want+137*one.Total {
			t.Errorf("gap %s: %v, want %v of scheduling and 137 times %v", gap, storm.Total, want, one.Total)
		}
	}
}

func TestBuckets(t *testing.T) {
	const mb = units.MB
	tensors := []units.Bytes{ // as they come, the last layer's first
		500_000, 400_000, 200_000, // the third does not fit into the first 1 MB
		24 * mb, 800_000, // 24 + 0.8 + 0.2 is 25 exactly
		30 * mb, // larger than 25: alone
		10 * mb, 10 * mb, 10 * mb, 4 * mb,
	}
	for most, want := range map[units.Bytes][]units.Bytes{
		25 * mb: {900_000, 25 * mb, 30 * mb, 20 * mb, 14 * mb},
		35 * mb: {900_000, 25 * mb, 30 * mb, 34 * mb},
	} {
		if diff := cmp.Diff(want, Bucketing{First: mb, Cap: most}.buckets(tensors)); diff != "" {
			t.Errorf("cap %v (-want +got):\n%s", most, diff)
		}
	}
	if got := (Bucketing{Cap: mb}).buckets(nil); len(got) != 0 {
		t.Errorf("no tensors give %v", got)
	}
}

func TestModels(t *testing.T) {
	for _, c := range []struct {
		model      Model
		tensors    int
		parameters units.Bytes
	}{
		{Model{Name: "resnet50"}, 161, 25_557_032},
		{Model{Name: "gpt2-small"}, 148, 124_439_808},
		{Model{Layers: 24, Width: 1024}, 292, 354_823_168},
		{Model{Name: "gpt2-large"}, 436, 774_030_080},
		{Model{Name: "gpt2-xl"}, 580, 1_557_611_200},
	} {
		got := c.model.tensors()
		c.model.Precision = "bf16"
		if len(got) != c.tensors || sum64(got) != 4*c.parameters || sum64(c.model.tensors()) != 2*c.parameters {
			t.Errorf("%+v: %d tensors of %d bytes", c.model, len(got), sum64(got))
		}
	}
}

const training = `fabric: hgx-h100
library: mpi
fidelity: message
algorithm: ring
workload:
  kind: training-step
  model: resnet50
  compute: {forward: 20 ms, backward: 40 ms}
`

// Without overlap a step is its computing and then the operations, each as long as alone; with it, only what sticks out.
func TestOverlapHides(t *testing.T) {
	off := answer1(t, training+"  overlap: no\n")
	on := answer1(t, training)
	double := answer1(t, training+"  double-buffering: yes\n")
	if s := off.Workload.Steady; s.Compute != 60*millisecond || s.Hidden != 0 || s.Idle != 0 {
		t.Errorf("without overlap %+v", s)
	}
	for _, r := range []*Result{on, double} {
		if s := r.Workload.Steady; s.Compute+s.Hidden != 60*millisecond || s.Hidden == 0 || s.Exposed >= off.Workload.Steady.Exposed {
			t.Errorf("with overlap %+v, without %+v", s, off.Workload.Steady)
		}
	}
	if d, o := double.Workload.Steady, on.Workload.Steady; d.Exposed >= o.Exposed {
		t.Errorf("double buffering exposes %v, overlap alone %v", d.Exposed, o.Exposed)
	}
	if off.PayloadBytes != on.PayloadBytes || off.PayloadBytes != double.PayloadBytes || off.Rounds != on.Rounds {
		t.Error("overlap changes what is sent")
	}
}

// A bucket starts when its last gradient is ready: where each fits beside the computing of the next, only the last one
// sticks out, and the others are hidden to the picosecond.
func TestOnlyTheLastBucketSticksOut(t *testing.T) {
	const text = "fabric: {preset: star, nodes: 4}\nalgorithm: ring\nlibrary: raw\nworkload: {kind: training-step, steps: 3, tensors: [1 MB, 1 MB, 1 MB, 1 MB], bucket: {first: 1 MB, cap: 1 MB}, compute: {forward: 7 ms, backward: 40 ms}, overlap: %s}\n"
	const message = 5*microsecond + 400*units.Nanosecond // a quarter of 1 MB at 50 GB/s, two cables and a switch
	const reduced = 6 * message
	on, off := answer1(t, fmt.Sprintf(text, "yes")), answer1(t, fmt.Sprintf(text, "no"))
	if s := on.Workload.Steady; s.Exposed != reduced || s.Hidden != 3*reduced || s.Time != 47*millisecond+reduced {
		t.Errorf("with overlap %+v, one operation takes %v", s, reduced)
	}
	if s := off.Workload.Steady; s.Exposed != 4*reduced || s.Hidden != 0 || s.Time != 47*millisecond+4*reduced {
		t.Errorf("without overlap %+v, one operation takes %v", s, reduced)
	}
}

// Sharded training moves 3(p-1)/p n a rank where full synchronisation moves 2(p-1)/p n, and never more at once than one unit.
func TestShardedTraffic(t *testing.T) {
	n := sum64(Model{Name: "resnet50"}.tensors())
	full, sharded := answer1(t, training+"  steps: 1\n"), answer1(t, training+"  steps: 1\n  parallel: sharded\n")
	if full.PayloadBytes != 2*7*n || sharded.PayloadBytes != 3*7*n {
		t.Errorf("%d and %d bytes over 8 ranks, of %d", full.PayloadBytes, sharded.PayloadBytes, n)
	}
	if full.Workload.Meant != n || sharded.Workload.Meant != 3*n {
		t.Errorf("%d and %d bytes meant", full.Workload.Meant, sharded.Workload.Meant)
	}
}

// A pipeline of p stages and m microbatches computes for m+p-1 slots each way, and each hop of the first one costs a message.
func TestPipelineFillsAndDrains(t *testing.T) {
	const text = "fabric: {preset: star, nodes: 4}\nlibrary: raw\nworkload: {kind: training-step, parallel: pipeline, steps: 1, microbatches: %d, activations: 1 MB, compute: {forward: %s, backward: 40 ms}}\n"
	for _, m := range []int{1, 4, 8} {
		r := answer1(t, fmt.Sprintf(text, m, "20 ms"))
		slot := 60 * millisecond / units.Duration(m)
		compute := units.Duration(m+3) * slot
		message := 20*microsecond + 400*units.Nanosecond // 1 MB at 50 GB/s, two cables and a switch
		if r.CriticalPath[ledger.Compute] != compute || r.Total != compute+6*message {
			t.Errorf("%d microbatches: %v of computing in %v, want %v and 6 times %v", m, r.CriticalPath[ledger.Compute], r.Total, compute, message)
		}
		if s := r.Workload.Steady; s.Hidden != units.Duration(2*(m-1))*message || s.Compute+s.Hidden != 60*millisecond {
			t.Errorf("%d microbatches: %+v", m, s)
		}
		if r.Rounds != 2*(m+2) || r.PayloadBytes != units.Bytes(2*3*m)*units.MB {
			t.Errorf("%d microbatches: %d rounds, %v", m, r.Rounds, r.PayloadBytes)
		}
	}
}

// One slow rank: whoever is not slow waits for the sum of its excesses, which is booked to skew.
func TestSlowRankIsWaitedFor(t *testing.T) {
	const text = `fabric: hgx-h100
algorithm: central
library: raw
workload: {kind: training-step, steps: %d, tensors: [4 B], compute: {forward: 30 ms, backward: 70 ms}}
`
	for _, steps := range []int{1, 5} {
		even := answer1(t, fmt.Sprintf(text, steps))
		slow := answer1(t, fmt.Sprintf(text, steps)+"ranks: {0: {slow: 1.4}}\n")
		excess := units.Duration(steps) * 40 * millisecond
		if slow.CriticalPath[ledger.Skew] != excess || even.CriticalPath[ledger.Skew] != 0 || slow.CriticalPath[ledger.Compute] != even.CriticalPath[ledger.Compute] {
			t.Errorf("%d steps: critical paths %v and %v", steps, slow.CriticalPath, even.CriticalPath)
		}
		for _, v := range slow.PerRank.Ranks[1:] {
			flight := v.Own + v.Waiting - units.Duration(steps)*140*millisecond // of a reply, by which the others begin a step later
			if want := excess - units.Duration(steps-1)*flight; v.Waiting != want || flight > microsecond {
				t.Errorf("%d steps: rank %d waits %v, want %v", steps, v.Rank, int64(v.Waiting), int64(want))
			}
		}
		if s := slow.Workload.Steady; slow.Workload.Rank != 0 || s.Compute != 140*millisecond || s.Idle > microsecond || s.Most > 40*millisecond+microsecond || s.Most < 40*millisecond-microsecond {
			t.Errorf("%d steps: %+v of rank %d", steps, s, slow.Workload.Rank)
		}
	}
}

// Odd workloads are answered, or refused with a reason; none breaks the program.
func TestOddWorkloads(t *testing.T) {
	for text, refusal := range map[string]string{
		"kind: storm, operations: 1, bytes: 0 B":                                                              "",
		"kind: storm, operations: 3, sizes: [0 B, 1 B], warm-up: 2":                                           "",
		"kind: storm, operations: 3, bytes: 1 B, warm-up: 3":                                                  "none is left",
		"kind: storm, operations: 9, bytes: 1 B, warm-up: 3, fuse: 4 B":                                       "none is left",
		"kind: storm, operations: 9000, bytes: 1 KB, gap: 900 s":                                              "simulated clock",
		"kind: training-step, tensors: [0 B, 0 B], compute: {backward: 1 ms}":                                 "",
		"kind: training-step, tensors: 1 B, steps: 1, parallel: sharded":                                      "",
		"kind: training-step, tensors: 1 B, rebuild: every-step":                                              "",
		"kind: training-step, tensors: [1 MB], steps: 1, double-buffering: yes, stall: {rank: 0, time: 1 ps}": "",
	} {
		for _, nodes := range []int{1, 5} {
			f, err := Load("test.yaml", fmt.Appendf(nil, "schema: %s\nfabric: {preset: star, nodes: %d}\ncollective: %s\nalgorithm: ring\nworkload: {%s}\n",
				SchemaName, nodes, map[bool]string{true: "reduce_scatter", false: "all_reduce"}[strings.Contains(text, "sharded")], text))
			if err != nil {
				t.Fatal(err)
			}
			r, err := Run(f.Scenarios[0], nil)
			switch {
			case err != nil && (refusal == "" || !strings.Contains(err.Error(), refusal)):
				t.Errorf("%s on %d: %v", text, nodes, err)
			case err == nil && refusal != "":
				t.Errorf("%s on %d: not refused", text, nodes)
			case err == nil:
				sound(t, r)
			}
		}
	}
}

func TestTooManyOperations(t *testing.T) {
	f, err := Load("test.yaml", []byte("schema: "+SchemaName+"\nfabric: {preset: star, nodes: 64}\ncollective: all_reduce\nalgorithm: ring\nworkload: {kind: storm, operations: 100000, bytes: 1 KB}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(f.Scenarios[0], nil); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("100,000 operations on 64 ranks: %v", err)
	}
}
