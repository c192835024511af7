package scenarios

import (
	"collsim/algo"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// bound is what no run of the workload can beat: the longest latency bound of any operation; at each level of the fabric
// the bytes of all operations over its links; and what the rank that computes most computes, since a rank does one thing
// at a time.
func (w *work) bound() Bound {
	l := Bound{}
	for _, s := range w.parts {
		if w.program != nil {
			l.Latency = max(l.Latency, w.b.latencyOf(s))
		}
	}
	l.Total, l.Binding = l.Latency, "latency"
	for _, level := range w.b.levels() {
		c := w.crossing(level)
		if d := max(floorOver(level.Egress, c.Out), floorOver(level.Ingress, c.In)); d > l.Bandwidth {
			l.Bandwidth = d
			if d > l.Total {
				l.Total, l.Binding = d, "bandwidth of a "+level.Name
			}
		}
	}
	if d := w.computed(); d > l.Total {
		l.Total, l.Binding = d, "compute"
	}
	return l
}

// crossing is what all operations together must move over the edge of a part. It says nothing of a pipeline, whose
// messages pass between single pairs of ranks.
func (w *work) crossing(level fabric.Level) algo.Crossing {
	var sum algo.Crossing
	if w.program == nil {
		return sum
	}
	for _, o := range w.operations {
		c := w.known[o].Compulsory(level.Parts, w.b.inside(level))
		sum.Out += c.Out
		sum.In += c.In
	}
	return sum
}

// computed is the nominal time of all computing of a rank; all ranks compute the same.
func (w *work) computed() units.Duration {
	sum := units.Duration(0)
	for i := range w.ends[len(w.ends)-1] {
		if s, _ := w.b.schedule.Step(0, 0, i); s.Task != 0 && w.tasks[s.Task-1].Component == ledger.Compute {
			sum += w.tasks[s.Task-1].Nominal
		}
	}
	return sum
}
