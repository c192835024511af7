package scenarios

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/units"
)

// stages plays a pipeline and returns the steps of every rank, which must sum to the total.
func stages(t *testing.T, level, text string) [][]StepTimes {
	t.Helper()
	f, err := Load("test.yaml", []byte("schema: "+SchemaName+"\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	b, err := bind(f.Scenarios[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	of, _ := fidelityOf(level)
	run, err := b.play(of, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := run.Outcome()
	all := make([][]StepTimes, len(o.Ranks))
	for rank := range all {
		late := units.Duration(0)
		if b.start != nil {
			late = b.start[rank]
		}
		all[rank] = b.work.tiles(int32(rank), o, b.vain.time, late)
		for _, s := range all[rank] {
			if s.Compute+s.Hidden+s.Exposed+s.Idle != s.Time || min(s.Compute, s.Hidden, s.Exposed, s.Idle) < 0 {
				t.Errorf("rank %d: step %+v", rank, s)
			}
		}
		if sum := summed(all[rank]); sum.Time+b.vain.time != o.Total {
			t.Errorf("rank %d: steps take %d, all %d", rank, int64(sum.Time), int64(o.Total))
		}
	}
	return all
}

// summed is steps put together.
func summed(steps []StepTimes) StepTimes {
	sum := StepTimes{}
	for _, s := range steps {
		sum.Time += s.Time
		sum.Compute += s.Compute
		sum.Hidden += s.Hidden
		sum.Exposed += s.Exposed
		sum.Idle += s.Idle
	}
	return sum
}

// Two stages, m microbatches that compute f forward and b backward, messages of s on a link and l of cables and switch.
// Where a message is no longer than either computation, all but the last of each direction fly while a stage computes:
// m-1 flights of s+l each way. Where its bytes alone are longer than both, the link never rests in a direction until all
// m are through, in m s + l, and a stage computes all the while but for its first microbatch or its last. Either way a
// stage is idle for the other's first computation forward and last backward, and the rest of the flights is exposed. Both
// stages see the same messages; steps sum.
func TestPipelineHides(t *testing.T) {
	const flight = 400 * units.Nanosecond // two cables and a switch
	us := units.Microsecond
	for _, c := range []struct{ bytes, forward, backward units.Duration }{ // bytes: their time on a link
		{2 * us, 10 * us, 30 * us},
		{2 * us, 2*us + flight, 2*us + flight},
		{0, 10 * us, 30 * us}, // no bytes: the header-less message of the star takes its flight alone
		{0, flight, 3 * us},
		{20 * us, 10 * us, 15 * us},
		{20 * us, 1, 15 * us},
		{20 * us, 0, 0},
		{0, 0, 0},
	} {
		for m := units.Duration(1); m <= 4; m++ {
			text := fmt.Sprintf("fabric: {preset: star, nodes: 2}\nlibrary: raw\nworkload: {kind: training-step, parallel: pipeline, steps: 2, microbatches: %d, activations: %d B, compute: {forward: %d ps, backward: %d ps}}\n",
				m, int64(c.bytes/20), int64(m*c.forward), int64(m*c.backward)) // 50 GB/s
			both := c.forward + c.backward
			one := StepTimes{Hidden: 2 * (m - 1) * (c.bytes + flight), Exposed: 2 * (c.bytes + flight), Idle: both}
			if c.bytes > max(c.forward, c.backward) || both == 0 {
				one.Hidden = (m - 1) * both
				one.Exposed = 2*(m*c.bytes+flight) - one.Hidden
			}
			if both == 0 && c.bytes == 0 { // all are sent at once
				one.Hidden, one.Exposed = 0, 2*flight
			}
			one.Compute = m*both - one.Hidden
			one.Time = one.Compute + one.Hidden + one.Exposed + one.Idle
			for _, level := range []string{"message", "packet", "postal"} {
				for rank, steps := range stages(t, level, text) {
					for i, s := range steps {
						if s.Step, s.Most = 0, 0; rank == 0 && s != one { // the other stage ends its step earlier, with the last message
							t.Errorf("%s, %+v, %d microbatches: step %d\n%s", level, c, m, i+1, cmp.Diff(one, s))
						}
					}
					two := summed([]StepTimes{one, one})
					if s := summed(steps); s != two {
						t.Errorf("%s, %+v, %d microbatches: rank %d\n%s", level, c, m, rank, cmp.Diff(two, s))
					}
				}
			}
		}
	}
}

// One microbatch hides nothing, and each stage exposes the messages that it sends or receives, not those of others.
func TestPipelineOfOneMicrobatch(t *testing.T) {
	const text = "fabric: {preset: star, nodes: 4}\nlibrary: raw\nworkload: {kind: training-step, parallel: pipeline, steps: 1, microbatches: 1, activations: 1 MB, compute: {forward: 3 ms, backward: 5 ms}}\n"
	const message = 20*microsecond + 400*units.Nanosecond // 1 MB at 50 GB/s, two cables and a switch
	for rank, neighbours := range []units.Duration{1, 2, 2, 1} {
		want := StepTimes{Time: 4*8*millisecond + 6*message, Compute: 8 * millisecond, Exposed: 2 * neighbours * message}
		want.Idle = want.Time - want.Compute - want.Exposed
		if got := summed(stages(t, "message", text)[rank]); got != want {
			t.Errorf("rank %d\n%s", rank, cmp.Diff(want, got))
		}
	}
}

// Whatever software, chance and losses do to a pipeline, what each stage computes is compute or hidden, and tiles sum.
func TestPipelineTilesSum(t *testing.T) {
	const text = `fabric: {preset: star, nodes: 3}
library: %s
seed: 7
ranks: {1: {slow: 1.5}, 2: {start: 1 ms}}
workload: {kind: training-step, parallel: pipeline, steps: 3, warm-up: 1, microbatches: 3, activations: %s, compute: {forward: 300 us, backward: 600 us, jitter: {distribution: exponential, mean: 50 us}}, bookkeeping: {scan: 20 us}}
%s`
	const lossy = "on-error: %s\nset: {network.loss: 1 %%, retransmit.timeout: 500 us}\n"
	for _, c := range [][3]string{
		{"raw", "1 MB", ""}, {"mpi", "1 KB", ""}, {"mpi", "1 MB", ""}, {"gloo", "64 KB", ""},
		{"raw", "64 KB", fmt.Sprintf(lossy, "go-back")}, {"raw", "1 KB", fmt.Sprintf(lossy, "retry-batch")},
	} {
		all := stages(t, "message", fmt.Sprintf(text, c[0], c[1], c[2]))
		for rank, slow := range []units.Duration{10, 15, 10} { // tenths
			sum := summed(all[rank])
			if computed := sum.Compute + sum.Hidden; computed != 4*slow*90*microsecond {
				t.Errorf("%v: rank %d computes %v", c, rank, computed)
			}
		}
		if !slices.ContainsFunc(all, func(steps []StepTimes) bool { return summed(steps).Hidden > 0 }) {
			t.Errorf("%v: nothing is hidden", c)
		}
	}
}
