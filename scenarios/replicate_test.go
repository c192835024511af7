package scenarios

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

const chancy = `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: barrier
algorithm: dissemination
library: mpi
jitter: {distribution: lognormal, mean: 2 us, tail: 3.2}
ranks: {2: {start: {distribution: exponential, mean: 30 us}}}
replicates: 40
`

func runAll(t *testing.T, text string, each Each) []Result {
	t.Helper()
	f, err := Load("f.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.RunEach(nil, each)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func spelled(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// The ends of intervals, which are summed exactly, are those that gonum's binomial distribution gives.
func TestIntervalsAreBinomial(t *testing.T) {
	for n := 1; n <= 300; n++ {
		for _, p := range []int{1, 5, 50, 95, 99} {
			l := unlikely(n, p)
			d := distuv.Binomial{N: float64(n), P: float64(p) / 100}
			const half = 0.025
			if l > 0 && d.CDF(float64(l-1)) > half+1e-9 || l < n && d.CDF(float64(l)) < half-1e-9 {
				t.Fatalf("%d replicates, p%d: %d, below which lie %v, and %v with the next", n, p, l, d.CDF(float64(l-1)), d.CDF(float64(l)))
			}
		}
	}
}

func TestSample(t *testing.T) {
	var values []units.Duration
	for i := range units.Duration(100) {
		values = append(values, 1000*((i*37)%100+1)) // 1 to 100 thousand, stirred
	}
	o := orderOf(len(values))
	got := spelled(t, o.sample(values))
	// The median of a hundred lies between the 40th and the 61st with 96.5 % (Conover, Practical Nonparametric Statistics).
	want := `{"mean_ps":50500,"min_ps":1000,"max_ps":100000,"p50":{"ps":50000,"low_ps":40000,"high_ps":61000},` +
		`"p95":{"ps":95000,"low_ps":90000,"high_ps":100000},"p99":{"ps":99000,"low_ps":97000,"high_ps":null},"p95_over_p50":1.900}`
	if got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
	few := orderOf(2)
	if got := spelled(t, few.sample(make([]units.Duration, 2))); strings.Count(got, "null") != 5 {
		t.Errorf("two zeros: %s", got)
	}
}

// Statistics are the same bytes whatever does the replicates, and in whatever order.
func TestReplicatesDoNotDependOnWhoDoesThem(t *testing.T) {
	want := spelled(t, runAll(t, chancy, inTurn))
	backwards := func(n int, do func(int)) {
		for i := range n {
			do(n - 1 - i)
		}
	}
	together := func(n int, do func(int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { do(i) })
		}
		all.Wait()
	}
	for _, each := range []Each{inTurn, backwards, together} {
		if got := spelled(t, runAll(t, chancy, each)); got != want {
			t.Errorf("\n%s, want\n%s", got, want)
		}
	}
}

// The run that is shown is the run without replicates, and each replicate is a run with other luck, whose late start is
// the draw of that replicate.
func TestReplicatesDifferInLuckOnly(t *testing.T) {
	with := runAll(t, chancy, inTurn)[0]
	without := runAll(t, strings.ReplaceAll(chancy, "replicates: 40", ""), inTurn)[0]
	if with.Replicates.Count != 40 || with.Total != without.Total || with.CriticalPath != without.CriticalPath {
		t.Errorf("the run that is shown takes %v, without replicates %v", with.Total, without.Total)
	}
	s := with.Replicates.Total
	if s.Min >= s.P50.At || s.P50.At >= s.P95.At || s.P95.At > s.Max || s.Mean <= s.Min || s.Mean >= s.Max || *s.P50.Low > s.P50.At || *s.P50.High < s.P50.At {
		t.Errorf("%s", spelled(t, s))
	}
	f, err := Load("f.yaml", []byte(`
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: barrier
algorithm: dissemination
library: raw
ranks: {2: {start: {distribution: exponential, mean: 30 us}}}
replicates: 9
`))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bind(f.Scenarios[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	var starts []units.Duration
	for i := range 9 {
		starts = append(starts, b.replicate(i).start[2])
	}
	o := orderOf(9)
	if got, want := spelled(t, results[0].Replicates.Groups[ledger.Waiting]), spelled(t, o.sample(starts)); got != want {
		t.Errorf("the path waits for\n%s, the late starts are\n%s", got, want)
	}
}

func TestReplicatesThatAreAlike(t *testing.T) {
	r := runAll(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 4}\ncollective: barrier\nalgorithm: dissemination\nreplicates: 5\n", inTurn)[0]
	if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0], "replicates: changed nothing: all 5 runs are alike") {
		t.Errorf("%q", r.Warnings)
	}
	if s := r.Replicates.Total; s.Min != r.Total || s.Max != r.Total || s.Mean != r.Total {
		t.Errorf("%s", spelled(t, s))
	}
}

func TestReplicatesComeBackFromJSON(t *testing.T) {
	r := runAll(t, chancy, inTurn)[0]
	var back Result
	data := spelled(t, r)
	if err := json.Unmarshal([]byte(data), &back); err != nil {
		t.Fatal(err)
	}
	if again := spelled(t, back); !bytes.Equal([]byte(again), []byte(data)) {
		t.Errorf("\n%s, want\n%s", again, data)
	}
}

// A replicate that fails fails the run, the first of them in order.
func TestAReplicateThatFails(t *testing.T) {
	f, err := Load("f.yaml", []byte(chancy+"limits: {time: 40 us}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Run(nil); err == nil || !strings.HasPrefix(err.Error(), "replicate ") {
		t.Errorf("%v", err)
	}
}

func TestReplicatesAreMetrics(t *testing.T) {
	f, err := Load("f.yaml", []byte(chancy+"expect: {replicates.total.p95: {above: replicates.total.p50}, replicates.total.p95-over-p50: {above: 1.1, below: 20}, replicates.waiting.max: {at-most: replicates.total.max}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if failures := f.Check(results); len(failures) > 0 {
		t.Error(failures)
	}
	results[0].Replicates = nil
	if failures := f.Check(results); len(failures) != 4 {
		t.Error(failures)
	}
}
