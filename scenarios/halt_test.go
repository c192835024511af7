package scenarios

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo/exec"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// TestHalts: why a run ended without a result is said in a program's words, whatever the error is wrapped in, and of
// which variant. Other errors are no halts.
func TestHalts(t *testing.T) {
	stuck := &exec.Deadlock{At: 7, Lanes: 9, Waits: []exec.Wait{{Rank: 2, Lane: 1, Step: 3, For: "waits for a message from rank 4"}}}
	for _, c := range []struct {
		err  error
		want Halt
	}{
		{stuck, Halt{Kind: "deadlock", At: 7, Stuck: 9, Waits: []HaltWait{{2, 1, 3, "waits for a message from rank 4"}}}},
		{&sim.TimeLimit{Limit: 5, Next: 6}, Halt{Kind: "limit", At: 5}},
		{&sim.EventLimit{Limit: 5, At: 3}, Halt{Kind: "limit", At: 3}},
		{
			&Stopped{Progress: Progress{Variant: "b", Stage: Simulating, Now: 8, Events: 4, Messages: 2, Of: 3}, Furthest: 9, Trail: ledger.Parts{ledger.Queue: 9}},
			Halt{Kind: "interrupted", At: 8, Variant: "b", Reached: &Reached{Simulating, 4, 2, 3, 9, Breakdown{ledger.Queue: 9}}},
		},
		{&Stopped{Progress: Progress{Variant: "b", Stage: Proving}}, Halt{Kind: "interrupted", Variant: "b", Reached: &Reached{Stage: Proving}}},
		{
			&Limited{Stopped{Progress: Progress{Stage: Simulating, Events: 5, Of: 3}}, &sim.EventLimit{Limit: 5, At: 3}},
			Halt{Kind: "limit", At: 3, Reached: &Reached{Stage: Simulating, Events: 5, Of: 3}},
		},
		{&ofVariant{"a", fmt.Errorf("replicate 3: %w", stuck)}, Halt{Kind: "deadlock", At: 7, Stuck: 9, Waits: []HaltWait{{2, 1, 3, "waits for a message from rank 4"}}, Variant: "a"}},
	} {
		c.want.Text = c.err.Error()
		h, ok := HaltOf(c.err)
		if diff := cmp.Diff(c.want, h); diff != "" || !ok {
			t.Errorf("%v: %v (-want +got)\n%s", c.err, ok, diff)
		}
	}
	if h, ok := HaltOf(errors.Join(Problems{{What: "wrong"}})); ok {
		t.Errorf("bad input is a halt: %+v", h)
	}
}

// TestALimitNamesItsVariant: a variant that reaches a limit is named, and how far it came.
func TestALimitNamesItsVariant(t *testing.T) {
	f := load(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nvariants: {free: {}, tight: {limits: {time: 10 us}}}\n")
	_, err := f.Run(nil)
	h, ok := HaltOf(err)
	if !ok || h.Kind != "limit" || h.Variant != "tight" || h.At != units.Time(10*units.Microsecond) || !strings.HasPrefix(h.Text, "tight: ") {
		t.Errorf("error %v: %+v", err, h)
	}
}
