package scenarios

import (
	"slices"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// WorkloadResult is what there is to say of a workload beside its total: of each step, which for a serial storm is one
// operation, and for a concurrent one all of it.
type WorkloadResult struct {
	Kind       string         `json:"kind"`
	Operations int            `json:"operations"`   // collectives that were performed, those that warm up included
	Buckets    []units.Bytes  `json:"bucket_bytes"` // the sizes of the operations of a storm, or of the last step
	Meant      units.Bytes    `json:"meant_bytes"`  // the sizes of all operations together, as the caller sees them
	Sent       units.Bytes    `json:"sent_bytes"`   // on the wire, by the rank that sends most; wire_bytes is of all ranks
	Vain       units.Duration `json:"vain_ps"`      // attempts at all of it that failed, before the first step; it and the steps sum to the total
	Rank       int            `json:"rank"`         // whose times the steps are: the one that is idle least; of a pipeline the first
	First      StepTimes      `json:"first"`        // behind those that warm up
	Steady     StepTimes      `json:"steady"`       // of the steps behind the first, the one that takes the median time
	Steps      []StepTimes    `json:"steps"`
}

// result sums a workload up; nil = it is one collective.
func (w *work) result(run *exec.Run, o *exec.Outcome) *WorkloadResult {
	if w == nil {
		return nil
	}
	l := &w.b.scenario.Workload
	r := &WorkloadResult{Kind: l.Kind, Operations: len(w.operations), Buckets: []units.Bytes{}, Meant: w.meant(), Sent: w.b.sent(run), Vain: w.b.vain.time}
	for _, o := range w.operations[len(w.operations)-w.ofStep:] {
		r.Buckets = append(r.Buckets, o.bytes)
	}
	w.watch(r, o)
	r.First = r.Steps[l.WarmUp]
	r.Steady = steady(r.Steps[l.WarmUp:])
	return r
}

// watch finds the rank that is idle least, the lowest on a tie, and its steps. Of a pipeline it is the first stage, where
// steps begin and end.
func (w *work) watch(r *WorkloadResult, o *exec.Outcome) {
	most := make([]units.Duration, len(w.ends))
	least := units.Duration(-1)
	for rank := range o.Ranks {
		late := units.Duration(0)
		if w.b.start != nil {
			late = w.b.start[rank]
		}
		steps := w.tiles(int32(rank), o, w.b.vain.time, late)
		idle := units.Duration(0)
		for i := range steps {
			idle += steps[i].Idle
			most[i] = max(most[i], steps[i].Idle)
		}
		if least < 0 || idle < least && w.program != nil {
			r.Rank, r.Steps, least = rank, steps, idle
		}
	}
	for i := range r.Steps {
		r.Steps[i].Most = most[i]
	}
}

// steady is the step of median time (the lower of two, the earliest on a tie) among those behind the first.
func steady(steps []StepTimes) StepTimes {
	if len(steps) > 1 {
		steps = steps[1:]
	}
	sorted := slices.Clone(steps)
	slices.SortStableFunc(sorted, func(a, b StepTimes) int { return cmpDescending(b.Time, a.Time) })
	return sorted[(len(sorted)-1)/2]
}

// meant is the sum of the sizes of all operations.
func (w *work) meant() units.Bytes {
	sum := units.Bytes(0)
	for _, o := range w.operations {
		sum += o.bytes
	}
	return sum
}

// sent is what the rank that sends most puts on the wire.
func (b *bound) sent(run *exec.Run) units.Bytes {
	of := make([]units.Bytes, len(b.graph.Devices))
	most := units.Bytes(0)
	for i := range b.graph.Links {
		from, to := b.graph.Links[i].From, b.graph.Links[i].To
		if b.graph.Devices[from].Kind == fabric.GPU && b.graph.Devices[to].Kind != fabric.Memory {
			of[from] += b.counters(run, fabric.LinkID(i)).Bytes
			most = max(most, of[from])
		}
	}
	return most
}
