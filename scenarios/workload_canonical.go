package scenarios

import "collsim/sim/units"

// object writes a workload with everything that its kind looks at.
func (w *Workload) object() ordered {
	o := ordered{{"kind", w.Kind}, {"warm-up", w.WarmUp}}
	if w.Kind == storm {
		return w.ofStorm(o)
	}
	return w.ofTraining(o)
}

func (w *Workload) ofStorm(o ordered) ordered {
	o.add("operations", w.Operations)
	if w.Sizes != nil {
		o.add("sizes", exactSizes(w.Sizes))
	}
	o.add("mode", w.Mode)
	o.add("streams", w.Streams)
	if w.Fuse.Cap > 0 {
		o.add("fuse", w.Fuse.object())
	}
	o.add("gap", w.Gap.Exact())
	return o
}

func (w *Workload) ofTraining(o ordered) ordered {
	o.add("steps", w.Steps)
	o.add("parallel", w.Parallel)
	if w.Parallel == pipeline {
		o.add("microbatches", w.Microbatches)
		o.add("activations", w.Activations.Exact())
	} else {
		w.ofGradients(&o)
	}
	compute := ordered{{"forward", w.Compute.Forward.Exact()}, {"backward", w.Compute.Backward.Exact()}}
	if j := w.Compute.Jitter; j.Distribution != "" {
		compute.add("jitter", j.object())
	}
	o.add("compute", compute)
	o.add("bookkeeping", ordered{{"scan", w.Bookkeeping.Scan.Exact()}, {"second-synchronisation", affirm(w.Bookkeeping.SecondSynchronisation)}})
	if s := w.Stall; s.Time > 0 {
		o.add("stall", ordered{{"rank", s.Rank}, {"step", s.Step}, {"time", s.Time.Exact()}})
	}
	return o
}

func (w *Workload) ofGradients(o *ordered) {
	if w.Tensors != nil {
		o.add("tensors", exactSizes(w.Tensors))
	} else {
		o.add("model", w.Model.object())
	}
	o.add("bucket", w.Bucket.object())
	o.add("overlap", affirm(w.Overlap))
	o.add("double-buffering", affirm(w.DoubleBuffering))
	o.add("rebuild", w.Rebuild)
}

func (b Bucketing) object() ordered {
	var o ordered
	if b.First > 0 {
		o.add("first", b.First.Exact())
	}
	o.add("cap", b.Cap.Exact())
	return o
}

func (m Model) object() ordered {
	var o ordered
	if m.Name != "" {
		o.add("name", m.Name)
	} else {
		o.add("layers", m.Layers)
		o.add("width", m.Width)
	}
	o.add("precision", m.Precision)
	return o
}

func exactSizes(sizes []units.Bytes) []string {
	all := make([]string, len(sizes))
	for i, n := range sizes {
		all[i] = n.Exact()
	}
	return all
}
