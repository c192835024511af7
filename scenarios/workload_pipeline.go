package scenarios

import (
	"collsim/algo"
	"collsim/algo/program"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// pipeline is training in which every rank holds a stage of the model.
func (w *work) pipeline() error {
	s := &w.b.scenario
	l := &s.Workload
	p := program.Pipeline{
		Ranks: s.Ranks, PerNode: min(w.b.graph.GPUsPerNode, s.Ranks), Steps: l.WarmUp + l.Steps, Microbatches: l.Microbatches, Activations: l.Activations,
		Forward: w.shares(l.Compute.Forward), Backward: w.shares(l.Compute.Backward),
		After: w.timed(ledger.Prepare, l.Bookkeeping.Scan), Send: w.calls,
	}
	for i := range p.Steps {
		p.Before = append(p.Before, w.before(i))
		w.ends = append(w.ends, int32(i+1)*p.StepLength())
		w.begun()
		for range 2 * l.Microbatches * (s.Ranks - 1) { // forward and backward, between any two stages
			w.operations = append(w.operations, operation{algo.SendRecv, l.Activations})
			w.ofStep++
		}
	}
	var err error
	w.b.schedule, err = p.Schedule()
	if err == nil {
		w.parts = append(w.parts, w.b.schedule)
	}
	return err
}

// shares cuts a time into one task a microbatch.
func (w *work) shares(total units.Duration) []int32 {
	m := units.Duration(w.b.scenario.Workload.Microbatches)
	tasks := make([]int32, m)
	for i := range m {
		tasks[i] = w.timed(ledger.Compute, total*(i+1)/m-total*i/m)
	}
	return tasks
}
