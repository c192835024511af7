package program_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// A pipeline sends what it says, in the textbook's rounds, and deadlocks for no number of stages.
func TestPipelineIsSound(t *testing.T) {
	for p := 1; p <= 9; p++ {
		for m := 1; m <= 5; m++ {
			forward := make([]int32, m)
			s, err := (&program.Pipeline{
				Ranks: p, PerNode: 1, Steps: 3, Microbatches: m, Activations: 1000, Forward: forward, Backward: forward, Before: make([]int32, 3),
			}).Schedule()
			if err != nil {
				t.Fatal(err)
			}
			c, err := algo.Count(s)
			if err != nil {
				t.Fatal(err)
			}
			hops := max(0, p-1)
			rounds := 3 * 2 * (m + p - 2)
			if p == 1 {
				rounds = 0
			}
			if c.Messages != int64(3*2*m*hops) || c.Bytes != units.Bytes(1000*c.Messages) || c.Rounds != rounds {
				t.Errorf("%d stages, %d microbatches: %d messages, %d bytes, %d rounds", p, m, c.Messages, c.Bytes, c.Rounds)
			}
		}
	}
	if _, err := (&program.Pipeline{Ranks: 2, Steps: 1, Microbatches: 2, Forward: make([]int32, 1)}).Schedule(); err == nil {
		t.Error("two microbatches with one task")
	}
}

// All-reduce times that are even across ranks, beside barrier waits that are a hundredfold apart: what came before the
// barrier was uneven, not the network.
func TestUnevenArrivalsShowAtTheBarrierOnly(t *testing.T) {
	const ranks, ms = 8, units.Millisecond
	start := []units.Duration{0, 400 * ms, 700 * ms, 900 * ms, 1000 * ms, 1100 * ms, 1199 * ms, 1200 * ms}
	p := program.New(ranks, 1)
	p.Wait(call(t, p, build(t, algo.Barrier, "dissemination", algo.Call{Ranks: ranks}), 0, 0))
	passed := p.Steps()
	p.Wait(call(t, p, build(t, algo.AllReduce, "ring", algo.Call{Ranks: ranks, Bytes: 400 * units.MB}), 0, 0))
	o := playLate(t, p.Schedule("step", "synchronised"), start)
	least, most := o.Total, units.Duration(0)
	for rank, marks := range o.Marks {
		at := map[int32]units.Time{}
		for _, m := range marks {
			at[m.Number] = m.At
		}
		reduced := at[p.Steps()].Sub(at[passed])
		if least, most = min(least, reduced), max(most, reduced); reduced < 12*ms || reduced > 15*ms {
			t.Errorf("the all-reduce of rank %d takes %v", rank, reduced)
		}
		waits := units.Duration(at[passed]) - start[rank]
		if want := start[ranks-1] - start[rank]; waits < want || waits > want+10*us {
			t.Errorf("rank %d is %v at the barrier, want %v", rank, waits, want)
		}
	}
	if most > least*5/4 || start[7]-start[0] < 100*(start[7]-start[6]) {
		t.Errorf("all-reduces take %v to %v", least, most)
	}
	if o.Critical[ledger.Skew] != start[ranks-1] {
		t.Errorf("skew %v", o.Critical[ledger.Skew])
	}
}

// The profile of practice: eight kernels that start when they start, and end together.
func TestKernelsEndTogether(t *testing.T) {
	start := []units.Duration{63600, 62100, 45100, 0, 62900, 51100, 53000, 64200}
	for i := range start {
		start[i] *= units.Nanosecond
	}
	s := build(t, algo.AllReduce, "recursive_doubling", algo.Call{Ranks: 8, Bytes: 155_000}) // 3 rounds of 3.1 us on a link and 0.4 us of cables and switch
	together := playLate(t, s, nil).Total
	o := playLate(t, s, start)
	for rank, r := range o.Ranks {
		left := o.Total - units.Duration(r.Finish)
		kernel := units.Duration(r.Finish) - start[rank]
		gap := start[7] - start[rank]
		if left > 4*us || kernel > gap+together || kernel < gap+together-4*us {
			t.Errorf("rank %d leaves %v before the last, after %v; gap %v, common work %v", rank, left, kernel, gap, together)
		}
	}
	if together != 10500*units.Nanosecond {
		t.Errorf("the common work takes %v", together)
	}
}

// playLate plays a schedule whose ranks begin late.
func playLate(t *testing.T, s *algo.Schedule, start []units.Duration) *exec.Outcome {
	t.Helper()
	return playWith(t, exec.Config{Schedule: s, Start: start})
}
