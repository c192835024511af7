package trial

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// one does one thing after the other.
func one(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

func of(t *testing.T, more string, factor float64) *Trial {
	t.Helper()
	f, err := scenarios.Load("x.yaml", []byte("schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, gpus-per-node: 2}\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"+more))
	if err != nil {
		t.Fatal(err)
	}
	b, err := scenarios.NewBench(f.Scenarios[0])
	if err != nil {
		t.Fatal(err)
	}
	l := &measured.Log{Name: "x.log", Collective: algo.AllReduce}
	for _, n := range []units.Bytes{1 << 20, 1 << 10, 1 << 24, 1 << 28} {
		answer, err := b.Run(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		l.Rows = append(l.Rows, measured.Row{Bytes: n, OutOfPlace: measured.Sample{Measured: true, Time: units.Duration(float64(answer.Total) * factor)}})
	}
	tr, err := New(f.Scenarios[0], l)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestBeside: what the model is off by where a machine is well is off the same where it is not.
func TestBeside(t *testing.T) {
	beside, err := of(t, "", 3).Beside(of(t, "", 2), one)
	if err != nil {
		t.Fatal(err)
	}
	for i := range beside.Rows {
		answer, err := beside.Run(i, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := &beside.Rows[i]; (r.Expected(answer.Total)-2*answer.Total)/1000 != 0 {
			t.Errorf("%v: expected %v of %v simulated", r.Bytes, r.Expected(answer.Total), answer.Total)
		}
	}
}

// TestSettled: what a tuner by time takes is given from then on, and takes the same time.
func TestSettled(t *testing.T) {
	tuned := of(t, "nccl: {tuner: fastest}\n", 1)
	settled, err := tuned.Settled(one)
	if err != nil {
		t.Fatal(err)
	}
	a, err := tuned.Play(one, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := settled.Play(one, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a {
		if r := &settled.Rows[i]; r.taken != (taken{a[i].Algorithm, a[i].Protocol}) || a[i].Total != b[i].Total {
			t.Errorf("%v: %v took %v, settled %v", r.Bytes, r.taken, a[i].Total, b[i].Total)
		}
	}
	plain := of(t, "", 1)
	if same, err := plain.Settled(one); err != nil || same != plain {
		t.Errorf("a machine without a tuner is settled to another one: %v", err)
	}
}

// TestSpread: rows are in the order of sizes, and a few of them hold the first and the last.
func TestSpread(t *testing.T) {
	tr := of(t, "", 1)
	var sizes []units.Bytes
	for _, r := range tr.Thinned(3).Rows {
		sizes = append(sizes, r.Bytes)
	}
	if diff := cmp.Diff([]units.Bytes{1 << 10, 1 << 20, 1 << 28}, sizes); diff != "" {
		t.Error(diff)
	}
	if all := tr.Spread(100); len(all) != len(tr.Rows) {
		t.Errorf("%v of %d rows", all, len(tr.Rows))
	}
}

// TestTwice: rows that all stand twice, and so many that nobody would wait for them, are refused; rows that repeat only their
// sizes are not.
func TestTwice(t *testing.T) {
	tr := of(t, "", 1)
	again := *tr
	again.Rows = append(slices.Clone(tr.Rows), tr.Rows...)
	if err := again.sound(); err == nil || !strings.Contains(err.Error(), "each row twice and more, with the same time") {
		t.Errorf("says %v", err)
	}
	again.Rows = slices.Clone(again.Rows)
	again.Rows[0].Measured++
	if err := again.sound(); err != nil {
		t.Error(err)
	}
	if !tr.Repeats(of(t, "", 1)) || tr.Repeats(&again) || tr.Repeats(of(t, "", 2)) {
		t.Error("takes logs for one another that are not, or not such as are")
	}
	if _, err := New(tr.Scenario, &measured.Log{Name: "x.log", Collective: algo.AllReduce, Rows: make([]measured.Row, most+1)}); err == nil || !strings.Contains(err.Error(), "has 10001 rows, each of which would be simulated; valid: at most 10000") {
		t.Errorf("says %v", err)
	}
}
