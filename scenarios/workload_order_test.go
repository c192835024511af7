package scenarios

import (
	"encoding/json"
	"testing"

	"collsim/algo/exec"
)

// What a workload shows does not depend on the order of events within one picosecond.
func TestTieShuffleChangesNoWorkload(t *testing.T) {
	f, err := Load("test.yaml", []byte("schema: "+SchemaName+`
fabric: {preset: hgx-h100, nodes: 2}
algorithm: ring
library: mpi
channels: 2
set: {host.setup: first, host.metadata.cache: off, host.lock.hold: 1 us}
variants:
  full: {workload: {kind: training-step, steps: 2, tensors: [400 KB, 30 KB, 1 MB, 64 B, 2 MB], bucket: {first: 100 KB, cap: 1 MB}, compute: {forward: 90 us, backward: 200 us}}}
  double: {workload: {kind: training-step, steps: 3, tensors: [400 KB, 30 KB], double-buffering: yes, bookkeeping: {scan: 15 us, second-synchronisation: yes}, compute: {backward: 20 us}}}
  sharded: {workload: {kind: training-step, steps: 2, tensors: [400 KB, 30 KB, 1 MB], bucket: 500 KB, parallel: sharded, rebuild: every-step, compute: {forward: 9 us, jitter: {distribution: exponential, mean: 20 us}}}}
  storm: {collective: all_reduce, bytes: 20 KB, workload: {kind: storm, operations: 9, mode: concurrent, streams: 3, gap: 3 us}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Scenarios {
		for _, name := range []string{byPackets, byMessages} {
			level, _ := fidelityOf(name)
			var want []byte
			for shuffle := range uint64(4) {
				b, err := bind(s, nil)
				if err != nil {
					t.Fatal(err)
				}
				c := b.config(level)
				c.Limits.Shuffle = shuffle
				run, err := exec.New(c)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := run.Play(0); err != nil {
					t.Fatal(err)
				}
				r := b.result(run, level)
				sound(t, r)
				got, err := json.Marshal(r)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				}
				if string(got) != string(want) {
					t.Errorf("%s, %s: shuffle %d gives\n%s\nnot\n%s", s.Variant, name, shuffle, got, want)
				}
			}
		}
	}
}
