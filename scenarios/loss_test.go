package scenarios

import (
	"errors"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

const lossy = `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 8}
collective: all_reduce
algorithm: ring
bytes: 1 MiB
library: raw
set: {network.loss: 100 ppm, retransmit.timeout: 100 us, retransmit.backoff: 2, retransmit.limit: 15}
variants:
  clean: {set: {network.loss: 0 %}}
  back: {}
  message: {on-error: retry-message}
  batch: {on-error: retry-batch}
`

// A batch that is repeated takes its own time for each attempt and a time-out behind each that failed, twice as long as
// the one before. Each attempt puts all its bytes on the wire.
func TestBatchesAreRepeated(t *testing.T) {
	seen := map[int]int{}
	f := load(t, lossy)
	for seed := range uint64(40) {
		for i := range f.Scenarios {
			f.Scenarios[i].Seed = seed
		}
		results, err := f.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		clean, batch := &results[0], &results[3]
		k := batch.Loss.Repeated
		seen[k]++
		vain := units.Duration(k)*clean.Total + 100*units.Microsecond*(1<<k-1)
		if batch.Total != clean.Total+vain || batch.CriticalPath[ledger.Retransmit] != vain || batch.WireBytes != clean.WireBytes*units.Bytes(k+1) {
			t.Errorf("seed %d: %d attempts failed, %v after %v, %v of it retransmit", seed, k, batch.Total, clean.Total, batch.CriticalPath[ledger.Retransmit])
		}
		if batch.Loss.Resent != int64(k)*batch.Loss.Packets || batch.Loss.Lost < int64(k) || clean.Loss != nil {
			t.Errorf("seed %d: %+v", seed, batch.Loss)
		}
		for _, r := range results {
			if parts := ledger.Parts(r.CriticalPath); parts.Sum() != r.Total || r.Total < clean.Total {
				t.Errorf("seed %d %s: parts %v, total %v", seed, r.Variant, parts.Sum(), r.Total)
			}
			for _, v := range r.PerRank.Ranks {
				if v.Own+v.Waiting+v.Idle != r.Total {
					t.Errorf("seed %d %s: %+v of %v", seed, r.Variant, v, r.Total)
				}
			}
		}
		if a, b := results[1].Loss, results[2].Loss; a.Resent > 32*a.Lost || b.Resent != 32*b.Lost { // a message is 32 packets
			t.Errorf("seed %d: go-back %+v, messages %+v", seed, a, b)
		}
	}
	if seen[0] == 0 || seen[1] == 0 || seen[2] == 0 {
		t.Errorf("repeated how often: %v", seen)
	}
}

// The bytes of a failed batch of a workload come again with all its operations, and its steps still tile the time.
func TestBatchOfAStorm(t *testing.T) {
	rare := strings.Replace(lossy, "100 ppm", "20 ppm", 1)
	f := load(t, strings.Replace(rare, "variants:", "workload: {kind: storm, operations: 137}\nvariants:", 1))
	for i := range f.Scenarios {
		f.Scenarios[i].Bytes, f.Scenarios[i].Seed = 14_300, 5
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	clean, batch := &results[0], &results[3]
	if batch.Loss.Repeated == 0 || batch.Loss.Repeated%137 != 0 {
		t.Fatalf("%+v", batch.Loss)
	}
	k := batch.Loss.Repeated / 137
	if want := units.Duration(k+1)*clean.Total + 100*units.Microsecond*(1<<k-1); batch.Total != want {
		t.Errorf("%v, want %v", batch.Total, want)
	}
	steps := func(r *Result) (sum units.Duration) {
		for _, s := range r.Workload.Steps {
			sum += s.Time
			if s.Compute+s.Hidden+s.Exposed+s.Idle != s.Time {
				t.Errorf("%s: %+v", r.Variant, s)
			}
		}
		return sum
	}
	if a, b := steps(clean), steps(batch); a != clean.Total || b != a || batch.Workload.Vain != batch.Total-clean.Total {
		t.Errorf("steps take %v and, behind %v in vain, %v; all %v and %v", a, batch.Workload.Vain, b, clean.Total, batch.Total)
	}
	if batch.Workload.First != clean.Workload.First {
		t.Errorf("the first step is %+v behind failed attempts, %+v without", batch.Workload.First, clean.Workload.First)
	}
}

// A scenario ends with an error where a packet never gets through, whatever is repeated, unless the file expects it.
func TestGivingUp(t *testing.T) {
	hopeless := strings.Replace(lossy, "network.loss: 100 ppm", "network.mtu: 1500 B", 1)
	for i := 1; i < 4; i++ {
		s := load(t, hopeless).Scenarios[i]
		_, err := Run(s, nil)
		var gave *fabric.GaveUp
		if !errors.As(err, &gave) || gave.MTU != 1500 || gave.Attempts != 16 {
			t.Errorf("%s: %v", s.Variant, err)
		}
	}
	all, err := load(t, hopeless).Run(nil)
	if gave := (*fabric.GaveUp)(nil); !errors.As(err, &gave) || len(all) != 4 || all[3].Error == "" || all[3].Variant != "batch" {
		t.Errorf("without an expectation: %d results, %v", len(all), err)
	}
	f := load(t, hopeless+`
expect:
  clean: {error: "do not fit link node0/gpu0>leaf0's MTU of 1500 B: every one is lost"}
  back: {error: "do not fit"}
  message: {error: "something else"}
  batch: {total: 1 us, error: "do not fit"}
`)
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	failures := f.Check(results)
	if len(failures) != 2 || failures[0].Variant != "message" || failures[1].Variant != "batch" || failures[1].Metric != "total" {
		t.Errorf("%v", failures)
	}
	f = load(t, lossy+"\nexpect: {clean: {error: lost}}")
	if results, err = f.Run(nil); err != nil {
		t.Fatal(err)
	}
	if failures := f.Check(results); len(failures) != 1 || failures[0].Got != "a result" {
		t.Errorf("%v", failures)
	}
}
