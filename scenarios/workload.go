package scenarios

import "collsim/sim/units"

// The kinds of workload. What a scenario that says nothing has is one collective.
const (
	oneCollective = "collective"
	storm         = "storm"
	trainingStep  = "training-step"
)

// The ways to run the operations of a storm.
const (
	serial     = "serial"
	concurrent = "concurrent"
)

// The ways to spread a training step over ranks.
const (
	full     = "full"
	sharded  = "sharded"
	pipeline = "pipeline"
)

// Workload is what the ranks do, where that is more than one collective. The zero value is one collective.
type Workload struct {
	Kind   string // storm or training-step
	WarmUp int    // operations of a serial storm, or steps, that come first and are not looked at

	// Of a storm.
	Operations int
	Sizes      []units.Bytes // of the operations, over and over; nil = all have the scenario's bytes
	Mode       string        // serial: each is waited for; concurrent: all are waited for at the end
	Streams    int           // of a concurrent storm
	Fuse       Bucketing     // a Cap of 0 = operations are not fused
	Gap        units.Duration

	// Of a training step.
	Steps           int
	Model           Model
	Tensors         []units.Bytes // instead of a model
	Compute         Compute
	Bucket          Bucketing
	Overlap         bool
	DoubleBuffering bool
	Parallel        string // full, sharded or pipeline
	Microbatches    int
	Activations     units.Bytes
	Bookkeeping     Bookkeeping
	Stall           Stall
	Rebuild         string // every-step or once
}

// Bucketing says how large a bucket may grow. Tensors are never split: one that is larger has a bucket of its own.
type Bucketing struct {
	First units.Bytes // of the first one; 0 = as the others
	Cap   units.Bytes
}

// Compute is what one rank computes in a step.
type Compute struct {
	Forward, Backward units.Duration
	Jitter            Jitter // what chance adds, once a step
}

// Bookkeeping is what a framework does beside training.
type Bookkeeping struct {
	Scan                  units.Duration // for parameters that got no gradient
	SecondSynchronisation bool           // of one number, after the gradients, such as a check of their scale
}

// Stall is a rank that stands still once, such as for its memory pool.
type Stall struct {
	Rank, Step int // the step counts from 1, those that warm up included
	Time       units.Duration
}

// sized reports whether the workload has sizes of its own.
func (w *Workload) sized() bool { return w.Kind == trainingStep || w.Sizes != nil }

// many reports whether the scenario is more than one collective.
func (w *Workload) many() bool { return w.Kind != "" }
