package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"collsim/sim/units"
)

// TestFastest: a tuner's rules follow one another without a gap, and what they say at their ends is what a vendor's tuner
// that knows everything takes there.
func TestFastest(t *testing.T) {
	f, err := Load("t.yaml", []byte("schema: collsim.scenario/v1\nfabric: hgx-h100\ncollective: all_reduce\nbytes: 1 MiB\nlibrary: nccl\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := f.Scenarios[0]
	bench, err := NewBench(s)
	if err != nil {
		t.Fatal(err)
	}
	sizes := []units.Bytes{1024, 64 * units.KiB, 16 * units.MiB}
	all, err := bench.Fastest(sizes, nil, inTurn)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 2 || all[0].From != sizes[0] || all[len(all)-1].To != sizes[2] {
		t.Fatalf("stretches %+v", all)
	}
	s.NCCL.Tuner = byTime
	for i := range all {
		x := &all[i]
		if i > 0 && x.From != all[i-1].To+1 {
			t.Errorf("from %v, after one to %v", x.From, all[i-1].To)
		}
		s.Bytes = x.From
		r, err := Run(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Algorithm != x.Algorithm || r.Protocol != x.Protocol {
			t.Errorf("at %v %s by %s, but the tuner takes %s by %s", x.From, x.Algorithm, x.Protocol, r.Algorithm, r.Protocol)
		}
		if want := fmt.Sprintf("allreduce,%d,%d,", x.From, x.To); !strings.HasPrefix(x.Rule, want) || !strings.HasSuffix(x.Rule, ",-1,1,8,-1,-1") {
			t.Errorf("rule %s, want %s...", x.Rule, want)
		}
		if x.OwnTotal < x.Total {
			t.Errorf("at %v NCCL's own %s takes %v, less than the fastest, %v", x.From, x.Own, x.OwnTotal, x.Total)
		}
	}
}

// TestFastestRefused: nothing is chosen by other libraries, nor of collectives that a tuner does not see.
func TestFastestRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"collective: all_reduce\nalgorithm: ring\nlibrary: mpi\n", "library: mpi chooses nothing"},
		{"collective: all_to_all\nlibrary: nccl\n", "a tuner of NCCL does not see all_to_all"},
	} {
		f, err := Load("t.yaml", []byte("schema: collsim.scenario/v1\nfabric: hgx-h100\nbytes: 1 MiB\n"+c.text))
		if err != nil {
			t.Fatal(err)
		}
		bench, err := NewBench(f.Scenarios[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bench.Fastest([]units.Bytes{1}, nil, inTurn); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("says %v, want %s", err, c.want)
		}
	}
}
