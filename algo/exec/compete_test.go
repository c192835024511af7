package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Ranks that compute while messages cross the copy engines of their GPUs, 10 GB/s each, compute longer by the given
// share of the time of the bytes, both ways together, and of those that cross in what that adds.
func TestMovingBytesSlowComputing(t *testing.T) {
	const n = 100_000 // bytes, which take 10 us of an engine
	for _, c := range []struct {
		share    string
		compute  units.Duration
		messages int // from rank 0 to rank 1, each on a lane of its own
		back     bool
		total    units.Duration // of rank 0
	}{
		{"0 %", 100 * us, 1, false, 100 * us},
		{"25 %", 100 * us, 0, false, 100 * us},
		{"25 %", 100 * us, 1, false, 102*us + 500*ns},
		{"25 %", 100 * us, 2, false, 105 * us},
		{"25 %", 100 * us, 1, true, 105 * us},
		{"100 %", 100 * us, 1, false, 110 * us},
		{"25 %", 0, 1, false, 0},
	} {
		g := engined(t, 2, c.share)
		work := still(0, 0)
		work.Task = 1
		lists := map[[2]int32][]algo.Step{{0, 0}: {work}}
		for lane := range int32(c.messages) {
			send, receive := still(n, 0), still(n, 0)
			send.Send, receive.Recv = 1, 0
			lists[[2]int32{0, lane + 1}], lists[[2]int32{1, lane + 1}] = []algo.Step{send}, []algo.Step{receive}
		}
		if c.back {
			send, receive := still(n, 0), still(n, 0)
			send.Send, receive.Recv = 0, 1
			lists[[2]int32{0, 3}], lists[[2]int32{1, 3}] = []algo.Step{receive}, []algo.Step{send}
		}
		s := written(2, 4, lists)
		for _, l := range levels {
			if l.name == "postal" && c.messages > 1 {
				continue
			}
			o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Tasks: []exec.Task{{Component: ledger.Compute, Nominal: c.compute}}})
			if c.compute == 0 {
				if o.Critical[ledger.Arbitrate] != 0 {
					t.Errorf("%s: %v, nothing to compute: %d ps lost", l.name, c, int64(o.Critical[ledger.Arbitrate]))
				}
				continue
			}
			if o.Total != c.total || o.Critical[ledger.Compute] != c.compute || o.Critical[ledger.Arbitrate] != c.total-c.compute {
				t.Errorf("%s: %v: %d ps, of which %d computing and %d lost", l.name, c, int64(o.Total), int64(o.Critical[ledger.Compute]), int64(o.Critical[ledger.Arbitrate]))
			}
		}
	}
}

// What is added is slowed down as well: at 50 %, computing of 10 us beside an engine that never rests ends at the first
// T = 10 us + (T - 1 ps)/2, rounded down: the engine begins a picosecond late, for it must be asked.
func TestSlowedComputingIsSlowedAgain(t *testing.T) {
	g := engined(t, 2, "50 %")
	work, mark, send, receive := still(0, 0), still(0, 0), still(10_000_000, 0), still(10_000_000, 0)
	work.Task, mark.Mark, send.Send, receive.Recv = 1, 1, 1, 0
	s := written(2, 2, map[[2]int32][]algo.Step{{0, 0}: {work, mark}, {0, 1}: {send}, {1, 1}: {receive}})
	for _, l := range levels[1:] {
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Tasks: []exec.Task{{Component: ledger.Compute, Nominal: 10 * us}}})
		if at := o.Marks[0][0].At.Sub(0); at != 20*us-2 {
			t.Errorf("%s: computing ends at %d ps", l.name, int64(at))
		}
	}
}

// engined is a star whose GPUs have copy engines of 10 GB/s.
func engined(t *testing.T, hosts int, share string) *fabric.Graph {
	t.Helper()
	p, err := units.ParseProbability(share)
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: hosts, Set: []fabric.Setting{
		{Name: "gpu.copy-rate", Value: fabric.RateOf(10e9)}, {Name: "gpu.memory-share", Value: fabric.ProbabilityOf(p)}}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
